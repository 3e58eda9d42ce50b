/** How exports and figures of a bank are shown to a person. */
import pc from "picocolors";
import type { ExportReport, StatsReport, StatsRow } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { count, heading, shorten, table } from "./text.ts";

export const renderExport: Render<ExportReport> = (report) => {
  const lines = [
    `${pc.green("✓")} ${count(report.skills.length, "skill")}, ${count(report.files, "file")}, ${report.bytes} bytes: ${report.to}`,
    pc.dim(`  sha256 ${report.digest}`),
  ];
  for (const { name, reason } of report.left) lines.push(pc.dim(`  left out ${shorten(name, 70)}: ${reason}`));
  for (const file of report.cleaned) lines.push(pc.yellow(`  something private was replaced in ${shorten(file, 120)}`));
  return lines.join("\n");
};

const BAR = 24;

export const renderStats: Render<StatsReport> = (report, terminal) => {
  const width = Math.max(16, Math.min(48, terminal.columns - BAR - 20));
  const part = (title: string, rows: readonly StatsRow[], more = ""): string[] =>
    rows.length === 0 ? [] : ["", `${heading(title)}${more === "" ? "" : pc.dim(`  ${more}`)}`, bars(rows, width)];
  const { support, use } = report;
  return [
    heading(`${count(report.skills, "skill")} (${shorten(report.source, 80)})`),
    ...part(
      "By subset",
      report.subsets.map(({ name, count: skills, conversations }) => ({
        name: conversations === undefined ? name : `${name}, from ${count(conversations, "session")}`,
        count: skills,
      })),
    ),
    ...part("Top tags", report.tags, `of ${report.distinctTags}`),
    ...part("Categories", report.categories),
    ...part("Platforms mentioned", report.platforms),
    ...part("Versions", report.versions, `${report.refined} beyond 0.1.0`),
    ...part("Rules by support", support?.bySupport ?? [], `of ${support?.rules ?? 0}`),
    ...part("Skills by sessions behind them", support?.bySessions ?? []),
    ...part("Use", use?.byKind ?? [], `${use?.neverUsed ?? 0} never used`),
    ...part("Most used", use?.mostUsed ?? []),
    ...(report.svg === undefined ? [] : ["", `Picture: ${report.svg}`]),
  ].join("\n");
};

const SHOWN = 40;

function bars(rows: readonly StatsRow[], width: number): string {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const shown = rows
    .slice(0, SHOWN)
    .map(({ name, count: number }) => [
      `  ${shorten(name, width)}`,
      String(number),
      pc.cyan("█".repeat(Math.max(1, Math.round((BAR * number) / most)))),
    ]);
  return table(shown) + (rows.length > SHOWN ? `\n${pc.dim(`  … and ${rows.length - SHOWN} more`)}` : "");
}
