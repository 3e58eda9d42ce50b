/** How proposals and the result of a `learn` are shown to a person. */
import pc from "picocolors";
import type { ApprovalReport, LearnReport, Proposal, PublishedProposal } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { SUPPORT_WORDS } from "./support-words.ts";
import { colourDiff, count, heading, indent, shorten, table } from "./text.ts";

/** One proposal with every rule and its evidence; for an update, the diff. */
export function proposalDetails(proposal: Proposal): string {
  const place = proposal.projectRoot ?? "your own bank, for all projects";
  const lines = [
    `${pc.bold(pc.cyan(proposal.action === "create" ? "new skill" : "update"))}  ${heading(proposal.name)}  ${pc.dim(proposal.title)}`,
    pc.dim(`for ${place}`),
    proposal.description,
  ];
  let section: string | undefined;
  for (const rule of proposal.rules) {
    if (rule.section !== section) {
      section = rule.section;
      lines.push("", heading(section));
    }
    lines.push(indent(rule.text, 2));
    for (const evidence of rule.evidence) {
      const what = SUPPORT_WORDS[evidence.support] ?? evidence.support;
      lines.push(pc.dim(`      ${what} (turn ${evidence.turn}): “${shorten(evidence.quote, 110)}”`));
    }
  }
  if (proposal.action === "update") lines.push("", colourDiff(proposal.diff));
  lines.push("", pc.dim(`why: ${proposal.rationale}`));
  return lines.join("\n");
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
  const verb = published.action === "create" ? "new" : `updated, revision ${published.revision}`;
  return `${pc.green("✓")} ${pc.bold(published.name)} (${verb})\n    ${published.path}${links.join("")}\n    ${pc.dim(`why: autoskill why ${published.name}`)}`;
}

export const renderApproval: Render<ApprovalReport> = (report) =>
  [
    ...report.published.map(publishedLine),
    ...report.failed.map(
      ({ name, error }) => `${pc.red("✗")} ${name}: ${error.message} [${error.code}]\n    next: ${error.next ?? ""}`,
    ),
  ].join("\n");

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
  for (const { name, error } of report.notPublished) {
    lines.push(`${pc.red("✗")} ${name}: ${error.message} [${error.code}]`, `    next: ${error.next ?? ""}`);
  }
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
