/** How an extraction is shown to a person. */
import pc from "picocolors";
import type { ExtractionReport } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { proposalDetails, publishedLine } from "./proposals.ts";
import { count, shorten } from "./text.ts";

export const renderExtraction: Render<ExtractionReport> = (report) => {
  const { window, model, usage } = report;
  const cost = `${count(window.turns, "turn")}, ${model}, ${usage.inputTokens + usage.outputTokens} tokens`;
  const lines = [`${pc.green("looked at")} ${shorten(report.sessionId, 36)} ${pc.dim(`(${cost})`)}`];
  if (report.outcome === "skipped") lines.push("  A session of ours or of a sub-agent, or nobody spoke in it.");
  if (report.outcome === "nothing_to_save") lines.push("  Nothing to save.");
  for (const { slug, text } of report.drafts) {
    lines.push(pc.dim(`  waits for a second conversation (${slug}): “${shorten(text, 80)}”`));
  }
  for (const placement of report.placements) {
    if (placement.kind === "discarded")
      lines.push(pc.dim(`  not worth a skill (${placement.slug}): ${placement.reason}`));
    else if (placement.kind === "reinforced") lines.push(`  more evidence for ${placement.slug}`);
  }
  for (const { slug, rule, message } of report.problems) {
    lines.push(pc.dim(`  left out (${slug}): ${rule === undefined ? "" : `“${shorten(rule, 80)}” `}${message}`));
  }
  for (const item of report.published) lines.push(publishedLine(item));
  for (const { name, error } of report.notPublished)
    lines.push(`${pc.red("✗")} ${name}: ${error.message} [${error.code}]`);
  const published = new Set(report.published.map(({ id }) => id));
  const open = report.proposals.filter(({ id }) => !published.has(id));
  for (const proposal of open) lines.push("", proposalDetails(proposal));
  if (open.length > 0) lines.push("", `${count(open.length, "proposal")} waiting. Decide: autoskill pending`);
  return lines.join("\n");
};
