/** How evaluations are shown to a person; `--json` has every figure. */
import pc from "picocolors";
import type { evalMerge, evalRetrieval, evalTriggers } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { count, shorten, table } from "./text.ts";

type RetrievalReport = Awaited<ReturnType<typeof evalRetrieval.handler>>;
type TriggerReport = Awaited<ReturnType<typeof evalTriggers.handler>>;

type MergeReport = Awaited<ReturnType<typeof evalMerge.handler>>;

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

export const renderMerge: Render<MergeReport> = (report, terminal) => {
  const rows = [
    ["all", report] as const,
    ["half 1", report.halves[0]] as const,
    ["half 2", report.halves[1]] as const,
  ].map(([name, figures]) => [
    pc.bold(name),
    String(figures.pairs),
    ...[figures.precision, figures.recall, figures.f1].map(digits),
    Object.values(figures.confusion).join(" / "),
  ]);
  const mistakes = report.mistakes
    .slice(0, MISSES_SHOWN)
    .flatMap(({ id, label, names, verdict }) => [
      `  ${id}: ${label} to the reader, ${verdict.verdict} to the judge (${verdict.score.toFixed(2)}): ${shorten(names.join(" | "), terminal.columns - 60)}`,
      ...verdict.axes.map(({ axis, agrees, reason }) =>
        pc.dim(`      ${axis}: ${agrees}, ${shorten(reason, terminal.columns - 30)}`),
      ),
    ]);
  const head = ["", "pairs", "precision", "recall", "F1", "same: right / wrong / missed / not"];
  return [table([head.map((cell) => pc.dim(cell)), ...rows]), ...mistakes, ...more(report.mistakes.length)].join("\n");
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
