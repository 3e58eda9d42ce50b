/** Views of `model` and `usage`. */
import pc from "picocolors";
import type { ModelReport, UsageAmounts, UsageReport } from "../../operations/index.ts";
import { renderSkillUsage } from "./curate.ts";
import { count, shorten, table } from "./text.ts";

export function renderModel(report: ModelReport): string {
  const [first, ...others] = report.candidates;
  const lines = [
    report.model === undefined
      ? `${pc.yellow("!")} no model is used: ${report.why}`
      : `${pc.green("✓")} ${pc.bold(report.model)}  ${report.why}`,
  ];
  if (report.model !== undefined && first?.baseUrl !== undefined) lines.push(`  address  ${first.baseUrl}`);
  if (report.model !== undefined && first?.keyFrom !== undefined) lines.push(`  key      from ${first.keyFrom}`);
  if (report.supports?.tools === false) lines.push("  tools    none: one answer a call");
  const rest = report.model === undefined ? report.candidates.slice(1) : others;
  for (const { id, why } of rest) lines.push(pc.dim(`  also     ${id}: ${why}`));
  if (report.model === undefined && report.candidates.length === 0) {
    lines.push(
      "  next     set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY … or, for a model of your own,",
      "           AUTOSKILL_MODEL and AUTOSKILL_BASE_URL (docs/models.md); all that needs no model works without.",
    );
  }
  lines.push(...checkLines(report));
  return lines.join("\n");
}

function checkLines({ check }: ModelReport): string[] {
  if (check === undefined) return [];
  if (check.ok) return [`${pc.green("✓")} answered in ${check.ms} ms: ${shorten(check.text, 60)}`];
  const { message, code, next } = check.error;
  return [`${pc.red("✗")} ${message} ${pc.dim(`[${code}]`)}`, ...(next === undefined ? [] : [`  next     ${next}`])];
}

export function renderUsage(report: UsageReport): string {
  const skills = report.skills.length === 0 ? [] : [renderSkillUsage(report.skills)];
  return [...skills, renderModelUsage(report)].join("\n\n");
}

function renderModelUsage(report: UsageReport): string {
  if (report.total.calls === 0) return "No language model has been asked for anything.";
  const rows = [
    ["purpose", "calls", "ended", "input", "cached", "output", "time", "cost", "models"].map((name) => pc.dim(name)),
    ...report.purposes.map((purpose) => [pc.bold(purpose.purpose), ...amounts(purpose), purpose.models.join(", ")]),
    ...(report.purposes.length > 1 ? [[pc.bold("all"), ...amounts(report.total), ""]] : []),
  ];
  const note =
    report.unpriced.length === 0 ? [] : [pc.dim(`no price set for ${report.unpriced.join(", ")} (docs/models.md)`)];
  return [table(rows), ...note].join("\n");
}

function amounts({ calls, outcomes, retries, inputTokens, cachedInputTokens, outputTokens, ms, cost }: UsageAmounts) {
  const ended = Object.entries(outcomes)
    .filter(([, number]) => number > 0)
    .map(([outcome, number]) => `${number} ${outcome}`);
  if (retries > 0) ended.push(count(retries, "retry", "retries"));
  const numbers = [inputTokens, cachedInputTokens, outputTokens].map((number) => number.toLocaleString("en"));
  return [
    String(calls),
    ended.join(", "),
    ...numbers,
    `${(ms / 1000).toFixed(1)} s`,
    cost === undefined ? "?" : String(cost),
  ];
}
