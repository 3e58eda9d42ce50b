/** How reviews are shown to a person. */
import pc from "picocolors";
import type { ReviewReport, ReviewRun, WaitingReview } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { proposalDetails, publishedLine } from "./proposals.ts";
import { failureLine } from "./review-lines.ts";
import { count, shorten } from "./text.ts";

const SKIP_WORDS: Record<string, string> = {
  disabled: "reviews are switched off (memory.enableAutoSkill)",
  below_threshold: "too little was done in it",
  skills_modified_in_session: "skills were changed by hand in it",
  already_running: "it is being reviewed now",
  nothing_new: "it was reviewed, and nothing was added since",
  no_model: "no language model is set up; see `autoskill model`",
  sub_agent: "it is a sub-agent's",
  own_run: "autoskill ran it itself",
};

export const renderReview: Render<ReviewReport> = ({ asked, runs, waiting }) => {
  const lines: string[] = [];
  if (asked?.status === "skipped") lines.push(`Not reviewed: ${SKIP_WORDS[asked.reason] ?? asked.reason}.`);
  for (const run of runs) lines.push(...runLines(run));
  const others = waiting.filter((one) => !runs.some((run) => run.jobId === one.jobId));
  if (asked === undefined && runs.length === 0 && others.length === 0) lines.push("No review waits.");
  if (lines.length > 0 && others.length > 0) lines.push("");
  lines.push(...others.map(waitingLine));
  return lines.join("\n");
};

function runLines(run: ReviewRun): string[] {
  if (run.state !== "done") return [failureLine(run)];
  const { session, turns, usage, model } = run;
  const cost = `${model}, ${count(turns, "answer")}, ${usage.inputTokens + usage.outputTokens} tokens`;
  const lines = [
    `${pc.green("reviewed")} ${shorten(run.sessionId, 36)} ${pc.dim(`(${session.tokens} tokens of transcript; ${cost})`)}`,
  ];
  if (run.stoppedBy !== undefined) lines.push(pc.yellow(`  stopped at its ${run.stoppedBy.replaceAll("_", " ")}`));
  if (run.outcome === "nothing_to_save") lines.push("  Nothing to save.");
  for (const { slug, rule, message } of run.problems) {
    lines.push(pc.dim(`  left out (${slug}): ${rule === undefined ? "" : `“${shorten(rule, 80)}” `}${message}`));
  }
  const published = new Set(run.published.map(({ id }) => id));
  for (const item of run.published) lines.push(publishedLine(item));
  for (const { name, error } of run.notPublished)
    lines.push(`${pc.red("✗")} ${name}: ${error.message} [${error.code}]`);
  const open = run.proposals.filter(({ id }) => !published.has(id));
  for (const proposal of open) lines.push("", proposalDetails(proposal));
  if (open.length > 0) lines.push("", `${count(open.length, "proposal")} waiting. Decide: autoskill pending`);
  return lines;
}

function waitingLine(review: WaitingReview): string {
  const why = review.error === undefined ? "" : ` ${review.error.message} [${review.error.code}]`;
  const when = review.state === "queued" ? `not before ${review.availableAt}` : review.state;
  return pc.dim(`${review.state === "dead" ? "given up" : "waits"}: ${shorten(review.sessionId, 36)} (${when})${why}`);
}
