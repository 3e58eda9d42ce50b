/** Views of `curate`, of pins and the archive, and of the use of skills. */
import pc from "picocolors";
import type {
  ArchivedLine,
  CuratedChange,
  CuratedMerge,
  CurateReport,
  PinReport,
  SkillChange,
  SkillUsage,
} from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { count, table } from "./text.ts";

const DONE: Record<CuratedChange["action"], string> = {
  seed: "seen",
  restart_clock: "clock restarted",
  record_edit: "edit recorded",
  stale: "stale",
  reactivate: "active again",
  archive: "archived",
};

export const renderCurated: Render<CurateReport> = (report) => {
  const lines: string[] = [];
  if (report.dryRun) lines.push(pc.dim("Nothing was changed. A run now would do this:"));
  if (report.firstRun) {
    lines.push(`Seen for the first time: ${count(report.changes.length, "skill")}. From now on their time counts.`);
  } else lines.push(...changeLines(report.changes));
  lines.push(...report.merges.map(mergeLine));
  for (const { slug, like, reason } of report.left) lines.push(pc.dim(`${slug} is like ${like}, and stays: ${reason}`));
  const { in_use, stale, pinned, not_ours } = report.kept;
  const kept = { "in use": in_use, stale, pinned, "not autoskill's": not_ours };
  const words = Object.entries(kept).flatMap(([word, number]) => (number === 0 ? [] : [`${number} ${word}`]));
  if (words.length > 0) lines.push(`Left as they are: ${words.join(", ")}.`);
  if (report.changes.some(({ action }) => action === "archive" && !report.dryRun)) {
    lines.push(pc.dim("Bring one back: autoskill restore NAME. Take one entry back: autoskill ledger, undo."));
  }
  if (report.merges.some(({ state }) => state === "new" || state === "waiting")) {
    lines.push(pc.dim(report.dryRun ? "Merges would wait in `pending`." : "Decide about merges: autoskill pending"));
  }
  return lines.length === 0 ? "There are no skills here." : lines.join("\n");
};

function changeLines(changes: readonly CuratedChange[]): string[] {
  const seen = changes.filter(({ action }) => action === "seed").length;
  const rows = changes
    .filter(({ action }) => action !== "seed")
    .map(({ name, action, reason, error }) => [
      error === undefined ? pc.green("✓") : pc.red("✗"),
      pc.bold(name),
      DONE[action],
      pc.dim(error === undefined ? reason : error.message),
    ]);
  const nothing = rows.length === 0 && seen === 0 ? ["Nothing to do."] : [];
  return [
    ...nothing,
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(seen === 0 ? [] : [`New since the last run: ${count(seen, "skill")}.`]),
  ];
}

const MERGE_STATES: Record<CuratedMerge["state"], string> = {
  new: "proposed",
  waiting: "waits for you",
  decided: "was decided",
  rejected: "you do not want it",
};

function mergeLine({ name, absorbs, state, rationale }: CuratedMerge): string {
  const all = [name, ...absorbs].join(" + ");
  return `${pc.cyan("≈")} ${pc.bold(all)} ${MERGE_STATES[state]}\n  ${pc.dim(rationale)}`;
}

export const renderPinned: Render<PinReport> = ({ name, pinned, changed }) => {
  const state = pinned ? "pinned: the curator leaves it alone" : "not pinned any more";
  return changed ? `${pc.green("✓")} ${name} is ${state}.` : `${name} was ${pinned ? "pinned" : "not pinned"} already.`;
};

export const renderArchived: Render<SkillChange> = ({ name, links }) => {
  const left = links.filter((link) => link.state === "taken");
  return [
    `${pc.green("✓")} ${name} is in the archive, out of sight of every agent${left.length === 0 ? "" : ", but for what is not ours"}.`,
    ...left.map((link) => pc.yellow(`  left as it is: ${link.path}`)),
    pc.dim(`  Bring it back: autoskill restore ${name}`),
  ].join("\n");
};

export const renderInArchive: Render<{ skills: ArchivedLine[] }> = ({ skills }) => {
  if (skills.length === 0) return "The archive is empty.";
  const rows = skills.map(({ name, scope, at, actor, reason }) => [
    pc.bold(name),
    scope,
    pc.dim(at.slice(0, 10)),
    actor,
    pc.dim(reason ?? ""),
  ]);
  return [table(rows), pc.dim("Bring one back: autoskill restore NAME")].join("\n");
};

export function renderSkillUsage(skills: readonly SkillUsage[]): string {
  const head = ["skill", "scope", "found", "given", "used", "helped", "hurt", "last used", "stage"];
  const rows = skills.flatMap((skill) => {
    const stage = skill.pinned ? `${skill.stage}, pinned` : skill.stage;
    const own = [pc.bold(skill.name), skill.scope, ...numbers(skill), pc.dim(day(skill.lastUsedAt)), stage];
    const several = skill.users.length > 1 ? skill.users : [];
    return [
      own,
      ...several.map((use) => [`  ${use.user || "?"}`, "", ...numbers(use), pc.dim(day(use.lastUsedAt)), ""]),
    ];
  });
  return table([head.map((name) => pc.dim(name)), ...rows]);
}

function numbers(use: Pick<SkillUsage, "retrieved" | "injected" | "used" | "helped" | "hurt">): string[] {
  return [use.retrieved, use.injected, use.used, use.helped, use.hurt].map(String);
}

const day = (at: string | undefined): string => at?.slice(0, 10) ?? "never";
