/** `lint`: errors and advice on skills that lie anywhere, ours or not. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { AutoskillError, type ErrorJson, errorToJson } from "../base/index.ts";
import { lintSkill, type SkillFinding } from "../skill/index.ts";
import { throwIfInterrupted } from "./context.ts";
import { defineOperation } from "./operation.ts";
import { SUMMARIES } from "./summaries.ts";

export interface LintedFile {
  path: string;
  findings: SkillFinding[];
  /** Why the file could not be read. */
  exception?: ErrorJson;
}

export interface LintReport {
  files: LintedFile[];
  errors: number;
  advice: number;
}

const NEVER_WALKED = new Set(["node_modules", ".git"]);

export const lint = defineOperation({
  name: "lint",
  summary: SUMMARIES.lint,
  readOnly: true,
  input: z.object({ paths: z.array(z.string()).min(1).describe("SKILL.md files, or folders to walk") }),
  handler: async (context, input): Promise<LintReport> => {
    const files: LintedFile[] = [];
    for (const path of input.paths) {
      for (const file of await skillFilesBelow(resolve(context.workingDirectory, path))) {
        throwIfInterrupted(context);
        files.push(await lintFile(file));
        context.progress({ message: file, done: files.length, unit: "files" });
      }
    }
    const count = (severity: SkillFinding["severity"]) =>
      files.reduce((sum, file) => sum + file.findings.filter((finding) => finding.severity === severity).length, 0);
    const unreadable = files.filter((file) => file.exception !== undefined).length;
    return { files, errors: count("error") + unreadable, advice: count("advice") };
  },
});

async function lintFile(path: string): Promise<LintedFile> {
  try {
    if (!(await stat(path)).isFile()) {
      throw new AutoskillError({
        code: "NOT_A_FILE",
        message: `${path} is not a file.`,
        next: "Give a file or a folder.",
      });
    }
    const bytes = await readFile(path);
    const options = basename(path) === "SKILL.md" ? { path, directory: dirname(path) } : { path };
    return { path, findings: await lintSkill(bytes, options) };
  } catch (error) {
    return { path, findings: [], exception: errorToJson(error) };
  }
}

/** A file as it is named; of a folder, every SKILL.md below it, links to folders followed once. */
async function skillFilesBelow(path: string): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  const walk = async (place: string): Promise<void> => {
    const status = await stat(place);
    const identity = `${status.dev}:${status.ino}`;
    if (!status.isDirectory() || seen.has(identity)) return;
    seen.add(identity);
    const entries = await readdir(place);
    for (const entry of entries.sort()) {
      if (NEVER_WALKED.has(entry)) continue;
      const child = join(place, entry);
      const childStatus = await stat(child).catch(() => undefined);
      if (childStatus?.isDirectory()) await walk(child);
      else if (childStatus?.isFile() && entry.toLowerCase() === "skill.md") found.push(child);
    }
  };
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory()) await walk(path);
  else found.push(path);
  return found;
}
