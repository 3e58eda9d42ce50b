/** The tables of `stats` as one picture: bars, plain SVG 1.1 without scripts, styles from outside or fonts to load. */
import type { StatsReport, StatsRow } from "./model.ts";

const WIDTH = 960;
const MARGIN = 24;
const LABEL = 260;
const ROW = 22;
const HEAD = 44;
const MAX_ROWS = 20;
const COLOURS = ["#2563eb", "#059669", "#d97706", "#7c3aed", "#dc2626", "#0891b2", "#4d7c0f"];

export function svgOfStats(report: StatsReport): string {
  const charts: [string, StatsRow[]][] = [
    ["Skills by subset", report.subsets],
    ["Top tags", report.tags],
    [`Categories (N=${report.skills})`, report.categories],
    ["Platform mentions", report.platforms],
    ["Versions", report.versions],
    ["Rules by support", report.support?.bySupport ?? []],
    ["Use", report.use?.byKind ?? []],
  ];
  let y = MARGIN + 28;
  const parts: string[] = [];
  for (const [at, [title, rows]] of charts.entries()) {
    if (rows.length === 0) continue;
    const chart = chartOf(title, rows, COLOURS[at % COLOURS.length] ?? "#2563eb", y);
    parts.push(chart.text);
    y = chart.end;
  }
  const title = `Skills: ${report.skills}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + MARGIN}" viewBox="0 0 ${WIDTH} ${y + MARGIN}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 12}" font-size="20" font-weight="600" fill="#111827">${escapeXml(title)}</text>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function chartOf(title: string, rows: readonly StatsRow[], colour: string, top: number): { text: string; end: number } {
  const shown = rows.slice(0, MAX_ROWS);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  const room = WIDTH - 2 * MARGIN - LABEL - 80;
  const lines = [
    `<text x="${MARGIN}" y="${top + 28}" font-size="15" font-weight="600" fill="#111827">${escapeXml(title)}</text>`,
  ];
  for (const [at, { name, count }] of shown.entries()) {
    const y = top + HEAD + at * ROW;
    const length = Math.max(1, Math.round((room * count) / most));
    const left = MARGIN + LABEL;
    lines.push(
      `<text x="${left - 8}" y="${y + 12}" text-anchor="end" fill="#374151">${escapeXml(shortened(name))}</text>`,
      `<rect x="${left}" y="${y}" width="${length}" height="15" rx="2" fill="${colour}"/>`,
      `<text x="${left + length + 6}" y="${y + 12}" fill="#374151">${count}</text>`,
    );
  }
  let end = top + HEAD + shown.length * ROW;
  if (rows.length > shown.length) {
    lines.push(
      `<text x="${MARGIN + LABEL}" y="${end + 12}" fill="#6b7280">and ${rows.length - shown.length} more</text>`,
    );
    end += ROW;
  }
  return { text: lines.join("\n"), end };
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > 34 ? `${letters.slice(0, 33).join("")}…` : name;
}

/** Text for XML 1.0: marks escaped, characters that it cannot hold replaced. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`);
}
