/** How the result of an import is shown to a person. */
import pc from "picocolors";
import type { ImportedUnit, ImportReport } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { reviewLines } from "./review-lines.ts";
import { count, heading, shorten } from "./text.ts";

const SHOWN = 20;
/** Folders hold many files that are no sessions; a person wants to know of the one that was meant. */
const NAMED = 3;

export const renderImport: Render<ImportReport> = (report, terminal) => {
  const { files, units } = report;
  const width = Math.max(40, terminal.columns - 4);
  const kinds = Object.entries(units.byKind).map(([kind, number]) => `${number} ${kind}${number === 1 ? "" : "s"}`);
  const lines = [
    `Read ${count(files.read, "source")}: ${kinds.length === 0 ? "nothing new" : kinds.join(", ")}.`,
    `${heading(String(report.learned))} learned, ${heading(String(report.merged))} merged, ${heading(String(report.discarded))} discarded.`,
  ];
  const also = [
    files.unchanged > 0 ? `${count(files.unchanged, "file")} unchanged` : "",
    units.known > 0 ? `${units.known} done before or met twice` : "",
    units.filtered > 0 ? `${units.filtered} did not fit the filters` : "",
    files.notRecognised.length > 0 ? `${count(files.notRecognised.length, "file")} not recognised` : "",
  ].filter((part) => part !== "");
  if (also.length > 0) lines.push(pc.dim(`${also.join("; ")}.`));
  lines.push(...because(report), ...unitLines(report.items, width));
  if (report.itemsLeftOut > 0) lines.push(pc.dim(`  ${report.itemsLeftOut} more are not listed.`));
  for (const path of files.notRecognised.slice(0, NAMED))
    lines.push(pc.dim(`  not recognised: ${shorten(path, width)}`));
  if (files.notRecognised.length > NAMED)
    lines.push(pc.dim(`  … and ${files.notRecognised.length - NAMED} more (--json)`));
  for (const { path, reason } of files.refused.slice(0, SHOWN))
    lines.push(pc.yellow(`  left out ${shorten(path, width - 30)}: ${reason}`));
  if (files.refused.length > SHOWN) lines.push(pc.yellow(`  … and ${files.refused.length - SHOWN} more left out`));
  for (const { path, error } of files.failed) lines.push(pc.red(`✗ ${shorten(path, width)}: ${error.message}`));
  for (const { name, error } of report.notPublished)
    lines.push(pc.red(`✗ ${name} was not published: ${error.message}`));
  lines.push(...reviewLines(report.reviews));
  const { extractions } = report;
  if (extractions.runs.length > 0) {
    const drafts = extractions.runs.reduce((sum, run) => sum + run.drafts.length, 0);
    lines.push(
      `A model looked at ${count(extractions.runs.length, "conversation")}; ${count(drafts, "draft")} (show --drafts).`,
    );
  }
  if (extractions.beyondLimit > 0)
    lines.push(pc.dim(`  ${extractions.beyondLimit} more were not looked at (--model-sessions).`));
  for (const { sessionId, error } of extractions.failed)
    lines.push(pc.red(`✗ ${shorten(sessionId, 60)}: ${error.message}`));
  const { calls, inputTokens, outputTokens } = report.cost;
  if (calls > 0) lines.push(pc.dim(`Models: ${count(calls, "call")}, ${inputTokens} tokens in, ${outputTokens} out.`));
  lines.push(pc.dim(`${(report.elapsedMs / 1_000).toFixed(1)} s.`));
  if (report.published.length > 0) lines.push(pc.green(`✓ ${count(report.published.length, "skill")} published.`));
  if (report.waiting.length > 0) {
    lines.push(
      report.dryRun
        ? `${report.waiting.length} would wait for you.`
        : `${report.waiting.length} wait for you: autoskill pending`,
    );
  }
  if (report.limitReached) lines.push(pc.yellow("The limit was reached; run it again to go on."));
  if (report.interrupted) lines.push(pc.yellow("Stopped. What was finished is kept; run it again to go on."));
  return lines.join("\n");
};

function because({ discardedBecause }: ImportReport): string[] {
  const reasons = Object.entries(discardedBecause).sort((a, b) => b[1] - a[1]);
  return reasons
    .slice(0, SHOWN)
    .map(([reason, number]) => pc.dim(`  discarded ${number}: ${reason.replaceAll("_", " ")}`));
}

/** What gave something, and skills that were refused; conversations without a lesson are a number above. */
function unitLines(items: readonly ImportedUnit[], width: number): string[] {
  const told = items.filter((item) => item.outcome !== "discarded" || item.kind === "skill");
  const lines = told.slice(0, SHOWN).flatMap((item) => {
    const sign = item.outcome === "discarded" ? pc.red("-") : item.outcome === "learned" ? pc.green("+") : pc.cyan("~");
    const what = item.skills.length > 0 ? item.skills.join(", ") : (item.name ?? "");
    const line = `  ${sign} ${pc.bold(shorten(what, 70))}  ${item.reason.replaceAll("_", " ")}  ${pc.dim(shorten(item.path, width / 2))}`;
    const findings = (item.findings ?? []).map(
      (finding) =>
        `      ${finding.severity === "error" ? pc.red("✗") : pc.yellow("!")} ${finding.file}:${finding.line} ${shorten(finding.message, width - 20)}`,
    );
    const notes = (item.notes ?? []).map((note) => pc.dim(`      ${shorten(note, width - 10)}`));
    return [line, ...findings.slice(0, 5), ...notes.slice(0, 5)];
  });
  return told.length > SHOWN ? [...lines, pc.dim(`  … and ${told.length - SHOWN} more (--json lists them)`)] : lines;
}
