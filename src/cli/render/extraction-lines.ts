/** What a model found in conversations, in the summary of a `learn`. */
import pc from "picocolors";
import type { LearnReport } from "../../operations/index.ts";
import { count, shorten } from "./text.ts";

export function extractionLines({ runs, failed, beyondLimit }: LearnReport["extractions"]): string[] {
  const lines = runs.map(
    (run) =>
      `  ${pc.green("extract")} ${pc.dim(shorten(run.sessionId, 36))} ${run.outcome.replaceAll("_", " ")}` +
      (run.problems.length > 0 ? pc.dim(`, ${count(run.problems.length, "rule")} left out`) : ""),
  );
  for (const { sessionId, error } of failed) lines.push(`  ${pc.red("✗")} ${shorten(sessionId, 36)}: ${error.message}`);
  if (beyondLimit > 0) {
    const more = count(beyondLimit, "more conversation");
    lines.push(
      pc.dim(`  ${more} not looked at by a model (extract.sessionsPerLearn); autoskill extract PATH does one`),
    );
  }
  return lines;
}
