/** How the result of `evolve` is shown to a person. */
import pc from "picocolors";
import type { EvolvedEdit, EvolveReport } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { proposalDetails, publishedLine } from "./proposals.ts";
import { count, heading, shorten } from "./text.ts";

const SKIP_WORDS: Record<string, string> = {
  sub_agent: "a sub-agent's",
  own_run: "autoskill ran it itself",
  forgotten: "it was forgotten",
  empty: "nothing was said or done in it",
  copy: "another one holds all of it",
};

export const renderEvolve: Render<EvolveReport> = (report) => {
  const lines = [head(report), ...sessionLines(report)];
  if (report.stoppedBy === "person") {
    lines.push(pc.yellow("Stopped; nothing is proposed. Run it again to go on behind the sessions that were done."));
    return lines.join("\n");
  }
  if (report.accepted.length > 0) lines.push("", heading("Edits"), ...report.accepted.map(editLine));
  if (report.leftOut.length > 0) {
    lines.push("", heading(`Left out: ${report.leftOut.length}`));
    for (const edit of report.leftOut) {
      lines.push(
        `${editLine(edit)}\n      ${pc.dim(`${edit.reason.replaceAll("_", " ")}: ${shorten(edit.message, 160)}`)}`,
      );
    }
  }
  if (report.kept > 0)
    lines.push("", `${count(report.kept, "rule")} of the skill seen again; nothing to change there.`);
  if (report.drafts > 0) {
    const waiting = count(report.drafts, "rule");
    lines.push("", `${waiting} that only one session suggests: autoskill show ${report.skill.name} --drafts`);
  }
  lines.push("", ...resultLines(report));
  return lines.join("\n");
};

function head({ skill, sessions, model, usage }: EvolveReport): string {
  const tokens = usage.inputTokens + usage.outputTokens;
  const cost = usage.cost === undefined ? "" : `, cost ${usage.cost}`;
  const by = model === undefined ? "without a model" : `${model}, ${tokens} tokens${cost}`;
  return `${pc.bold(skill.name)}: ${count(sessions.length, "session")} looked at ${pc.dim(`(${by})`)}`;
}

function sessionLines({ sessions, skipped, failed, notTranscripts, notBegun, stoppedBy }: EvolveReport): string[] {
  const ended = (status: string): number => sessions.filter(({ outcome }) => outcome === status).length;
  const before = sessions.filter(({ kept }) => kept).length;
  const lines = [
    pc.dim(
      `  ended well ${ended("success")}, badly ${ended("failure")}, not known ${ended("unknown")}` +
        (before > 0 ? `; ${before} looked at in an earlier run` : ""),
    ),
  ];
  const refused = sessions.reduce((sum, session) => sum + session.refused.length, 0);
  if (refused > 0)
    lines.push(pc.dim(`  ${count(refused, "edit")} that the session does not carry (--json names them)`));
  for (const { sessionId, reason } of skipped)
    lines.push(pc.dim(`  not ${shorten(sessionId, 36)}: ${SKIP_WORDS[reason] ?? reason}`));
  if (notTranscripts > 0) lines.push(pc.dim(`  ${count(notTranscripts, "file")} without a session`));
  for (const { path, sessionId, error } of failed)
    lines.push(`  ${pc.red("✗")} ${shorten(sessionId ?? path, 60)}: ${error.message} [${error.code}]`);
  if (notBegun > 0 && stoppedBy !== "person") {
    const why = stoppedBy === "budget" ? "the tokens were used up (--max-tokens)" : "the model failed again and again";
    lines.push(pc.yellow(`  ${count(notBegun, "session")} not looked at: ${why}`));
  }
  return lines;
}

function editLine({ what, support }: EvolvedEdit): string {
  const said = support.said > 0 ? `, said in ${support.said}` : "";
  return `  ${shorten(what, 110)} ${pc.dim(`(${count(support.sessions, "session")}${said})`)}`;
}

function resultLines(report: EvolveReport): string[] {
  const { placement, proposals, published, notPublished, dryRun, wordsAdded } = report;
  if (placement === undefined) return ["Nothing to change."];
  if (placement.kind === "rejected_before") return ["You turned this down before; it is not proposed again."];
  if (placement.kind === "known" || placement.kind === "reinforced") return ["It is proposed, or decided, already."];
  const lines = published.map(publishedLine);
  for (const { name, error } of notPublished) lines.push(`${pc.red("✗")} ${name}: ${error.message} [${error.code}]`);
  const open = proposals.filter(({ id }) => !published.some((item) => item.id === id));
  for (const proposal of open) lines.push(proposalDetails(proposal), "");
  if (dryRun) lines.push(`A dry run: nothing is proposed. It would add ${count(wordsAdded, "word")}.`);
  else if (open.length > 0) lines.push(`${count(open.length, "proposal")} waiting. Decide: autoskill pending`);
  return lines;
}
