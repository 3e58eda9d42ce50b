/** `stats`: the tables of the AutoSkill paper for any bank of skills, and of our own what they rest on and how they are used. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { AutoskillError } from "../../base/index.ts";
import { skillId, summarizeSkillUsage } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { readSkillLines } from "../import/read-skills.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema, resolveProject, scopeSchema } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { categoryOf, normalTag, platformsOf } from "./classify.ts";
import type { StatsReport, StatsRow } from "./model.ts";
import { faceOf, type SkillFace } from "./skill-face.ts";
import { svgOfStats } from "./svg.ts";

const MOST_USED = 10;
const NO_VERSION = "none";

export const stats = defineOperation({
  name: "stats",
  summary: SUMMARIES.stats,
  readOnly: true,
  input: z.object({
    skills: z.string().optional().describe("A folder of skills or a .jsonl[.gz] of {path, text}; default: the bank"),
    scope: scopeSchema.optional(),
    project: projectSchema,
    top: z.coerce.number().int().min(1).max(1_000).default(20).describe("So many rows of long tables"),
    svg: z.string().optional().describe("Also draw the tables into this file"),
  }),
  handler: async (context, input): Promise<StatsReport> => {
    const report =
      input.skills === undefined
        ? await statsOfBank(context, input)
        : tablesOf(await facesAt(resolve(context.workingDirectory, input.skills)), input.skills, input.top);
    if (input.svg === undefined) return report;
    const path = resolve(context.workingDirectory, input.svg);
    try {
      await writeFile(path, svgOfStats(report));
    } catch (cause) {
      throw new AutoskillError({
        code: "WRITE_FAILED",
        message: `${path} cannot be written: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}.`,
        next: "Check the path and its permissions.",
        cause,
      });
    }
    return { ...report, svg: path };
  },
});

/** The tables that need nothing but the files. */
export function tablesOf(faces: readonly SkillFace[], source: string, top: number): StatsReport {
  const tags = counted(faces.flatMap((face) => [...new Set(face.tags.map(normalTag))]).filter((tag) => tag !== ""));
  const versions = counted(faces.map(({ version }) => version ?? NO_VERSION));
  return {
    source,
    skills: faces.length,
    subsets: counted(faces.map(({ subset }) => subset)),
    tags: tags.slice(0, top),
    distinctTags: tags.length,
    categories: counted(faces.map(categoryOf)),
    platforms: counted(faces.flatMap(platformsOf)),
    versions: versions.sort((a, b) => compareVersions(a.name, b.name)),
    refined: faces.filter(({ version }) => version !== undefined && compareVersions(version, "0.1.0") > 0).length,
  };
}

function counted(names: readonly string[]): StatsRow[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ranked(counts);
}

/** Most first; names in order where counts are equal. */
function ranked(counts: ReadonlyMap<string, number>): StatsRow[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function compareVersions(a: string, b: string): number {
  const parts = (version: string): number[] => version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [parts(a), parts(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @throws AutoskillError `DATA_UNREADABLE`, `NO_SKILLS` */
async function facesAt(path: string): Promise<SkillFace[]> {
  const found: { place: string; bytes: Uint8Array }[] = [];
  try {
    if ((await stat(path)).isDirectory()) {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile() || entry.name !== "SKILL.md") continue;
        const file = join(entry.parentPath, entry.name);
        found.push({ place: relative(path, file).split(sep).join("/"), bytes: await readFile(file) });
      }
    } else {
      for await (const skill of readSkillLines(path)) {
        const bytes = skill.files.get("SKILL.md")?.bytes;
        if (bytes !== undefined) found.push({ place: skill.path.slice(path.length + 1), bytes });
      }
    }
  } catch (cause) {
    throw new AutoskillError({
      code: "DATA_UNREADABLE",
      message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      next: "Check the path.",
      cause,
    });
  }
  if (found.length === 0) {
    throw new AutoskillError({
      code: "NO_SKILLS",
      message: `${path} holds no skill.`,
      expected: "a folder of SKILL.md files, or {path, text} lines",
      next: "Give another file or folder with --skills.",
    });
  }
  const folders = found.map(({ place }) => place.split("/").slice(0, -2));
  const shared = commonLength(folders);
  return found.map(({ place, bytes }, at) => {
    const subset = (folders[at] ?? []).slice(shared).join("/");
    return faceOf(bytes, subset === "" ? "(all)" : subset, place.split("/").at(-2) ?? place);
  });
}

function commonLength(paths: readonly string[][]): number {
  const [first = []] = paths;
  let length = first.length;
  for (const path of paths) {
    let same = 0;
    while (same < length && path[same] === first[same]) same++;
    length = same;
  }
  return length;
}

const STRENGTH = ["user_said", "outcome_seen", "inferred"];

async function statsOfBank(
  context: OperationContext,
  input: { scope?: "project" | "user" | "common" | undefined; project?: string | undefined; top: number },
): Promise<StatsReport> {
  const bank = await context.bank(await resolveProject(context, input.project));
  const { skills } = await bank.list(input.scope === undefined ? {} : { scope: input.scope });
  const faces = skills.map((skill) => faceOf(skill.text, skill.scope, skill.slug));
  const report = tablesOf(faces, "bank", input.top);
  const sessions = new Map<string, Set<string>>();
  const supports: string[] = [];
  const bySessions: string[] = [];
  for (const skill of skills) {
    const own = new Set<string>();
    for (const group of await bank.evidence(skill.scope, skill.slug)) {
      if (!group.active) continue;
      for (const record of group.evidence) own.add(record.sessionId);
      const best = STRENGTH.find((kind) => group.evidence.some(({ support }) => support === kind));
      supports.push(best ?? (group.byUser ? "by_hand" : "none"));
    }
    bySessions.push(own.size === 1 ? "1 session" : own.size > 4 ? "5 sessions or more" : `${own.size} sessions`);
    const ofScope = sessions.get(skill.scope) ?? new Set();
    sessions.set(skill.scope, ofScope);
    for (const id of own) ofScope.add(id);
  }
  const usage = await summarizeSkillUsage(await context.store());
  const names = new Map(
    skills.map((skill) => [skillId(skill.scope, bank.rootOf(skill.scope), skill.slug), skill.slug]),
  );
  const own = usage.filter((row) => names.has(row.skillId));
  const sum = (rows: typeof own, key: (row: (typeof own)[number]) => string): StatsRow[] => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + row.count);
    return ranked(counts);
  };
  const used = sum(
    own.filter(({ kind }) => kind === "used"),
    (row) => names.get(row.skillId) ?? row.skillId,
  );
  return {
    ...report,
    subsets: report.subsets.map((row) => ({ ...row, conversations: sessions.get(row.name)?.size ?? 0 })),
    support: { rules: supports.length, bySupport: counted(supports), bySessions: counted(bySessions) },
    use: {
      byKind: sum(own, ({ kind }) => kind),
      neverUsed: skills.length - used.length,
      mostUsed: used.slice(0, MOST_USED),
    },
  };
}
