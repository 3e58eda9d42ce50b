/** How skills, their evidence and their history are shown to a person. */
import pc from "picocolors";
import type {
  ExplainedEvidence,
  Explanation,
  HistoryEntry,
  list,
  ShownSkill,
  SkillChange,
  SkillDifference,
} from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { SUPPORT_WORDS } from "./support-words.ts";
import { colourDiff, count, heading, indent, shorten, table } from "./text.ts";

type Listing = Awaited<ReturnType<typeof list.handler>>;

const OWNERSHIP_NOTES: Record<string, string> = {
  ours_edited: "changed by hand",
  user: "yours",
  marked_elsewhere: "published elsewhere",
  foreign_link: "a link, never touched",
  unreadable: "unreadable",
};

export const renderList: Render<Listing> = ({ skills, diagnostics }, terminal) => {
  const notes = diagnostics.map((diagnostic) => pc.yellow(`! ${diagnostic.path}: ${diagnostic.message}`));
  if (skills.length === 0) {
    return [...notes, "No skills here yet. `autoskill learn` makes the first from your latest session."].join("\n");
  }
  const rows = skills.map((skill) => [
    pc.bold(skill.name),
    pc.dim(skill.scope),
    skill.revision === undefined ? "" : pc.dim(`r${skill.revision}`),
    [
      OWNERSHIP_NOTES[skill.ownership] === undefined ? "" : pc.yellow(`(${OWNERSHIP_NOTES[skill.ownership]}) `),
      shorten(skill.description ?? "", Math.max(30, terminal.columns - 60)),
    ].join(""),
  ]);
  return [table(rows), ...notes].join("\n");
};

export const renderSkill: Render<ShownSkill> = (skill) => {
  const place = pc.dim(`${skill.scope} · ${skill.ownership} · ${skill.directory}`);
  return [`${place}\n\n${skill.text}`, ...(skill.drafts === undefined ? [] : [draftLines(skill.drafts)])].join("\n");
};

function draftLines(drafts: NonNullable<ShownSkill["drafts"]>): string {
  if (drafts.length === 0) return pc.dim("No rule waits for more support.");
  const lines = drafts.map(({ section, text, sessions, since }) =>
    [`- ${text}`, pc.dim(`  ${section}, ${count(sessions, "session")}, since ${since.slice(0, 10)}`)].join("\n"),
  );
  return [heading("Drafts: each rests on one session, and waits"), ...lines].join("\n");
}

export const renderExplanation: Render<Explanation> = (explanation) => {
  const lines = [heading(explanation.name) + pc.dim(`  ${explanation.directory ?? "removed"}`)];
  let section: string | undefined;
  for (const rule of explanation.rules.filter((candidate) => candidate.active)) {
    if (rule.section !== section) {
      section = rule.section;
      lines.push("", heading(section === "" ? "(before the first section)" : section));
    }
    lines.push("", indent(rule.text, 2));
    if (rule.evidence.length === 0) {
      lines.push(indent(pc.dim(rule.byUser ? "written by hand" : "no evidence of its own"), 4));
    }
    if (rule.sessions > 1) lines.push(indent(pc.dim(`${count(rule.sessions, "session")} support it`), 4));
    if (rule.contradictedBy > 0) {
      lines.push(indent(pc.yellow(`${count(rule.contradictedBy, "session")} said the opposite`), 4));
    }
    for (const evidence of rule.evidence) lines.push(indent(evidenceLines(evidence), 4));
  }
  const retired = explanation.rules.filter((rule) => !rule.active).length;
  if (retired > 0) lines.push("", pc.dim(`${count(retired, "retired rule")} with evidence: see --json`));
  return lines.join("\n");
};

function evidenceLines(evidence: ExplainedEvidence): string {
  const mark = { verified: pc.green("✓"), changed: pc.yellow("≠"), missing: pc.yellow("?") }[evidence.status];
  const state = {
    verified: "",
    changed: " (the transcript says something else there now)",
    missing: " (the transcript is gone)",
  }[evidence.status];
  const what = SUPPORT_WORDS[evidence.support] ?? evidence.support;
  const where = `${evidence.agent}, turn ${evidence.turn}, bytes ${evidence.span.start}–${evidence.span.end}`;
  return [
    `${mark} ${what}: ${pc.italic(`“${shorten(evidence.quote, 160)}”`)}${state}`,
    pc.dim(`  ${where}, ${evidence.sourcePath}`),
  ].join("\n");
}

export const renderDifference: Render<SkillDifference> = (difference) => {
  if (difference.diff === "")
    return `${difference.name}: no difference between ${difference.from} and ${difference.to}.`;
  return `${pc.dim(`${difference.from} → ${difference.to}`)}\n${colourDiff(difference.diff)}`;
};

export const renderHistory: Render<{ name: string; revisions: HistoryEntry[] }> = ({ name, revisions }) => {
  if (revisions.length === 0) return `${name} was not published by autoskill; it has no history here.`;
  return table(
    revisions.map((revision) => [
      pc.bold(`r${revision.revision}`),
      pc.dim(revision.at.slice(0, 16).replace("T", " ")),
      revision.actor,
      revision.reason,
    ]),
  );
};

export const renderRolledBack: Render<SkillChange> = (change) =>
  change.changed
    ? `${pc.green("✓")} ${change.name} is back, as revision ${change.revision}: ${change.directory ?? ""}`
    : `${change.name} already has these bytes (revision ${change.revision}).`;

export const renderRemoved: Render<SkillChange> = (change) => {
  const left = change.links.filter((link) => link.state === "taken");
  return [
    `${pc.green("✓")} ${change.name} is out of sight of every agent${left.length === 0 ? "" : ", but for what is not ours"}.`,
    ...left.map((link) => pc.yellow(`  left as it is: ${link.path}`)),
    pc.dim(`  Bring it back: autoskill rollback ${change.name} ${change.revision}`),
  ].join("\n");
};
