/** Reviews in one line each, for summaries. */
import pc from "picocolors";
import type { LearnReport, ReviewRun } from "../../operations/index.ts";
import { count, shorten } from "./text.ts";

export function failureLine(run: Exclude<ReviewRun, { state: "done" }>): string {
  const after = {
    queued: `tried again later (attempt ${run.attempts} failed)`,
    dead: `given up after ${count(run.attempts, "attempt")}; ask for it again with \`autoskill review\` and its path`,
    released: "stopped; it waits as it was",
    lost: "another process has taken it over",
  }[run.state];
  return `${pc.red("✗")} ${run.error.message} [${run.error.code}]: ${after}`;
}

/** What a model's second look gave, in the summary of a `learn`. */
export function reviewLines({ runs, beyondLimit }: LearnReport["reviews"]): string[] {
  const lines = runs.map((run) =>
    run.state === "done"
      ? `  ${pc.green("review")} ${pc.dim(shorten(run.sessionId, 36))} ${run.outcome.replaceAll("_", " ")}` +
        (run.problems.length > 0 ? pc.dim(`, ${count(run.problems.length, "rule")} without support left out`) : "")
      : `  ${failureLine(run)}`,
  );
  if (beyondLimit > 0) {
    const more = count(beyondLimit, "more session");
    lines.push(
      pc.dim(`  ${more} not looked over by a model (review.sessionsPerLearn); autoskill review PATH does one`),
    );
  }
  return lines;
}
