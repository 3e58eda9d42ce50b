/**
 * `export`: skills as a folder or a zip archive that others, or `import`, can read.
 *
 * Contract: each skill in its own folder, every file as it lies in the bank. No path of this machine, no id of a session and no
 * transcript is in it; evidence only when asked for, then as short redacted quotes with sessions numbered. The same bank gives
 * the same bytes.
 */
import { mkdtemp, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Bank, BankSkill, Scope } from "../../bank/index.ts";
import { AutoskillError, isInside, makeFolder, sha256 } from "../../base/index.ts";
import { listSessions } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema, resolveProject, scopeSchema } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { cleanForExport, type Private } from "./clean-export.ts";
import { evidenceFile } from "./evidence-file.ts";
import { type ExportedFile, zipOf } from "./zip-export.ts";

export interface ExportReport {
  /** Where it was written. */
  to: string;
  form: "folder" | "zip";
  skills: { name: string; scope: Scope; files: number; bytes: number }[];
  /** Skills that were not taken, and why. */
  left: { name: string; scope: Scope; reason: string }[];
  /** Files in which something private was replaced by a placeholder. */
  cleaned: string[];
  files: number;
  bytes: number;
  /** sha256 of the archive, or of the list of files and their digests. */
  digest: string;
}

export const exportSkills = defineOperation({
  name: "export",
  summary: SUMMARIES.export,
  readOnly: true,
  input: z.object({
    skills: z.array(z.string().min(1)).default([]).describe("Names; default: all that autoskill wrote or keeps"),
    to: z.string().min(1).describe("A new or empty folder, or a file that ends in .zip"),
    scope: scopeSchema.optional(),
    project: projectSchema,
    withEvidence: z
      .boolean()
      .default(false)
      .describe("Also why each rule is there: redacted quotes, sessions numbered"),
  }),
  handler: async (context, input): Promise<ExportReport> => {
    const projectRoot = await resolveProject(context, input.project);
    const bank = await context.bank(projectRoot);
    const to = resolve(context.workingDirectory, input.to);
    const form = /\.zip$/i.test(to) ? "zip" : "folder";
    const report: ExportReport = { to, form, skills: [], left: [], cleaned: [], files: 0, bytes: 0, digest: "" };
    const chosen = chooseSkills(await listed(bank, input.scope), input.skills, report);
    const hidden = await privateThings(context, projectRoot);
    const files: ExportedFile[] = [];
    for (const skill of chosen) {
      const own = await filesOf(skill, hidden, report);
      files.push(...own);
      const bytes = own.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      report.skills.push({ name: skill.slug, scope: skill.scope, files: own.length, bytes });
      if (input.withEvidence) files.push(await evidenceFile(bank, skill, (text) => cleanForExport(text, hidden)));
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    report.files = files.length;
    report.bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
    if (form === "zip") {
      const archive = await zipOf(files);
      await writeWhole(to, archive);
      report.digest = sha256(archive);
    } else {
      await writeFolder(to, files);
      report.digest = sha256(files.map(({ path, bytes }) => `${sha256(bytes)} ${path}\n`).join(""));
    }
    return report;
  },
});

async function listed(bank: Bank, scope: Scope | undefined): Promise<BankSkill[]> {
  return (await bank.list(scope === undefined ? {} : { scope })).skills;
}

/** @throws AutoskillError `SKILL_NOT_FOUND`, `INVALID_INPUT` when two scopes have a skill of one name. */
function chooseSkills(skills: readonly BankSkill[], names: readonly string[], report: ExportReport): BankSkill[] {
  for (const name of names) {
    if (skills.some(({ slug }) => slug === name)) continue;
    throw new AutoskillError({
      code: "SKILL_NOT_FOUND",
      message: `No skill named ${JSON.stringify(name)}.`,
      next: "Run `autoskill list` to see all skills.",
    });
  }
  const chosen: BankSkill[] = [];
  for (const skill of skills) {
    const { slug: name, scope, ownership } = skill;
    if (names.length > 0 && !names.includes(name)) continue;
    if (ownership === "foreign_link" || ownership === "unreadable" || ownership === "missing") {
      report.left.push({ name, scope, reason: ownership });
    } else if (names.length === 0 && ownership === "user") {
      report.left.push({ name, scope, reason: "a person's own; name it to take it along" });
    } else {
      chosen.push(skill);
    }
  }
  const twice = chosen.find((skill) => chosen.some((other) => other !== skill && other.slug === skill.slug));
  if (twice === undefined) return chosen;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `There are two skills named ${twice.slug}, in different scopes.`,
    next: "Give --scope project or --scope user, and export twice.",
  });
}

async function privateThings(context: OperationContext, projectRoot: string): Promise<Private> {
  const given = [
    { path: projectRoot, placeholder: "<project>" },
    { path: context.home, placeholder: "~/.autoskill" },
    { path: context.userHome, placeholder: "~" },
  ];
  const folders = [...given];
  for (const { path, placeholder } of given) {
    const real = await realpath(path).catch(() => path);
    if (real !== path) folders.push({ path: real, placeholder });
  }
  folders.sort((a, b) => b.path.length - a.path.length);
  const sessions = await listSessions(await context.store());
  return { folders, sessionIds: new Set(sessions.map(({ sessionId }) => sessionId).filter((id) => id.length >= 16)) };
}

async function filesOf(skill: BankSkill, hidden: Private, report: ExportReport): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  for (const { path, blob, executable } of skill.files) {
    const bytes = await readFile(join(skill.directory, path));
    if (sha256(bytes) !== blob) {
      throw new AutoskillError({
        code: "CONFLICT",
        message: `${skill.slug}/${path} changed while it was read.`,
        next: "Run the export again.",
      });
    }
    const cleaned = cleanedBytes(bytes, hidden);
    const place = `${skill.slug}/${path}`;
    if (cleaned !== undefined) report.cleaned.push(place);
    files.push({ path: place, bytes: cleaned ?? bytes, executable });
  }
  return files;
}

/** The bytes without private things; nothing when there are none, or when it is no text. */
function cleanedBytes(bytes: Uint8Array, hidden: Private): Uint8Array | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const clean = cleanForExport(text, hidden);
  return clean === text ? undefined : Buffer.from(clean);
}

/** @throws AutoskillError `TARGET_NOT_EMPTY`, `FOLDER_NOT_MADE`, `WRITE_FAILED` */
async function writeFolder(to: string, files: readonly ExportedFile[]): Promise<void> {
  const there = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw notWritten(to, error);
  });
  if (there !== undefined && there.length > 0) throw notEmpty(to);
  makeFolder(dirname(to));
  const staged = await mkdtemp(join(dirname(to), `.${basename(to)}-`));
  try {
    for (const { path, bytes, executable } of files) {
      const target = join(staged, path);
      if (!isInside(staged, target)) throw notWritten(to, new Error(`${path} leads out of it`));
      makeFolder(dirname(target));
      await writeFile(target, bytes, { mode: executable ? 0o755 : 0o644, flag: "wx" });
    }
    if (there !== undefined) await rmdir(to);
    await rename(staged, to);
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    throw AutoskillError.isInstance(error) ? error : notWritten(to, error);
  }
}

async function writeWhole(to: string, bytes: Uint8Array): Promise<void> {
  try {
    makeFolder(dirname(to));
    const staged = `${to}.${process.pid}.part`;
    await writeFile(staged, bytes);
    await rename(staged, to);
  } catch (error) {
    throw AutoskillError.isInstance(error) ? error : notWritten(to, error);
  }
}

function notEmpty(to: string): AutoskillError {
  return new AutoskillError({
    code: "TARGET_NOT_EMPTY",
    message: `${to} is not empty.`,
    next: "Give a new or empty folder, or a file that ends in .zip.",
  });
}

function notWritten(to: string, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "WRITE_FAILED",
    message: `${to} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    next: "Check the path and its permissions.",
    cause,
  });
}
