/** How evaluations of search are shown to a person; `--json` has every figure. */
import pc from "picocolors";
import type { evalRetrieval, evalTriggers } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { count, shorten, table } from "./text.ts";

type RetrievalReport = Awaited<ReturnType<typeof evalRetrieval.handler>>;
type TriggerReport = Awaited<ReturnType<typeof evalTriggers.handler>>;

const MISSES_SHOWN = 20;

export const renderRetrieval: Render<RetrievalReport> = (report, terminal) => {
  const rows = [["all", report] as const, ...Object.entries(report.byLanguage)].map(([name, figures]) => [
    pc.bold(name),
    String(figures.queries),
    ...[figures.recallAt1, figures.recallAt5, figures.mrrAt10, figures.ndcgAt10].map(digits),
    digits(figures.answered),
    digits(figures.precisionOfAnswered),
    figures.abstained === undefined ? "" : digits(figures.abstained),
  ]);
  const head = ["", "queries", "R@1", "R@5", "MRR@10", "nDCG@10", "answered", "of which right", "abstained"];
  const misses = report.misses.slice(0, MISSES_SHOWN).map((miss) => {
    const rank = miss.relevant.length === 0 ? "nothing fits" : `right at ${miss.rank ?? "> 10"}`;
    return pc.dim(`  ${rank}: ${shorten(miss.query, 60)} → ${shorten(miss.top[0]?.id ?? "nothing", terminal.columns)}`);
  });
  return [
    `${count(report.skills, "skill")}, embedder ${report.embedder}, answered from ${report.minScore}`,
    table([head.map(pc.dim), ...rows]),
    ...misses,
    ...more(report.misses.length),
  ].join("\n");
};

export const renderTriggers: Render<TriggerReport> = (report, terminal) => {
  const rows = [["all", report] as const, ...Object.entries(report.byGroup)].map(([name, figures]) => [
    pc.bold(name),
    String(figures.cases),
    ...[figures.tpr, figures.fpr, figures.accuracy, figures.f1].map(digits),
  ]);
  const misses = report.misses
    .slice(0, MISSES_SHOWN)
    .flatMap((miss) => [
      `  ${miss.id} ${miss.kind.replaceAll("_", " ")}: ${shorten(miss.prompt, terminal.columns - 30)}`,
      pc.dim(`      ${miss.why}`),
    ]);
  return [
    `${count(report.skills, "skill")}, embedder ${report.embedder}, fires from ${report.minScore}; ` +
      `right skill first ${digits(report.rightFirst)}, among three ${digits(report.rightInThree)}`,
    table([["", "cases", "TPR", "FPR", "accuracy", "F1"].map(pc.dim), ...rows]),
    ...misses,
    ...more(report.misses.length),
  ].join("\n");
};

function digits(value: number): string {
  return value.toFixed(3);
}

function more(misses: number): string[] {
  return misses > MISSES_SHOWN ? [pc.dim(`  … ${misses - MISSES_SHOWN} more misses; see --json`)] : [];
}
