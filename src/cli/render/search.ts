/** How search results are shown to a person. */
import pc from "picocolors";
import type { FoundSkill, IndexRebuilt, IndexStatus, SearchReport, TriggerProposal } from "../../operations/index.ts";
import type { Render } from "../command.ts";
import { colourDiff, count, shorten, table } from "./text.ts";

export const renderSearch: Render<SearchReport> = (report, terminal) => {
  const notes = report.diagnostics.map((diagnostic) => pc.yellow(`! ${diagnostic.message}`));
  if (report.skills.length === 0) return [...notes, nothingFits(report)].join("\n");
  const lines = report.skills.map((skill) => [
    table([
      [
        percent(skill.score),
        pc.bold(skill.name),
        pc.dim(skill.scope),
        shorten(skill.description, Math.max(30, terminal.columns - skill.name.length - 20)),
      ],
    ]),
    ...explanation(skill),
  ]);
  return [...notes, ...lines.flat()].join("\n");
};

function nothingFits({ nearest, searched, minScore }: SearchReport): string {
  if (searched === 0) return "No skills here yet. `autoskill learn` makes the first from your latest session.";
  const closest =
    nearest === undefined ? "" : ` Nearest: ${nearest.name} with ${nearest.score}, under ${minScore} (--min-score).`;
  return `Nothing fits among ${count(searched, "skill")}.${closest}`;
}

function explanation({ parts }: FoundSkill): string[] {
  if (parts === undefined) return [];
  const terms = parts.terms.map((term) => `${term.term} ${share(term.weight)} (${term.fields.join(", ")})`);
  const cosine = parts.cosine === undefined ? "" : `, cosine ${share(parts.cosine)}`;
  const moved = `use ${share(parts.use)}, recency ${share(parts.recency)}`;
  return [
    pc.dim(`      words ${share(parts.lexical)}${cosine}, together ${share(parts.fused)}; ${moved}`),
    ...(terms.length === 0 ? [] : [pc.dim(`      ${terms.join(" · ")}`)]),
  ];
}

function percent(score: number): string {
  return pc.green(`${Math.round(score * 100)}%`.padStart(4));
}

function share(value: number): string {
  return value.toFixed(2);
}

export const renderTuned: Render<TriggerProposal> = (proposal) => {
  const row = (name: string, { before, after }: TriggerProposal["training"]) => [
    name,
    `fires for ${before.fired} → ${after.fired} of ${before.positives}`,
    `wrongly for ${before.alarms} → ${after.alarms} of ${before.negatives}`,
  ];
  const figures = table([row("found on", proposal.training), row("held out", proposal.heldOut)]);
  if (!proposal.changed) {
    return `${figures}\nNothing to propose for ${proposal.skill}: no change holds on the held-out prompts.`;
  }
  return [
    figures,
    ...proposal.changes.map((change) => `  ${change}`),
    "",
    colourDiff(proposal.diff),
    pc.dim(`Nothing is written yet: put it into ${proposal.directory}/SKILL.md if you agree.`),
  ].join("\n");
};

export const renderIndexStatus: Render<IndexStatus> = (status) => {
  const fresh = status.behind + status.gone === 0;
  const state = fresh
    ? `${pc.green("✓")} as the skills on disk are`
    : `${pc.yellow("!")} ${status.behind} to be indexed, ${status.gone} gone; the next search sees to it`;
  return [
    `${count(status.indexed, "skill")} in the index of ${status.skills} on disk, ${count(status.vectors, "vector")} (${status.embedder})`,
    state,
    pc.dim(
      `${status.directory}, ${kibibytes(status.bytesOnDisk)} on disk, ${kibibytes(status.bytesInMemory)} in memory`,
    ),
    ...status.diagnostics.map((diagnostic) => pc.yellow(`! ${diagnostic.message}`)),
  ].join("\n");
};

export const renderIndexRebuilt: Render<IndexRebuilt> = (rebuilt) =>
  [
    `${pc.green("✓")} ${count(rebuilt.skills, "skill")} and ${count(rebuilt.vectors, "vector")} (${rebuilt.embedder}) in ${rebuilt.ms} ms`,
    pc.dim(`${rebuilt.directory}, ${kibibytes(rebuilt.bytesOnDisk)}`),
    ...rebuilt.diagnostics.map((diagnostic) => pc.yellow(`! ${diagnostic.message}`)),
  ].join("\n");

function kibibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
