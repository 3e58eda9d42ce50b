/** How proposals and the result of a `learn` are shown to a person. */
import pc from "picocolors";
import type {
  ApprovalReport,
  LearnReport,
  Proposal,
  PublishedProposal,
  RejectionReport,
} from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { extractionLines } from "./extraction-lines.ts";
import { reviewLines } from "./review-lines.ts";
import { SUPPORT_WORDS } from "./support-words.ts";
import { bounded, colourDiff, count, heading, shorten, table } from "./text.ts";

/** Of what others wrote, at most so much is shown of one proposal. */
export const PREVIEW_BYTES = 64 * 1024;

/**
 * One proposal as a person decides about it: what it is, the diff, the evidence of every rule, the support files and what
 * the linter says. `proposal` must be printable already (`printableValue`). Every line of foreign text begins with a
 * sign or a margin, so that none can pass for a line of ours.
 */
export function proposalDetails(proposal: Proposal): string {
  const place = proposal.projectRoot ?? "your own bank, for all projects";
  const kind = proposal.action === "create" ? "new skill" : "update";
  const lines = [
    `${pc.bold(pc.cyan(kind))}  ${heading(proposal.name)}  ${pc.dim(shorten(proposal.title, 80))}`,
    pc.dim(`for ${place}; from the ${proposal.proposer}, confidence ${proposal.confidence.toFixed(2)}`),
    `  ${shorten(proposal.description, 1024)}`,
    "",
    colourDiff(bounded(proposal.diff, PREVIEW_BYTES).replace(/\n$/, "")),
  ];
  if (proposal.rules.length > 0) lines.push("", heading("Evidence"));
  for (const rule of proposal.rules) {
    lines.push(`  ${shorten(rule.text, 110)}`);
    for (const evidence of rule.evidence) {
      const what = SUPPORT_WORDS[evidence.support] ?? evidence.support;
      lines.push(pc.dim(`      ${what} (turn ${evidence.turn}): “${shorten(evidence.quote, 110)}”`));
    }
    if (rule.evidence.length === 0) lines.push(pc.yellow("      nothing supports this"));
  }
  if (proposal.files.length > 0) lines.push("", heading("Files beside it"), ...fileLines(proposal));
  lines.push("", ...checkLines(proposal), pc.dim(`why: ${shorten(proposal.rationale, 400)}`));
  if (proposal.policy === "review") lines.push(pc.yellow(REVIEW_POLICY));
  return lines.join("\n");
}

const REVIEW_POLICY =
  "This project asks for the team's review, which this version does not have: it waits, and you can decide yourself.";

function fileLines({ files }: Proposal): string[] {
  const lines: string[] = [];
  let left = PREVIEW_BYTES;
  for (const { path, bytes, executable, content } of files) {
    lines.push(`  ${pc.bold(path)} ${pc.dim(`${bytes} bytes`)}${executable ? pc.yellow(" can be run") : ""}`);
    const shown = bounded(content, left);
    left = Math.max(0, left - bytes);
    lines.push(
      ...shown
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => pc.green(`  + ${line}`)),
    );
  }
  return lines;
}

function checkLines({ findings, conflicts }: Proposal): string[] {
  const lines = [
    ...findings.map(({ severity, line, message, code }) => {
      const sign = severity === "error" ? pc.red("✗") : pc.yellow("!");
      return `  ${sign} line ${line}: ${shorten(message, 200)} ${pc.dim(`[${code}]`)}`;
    }),
    ...conflicts.map((conflict) => `  ${pc.yellow("!")} does not fit: ${shorten(conflict, 200)}`),
  ];
  return lines.length === 0 ? [`${heading("Check")}: nothing found`] : [heading("Check"), ...lines];
}

export const renderPending: Render<{ proposals: Proposal[] }> = ({ proposals }, terminal) => {
  if (proposals.length === 0) return "Nothing waits for you.";
  const rows = proposals.map((proposal) => [
    pc.dim(proposal.id.slice(0, 13)),
    pc.bold(proposal.name),
    proposal.action === "create" ? "new" : "update",
    count(proposal.rules.length, "rule"),
    shorten(proposal.description, Math.max(30, terminal.columns - 80)),
  ]);
  return [
    table(rows),
    "",
    pc.dim("See one: autoskill pending NAME   Keep: autoskill approve NAME…   Turn down: autoskill reject NAME…"),
  ].join("\n");
};

/** Why an agent that looks there does not see the skill. */
const MISSING_LINKS: Record<string, string> = {
  taken: "something else lies there",
  refused: "that folder leads out of its root",
};

export function publishedLine(published: PublishedProposal): string {
  const links = published.links
    .filter((link) => link.state === "linked" || link.state === "copied")
    .map((link) => `\n    ${pc.dim(`also at ${link.path}`)}`);
  const missing = published.links.filter((link) => MISSING_LINKS[link.state] !== undefined);
  for (const link of missing) {
    links.push(`\n    ${pc.yellow(`not at ${link.path}: ${MISSING_LINKS[link.state]}`)}`);
  }
  const { archived = [], left = [] } = published.absorbed ?? {};
  if (archived.length > 0) links.push(`\n    took over ${archived.join(", ")}, now in the archive`);
  for (const { name, reason } of left) links.push(`\n    ${pc.yellow(`${name} stays: ${reason}`)}`);
  const back = published.restored === true ? "back from the archive" : "updated";
  const verb = published.action === "create" ? "new" : `${back}, revision ${published.revision}`;
  return `${pc.green("✓")} ${pc.bold(published.name)} (${verb})\n    ${published.path}${links.join("")}\n    ${pc.dim(`why: autoskill why ${published.name}`)}`;
}

export const renderApproval: Render<ApprovalReport> = (report) =>
  [...report.published.map(publishedLine), ...report.failed.map(failedLine)].join("\n");

export const renderRejection = (report: RejectionReport, never: boolean): string =>
  [
    ...report.rejected.map(
      ({ name }) => `Turned down ${name}; it will not be proposed again${never ? ", in any project" : ""}.`,
    ),
    ...report.failed.map(failedLine),
  ].join("\n");

function failedLine({ name, error }: ApprovalReport["failed"][number]): string {
  return `${pc.red("✗")} ${name}: ${error.message} [${error.code}]\n    next: ${error.next ?? ""}`;
}

/** What was read and decided, without the proposals themselves. */
export function learnSummary(report: LearnReport): string {
  const { files, sessions } = report;
  const lines = [
    `${count(files.read, "transcript")} read, ${count(sessions.length, "session")}` +
      (files.unchanged > 0 ? `; ${files.unchanged} done before and unchanged` : "") +
      (files.notTranscripts > 0 ? `; ${count(files.notTranscripts, "file")} held no session` : ""),
  ];
  const taught = sessions.filter((session) => session.placements.length > 0);
  for (const session of taught) {
    const where = pc.dim(`${session.agent} ${shorten(session.sessionId, 36)}`);
    lines.push(`  ${pc.green("learn")}  ${where}  ${signalWords(session)}`);
    for (const placement of session.placements)
      lines.push(`         ${pc.dim("→")} ${placementWords(placement, report)}`);
  }
  const fruitless = sessions.filter((session) => session.decision === "learn" && session.placements.length === 0);
  if (fruitless.length > 0) {
    lines.push(pc.dim(`  looked at ${count(fruitless.length, "more session")}, nothing worth keeping in them`));
  }
  for (const [reason, number] of skipReasons(report)) lines.push(`  ${pc.dim(`skip   ${number} × ${reason}`)}`);
  lines.push(...reviewLines(report.reviews));
  lines.push(...extractionLines(report.extractions));
  for (const failure of files.failed) {
    lines.push(`  ${pc.red("failed")} ${failure.path}: ${failure.error.message} [${failure.error.code}]`);
    if (failure.error.next !== undefined) lines.push(pc.dim(`         next: ${failure.error.next}`));
  }
  return lines.join("\n");
}

export const renderLearn: Render<LearnReport> = (report) => {
  const lines = [learnSummary(report)];
  const published = new Set(report.published.map((item) => item.id));
  const waiting = report.proposals.filter((proposal) => !published.has(proposal.id));
  for (const item of report.published) lines.push(publishedLine(item));
  lines.push(...report.notPublished.map(failedLine));
  for (const proposal of waiting) lines.push("", proposalDetails(proposal));
  if (report.proposals.length === 0) lines.push("Nothing new to keep from this.");
  else if (report.dryRun) lines.push("", pc.dim("Dry run: nothing was written."));
  else if (waiting.length > 0) {
    lines.push(
      "",
      `${count(waiting.length, "proposal")} waiting. Keep: autoskill approve NAME… · all: autoskill approve --all`,
    );
  }
  if (report.waitingBefore > 0) {
    lines.push(pc.dim(`${count(report.waitingBefore, "proposal")} waiting from before: autoskill pending`));
  }
  if (report.interrupted) lines.push(pc.yellow("Stopped as asked. Run the same command again to go on."));
  return lines.join("\n");
};

function placementWords(
  placement: LearnReport["sessions"][number]["placements"][number],
  { proposals }: LearnReport,
): string {
  if ("recordId" in placement) {
    const proposal = proposals.find((candidate) => candidate.id === placement.recordId);
    const verb = placement.kind === "extended" ? "adds to" : "proposes";
    return `${verb} ${pc.bold(proposal?.name ?? "a proposal")}`;
  }
  const words = {
    known: "says what is known already:",
    reinforced: "nothing new, but more evidence for",
    rejected_before: "turned down before:",
    discarded: "not worth a skill:",
  };
  return `${words[placement.kind]} ${placement.slug}`;
}

function signalWords(session: LearnReport["sessions"][number]): string {
  const { signals } = session;
  const said = signals.standingRules + signals.remembers;
  const parts = [
    count(session.toolCalls, "call"),
    signals.recoveries > 0 ? count(signals.recoveries, "recovery", "recoveries") : "",
    signals.corrections > 0 ? count(signals.corrections, "correction") : "",
    said > 0 ? count(said, "stated rule") : "",
  ];
  return `${session.reason}: ${parts.filter((part) => part !== "").join(", ")}`;
}

function skipReasons(report: LearnReport): [string, number][] {
  const reasons = new Map<string, number>();
  for (const session of report.sessions) {
    if (session.decision === "skip") reasons.set(session.reason, (reasons.get(session.reason) ?? 0) + 1);
  }
  return [...reasons].sort((a, b) => b[1] - a[1]);
}
