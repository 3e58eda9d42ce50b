/**
 * Reads a folder of skills: every child that is a directory, or a link to one anywhere, and has a SKILL.md.
 *
 * Contract: never throws. A folder that is not there has no skills; what cannot be used is a problem and does not keep
 * the others from being read. Names that begin with a dot (`.git`, `.backup-…`, `.installing-…`) are nobody's skills.
 */
import { open, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isCode } from "../../base/index.ts";
import { SKILL_BOUNDS, SKILL_FILE } from "../snapshot.ts";
import type { SkillConfig, SkillProblem, SkillSource } from "./model.ts";
import { readSkillText } from "./read-skill.ts";

export interface ScannedSkill {
  skill: SkillConfig;
  /** Where it really lies: a link to it is the same skill. */
  realPath: string;
}

export interface SkillScan {
  skills: ScannedSkill[];
  problems: SkillProblem[];
}

export async function scanSkills(source: SkillSource): Promise<SkillScan> {
  const { directory, level } = source;
  const scan: SkillScan = { skills: [], problems: [] };
  let names: string[] = [];
  try {
    names = (await readdir(directory)).filter((name) => !name.startsWith(".")).sort();
  } catch (error) {
    if (!isCode(error, "ENOENT")) {
      scan.problems.push({ code: "UNREADABLE", message: messageOf(error), path: directory, level });
    }
  }
  for (const name of names) await scanChild(source, join(directory, name), scan);
  return scan;
}

/** Reads one skill again; its problem when it is gone or of no use any more. */
export async function readSkillFolder(source: SkillSource, skillRoot: string): Promise<SkillScan> {
  const scan: SkillScan = { skills: [], problems: [] };
  await scanChild(source, skillRoot, scan);
  return scan;
}

async function scanChild(source: SkillSource, skillRoot: string, scan: SkillScan): Promise<void> {
  const filePath = join(skillRoot, SKILL_FILE);
  const problem = (code: SkillProblem["code"], message: string, path: string) => {
    scan.problems.push({ code, message, path, level: source.level });
  };
  try {
    if (!(await stat(skillRoot)).isDirectory()) {
      problem("NOT_A_FOLDER", "It is no folder.", skillRoot);
      return;
    }
  } catch (error) {
    const code = isCode(error, "ENOENT") || isCode(error, "ELOOP") ? "BROKEN_LINK" : "UNREADABLE";
    problem(code, code === "BROKEN_LINK" ? "It is a link to nothing." : messageOf(error), skillRoot);
    return;
  }
  try {
    const bytes = await readBounded(filePath);
    if (bytes === undefined) {
      problem("INVALID_SKILL", `Its ${SKILL_FILE} is no file of at most ${SKILL_BOUNDS.fileBytes} bytes.`, filePath);
      return;
    }
    const reading = readSkillText(bytes, { filePath, skillRoot, source });
    scan.problems.push(...reading.problems);
    if (reading.skill !== undefined) scan.skills.push({ skill: reading.skill, realPath: await realpath(filePath) });
  } catch (error) {
    if (isCode(error, "ENOENT")) problem("INVALID_SKILL", `It has no ${SKILL_FILE}.`, skillRoot);
    else problem("UNREADABLE", messageOf(error), filePath);
  }
}

async function readBounded(path: string): Promise<Uint8Array | undefined> {
  // A pipe or device would wait, or never end.
  if (!(await stat(path)).isFile()) return undefined;
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    return size > SKILL_BOUNDS.fileBytes ? undefined : await file.readFile();
  } finally {
    await file.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
