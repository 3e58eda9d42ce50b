/**
 * `eval patches`: can edits corrupt a skill? Random sets of edits, sensible and hostile, are applied to real skills;
 * a checker that does not trust the editor looks for what they must never do; the undo must give the same bytes.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { AutoskillError } from "../base/index.ts";
import {
  applySkillEdits,
  parseSkill,
  type SkillDocument,
  type SkillEdit,
  type SkillEditResult,
  undoSkillEdits,
} from "../skill/index.ts";
import { checkSet, unfitForChecking } from "./patches-check.ts";
import { drawEdits } from "./patches-draw.ts";
import { seededRandom } from "./random.ts";

export interface PatchesOptions {
  /** JSON Lines of `{path, text}` or `{path, base64}`, plain or gzipped. */
  skillsFile: string;
  /** Sets of edits to apply. Default 10,000. */
  n?: number;
  /** Default 1. The same seed and file give the same report, `ms` apart. */
  seed?: number;
  onProgress?: (done: number, total: number) => void;
  /** The editor under test; another one can be put in to see that the check can fail. */
  editor?: (text: string, edits: readonly SkillEdit[]) => SkillEditResult;
}

export interface PatchesFailure {
  path: string;
  kind: "corruption" | "undo_mismatch" | "exception";
  details: string[];
  edits: SkillEdit[];
}

export interface PatchesReport {
  sets: number;
  edits: number;
  applied: number;
  conflicts: Record<string, number>;
  rejected: Record<string, number>;
  /** Sets whose result broke something, or whose editor threw. */
  corruptions: number;
  /** Sets whose undo did not give the bytes before, or was let through on changed text. */
  undoMismatches: number;
  skills: number;
  /** Skills that were left out of the draw, by reason. */
  skipped: Record<string, number>;
  /** The first 20 failures. */
  samples: PatchesFailure[];
  seed: number;
  ms: number;
}

const MAX_SAMPLES = 20;
/** Longer skills are left out: they take seconds a set and add nothing that shorter ones do not show. */
const MAX_SKILL_LENGTH = 200_000;

/** @throws AutoskillError `DATA_UNREADABLE`; `NO_SKILLS` when the file holds no skill that can be drawn. */
export async function evaluatePatches(options: PatchesOptions): Promise<PatchesReport> {
  const started = performance.now();
  const { n = 10_000, seed = 1, editor = applySkillEdits } = options;
  const { skills, skipped } = await readSkills(options.skillsFile);
  if (skills.length === 0) {
    throw new AutoskillError({
      code: "NO_SKILLS",
      message: "The file holds no skill to try edits on.",
      expected: "JSON Lines of {path, text} or {path, base64}, plain or gzipped",
      next: "Give a file of skills with --skills FILE.",
    });
  }
  const report: PatchesReport = {
    sets: 0,
    edits: 0,
    applied: 0,
    conflicts: {},
    rejected: {},
    corruptions: 0,
    undoMismatches: 0,
    skills: skills.length,
    skipped,
    samples: [],
    seed,
    ms: 0,
  };
  const random = seededRandom(seed);
  const documents = new Map<string, SkillDocument>();
  while (report.sets < n) {
    const skill = random.pick(skills);
    const document = documents.get(skill.text) ?? parseSkill(skill.text);
    documents.set(skill.text, document);
    runSet(skill, document, drawEdits(document, random), editor, report);
    report.sets++;
    if (report.sets % 100 === 0 || report.sets === n) {
      options.onProgress?.(report.sets, n);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  report.ms = Math.round(performance.now() - started);
  return report;
}

function runSet(
  skill: { path: string; text: string },
  document: SkillDocument,
  edits: SkillEdit[],
  editor: NonNullable<PatchesOptions["editor"]>,
  report: PatchesReport,
): void {
  report.edits += edits.length;
  const fail = (kind: PatchesFailure["kind"], details: string[]) => {
    if (kind === "undo_mismatch") report.undoMismatches++;
    else report.corruptions++;
    if (report.samples.length < MAX_SAMPLES) report.samples.push({ path: skill.path, kind, details, edits });
  };
  let result: SkillEditResult;
  try {
    result = editor(skill.text, edits);
  } catch (error) {
    fail("exception", [String(error)]);
    return;
  }
  for (const outcome of result.outcomes) {
    if (outcome.status === "applied") report.applied++;
    else {
      const counts = outcome.status === "conflict" ? report.conflicts : report.rejected;
      counts[outcome.reason] = (counts[outcome.reason] ?? 0) + 1;
    }
  }
  const wrong = checkSet(document, result.text, edits, result.outcomes);
  if (wrong.length > 0) fail("corruption", wrong);
  const undone = undoProblem(skill.text, result);
  if (undone !== undefined) fail("undo_mismatch", [undone]);
}

function undoProblem(before: string, { text, undo }: SkillEditResult): string | undefined {
  try {
    if (!Buffer.from(undoSkillEdits(text, undo)).equals(Buffer.from(before))) return "undo gives other bytes";
  } catch (error) {
    return `undo failed: ${String(error)}`;
  }
  try {
    undoSkillEdits(`${text}\nchanged since\n`, undo);
    return "undo went through on changed text";
  } catch (error) {
    return AutoskillError.isInstance(error) && error.code === "UNDO_STALE" ? undefined : String(error);
  }
}

async function readSkills(
  file: string,
): Promise<{ skills: { path: string; text: string }[]; skipped: Record<string, number> }> {
  const skills: { path: string; text: string }[] = [];
  const skipped: Record<string, number> = {};
  const skip = (reason: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const stream = createReadStream(file);
  const input = file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream;
  stream.on("error", (error) => input.destroy(error));
  // Not readline's iterator alone: it never ends when the stream fails.
  const failed = new Promise<never>((_, reject) => input.on("error", reject));
  const read = (async () => {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const skill = skillOf(line);
      if (typeof skill === "string") skip(skill);
      else {
        const reason = skill.text.length > MAX_SKILL_LENGTH ? "too_long" : unfitForChecking(skill.text);
        if (reason === undefined) skills.push(skill);
        else skip(reason);
      }
    }
  })();
  await Promise.race([read, failed]).catch((error: Error) => {
    throw new AutoskillError({
      code: "DATA_UNREADABLE",
      message: `${file} cannot be read: ${error.message}`,
      next: "Check the path, and that a name in .gz is a gzip file.",
      cause: error,
    });
  });
  return { skills, skipped };
}

/** The skill on one line, or why it cannot be used. */
function skillOf(line: string): { path: string; text: string } | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return "broken_line";
  }
  if (typeof record !== "object" || record === null) return "broken_line";
  const { path, text, base64 } = record as Record<string, unknown>;
  if (typeof path !== "string") return "broken_line";
  if (typeof text === "string") return { path, text };
  if (typeof base64 !== "string") return "broken_line";
  try {
    const bytes = Buffer.from(base64, "base64");
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return "invalid_utf8";
  }
}
