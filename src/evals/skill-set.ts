/**
 * Skills to evaluate on, from what people have at hand: JSON Lines of whole skills, a list of names and descriptions, or
 * a folder of SKILL.md files.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AutoskillError, sha256 } from "../base/index.ts";
import { documentFromSkill, type SearchDocument } from "../search/index.ts";
import { readDataFile } from "./labelled-file.ts";

/**
 * Reads `{path, text | base64}` lines (`.jsonl`, `.jsonl.gz`; the id is the path), `{skills: [{name, description}]}`
 * (`.json`; the id is the name), or every SKILL.md below a folder (the id is its path from there, with `/`).
 *
 * @throws AutoskillError `DATA_UNREADABLE`, `DATA_INVALID`, `NO_SKILLS`
 */
export async function readSkillSet(path: string): Promise<SearchDocument[]> {
  const status = await stat(path).catch(() => undefined);
  const documents = status?.isDirectory() ? await fromFolder(path) : fromText(path, await readDataFile(path));
  if (documents.length > 0) return documents;
  throw new AutoskillError({
    code: "NO_SKILLS",
    message: `${path} holds no skill.`,
    expected: "a folder of SKILL.md files, {path, text} lines, or {skills: [{name, description}]}",
    next: "Give another file or folder with --skills.",
  });
}

async function fromFolder(root: string): Promise<SearchDocument[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name === "SKILL.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const documents: SearchDocument[] = [];
  for (const file of files) {
    const id = relative(root, file).split(sep).join("/");
    documents.push(documentFromSkill(await readFile(file), { id, scope: SCOPE }));
  }
  return documents;
}

const SCOPE = "evaluated";

function fromText(path: string, text: string): SearchDocument[] {
  if (/\.json(\.gz)?$/.test(path)) return fromList(path, text);
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const document = fromLine(line);
    if (document === undefined) throw invalid(path, `line ${at + 1} is not {path, text} or {path, base64}`);
    return [document];
  });
}

function fromLine(line: string): SearchDocument | undefined {
  const record = parsed(line);
  const id = record?.path ?? record?.id;
  if (typeof id !== "string") return undefined;
  if (typeof record?.text === "string") return documentFromSkill(record.text, { id, scope: SCOPE });
  if (typeof record?.base64 !== "string") return undefined;
  return documentFromSkill(Buffer.from(record.base64, "base64"), { id, scope: SCOPE });
}

function fromList(path: string, text: string): SearchDocument[] {
  const skills = parsed(text)?.skills;
  if (!Array.isArray(skills)) throw invalid(path, "no list `skills`");
  return skills.map((skill: unknown, at) => {
    const { name, description, triggers } = (skill ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || typeof description !== "string") {
      throw invalid(path, `skill ${at + 1} has no name or no description`);
    }
    return {
      id: name,
      name,
      description,
      triggers: Array.isArray(triggers) ? triggers.filter((item) => typeof item === "string") : [],
      tags: [],
      body: "",
      scope: SCOPE,
      state: "active" as const,
      hash: sha256(JSON.stringify([name, description, triggers])),
    };
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function invalid(path: string, problem: string): AutoskillError {
  return new AutoskillError({
    code: "DATA_INVALID",
    message: `${path}: ${problem}.`,
    expected: "{path, text | base64} lines, or {skills: [{name, description}]}",
    next: "Correct the file, or give another with --skills.",
  });
}
