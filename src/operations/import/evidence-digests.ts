/** What an imported document or skill says now, so that `why` can tell whether evidence still stands there. */
import { readFile } from "node:fs/promises";
import { sha256 } from "../../base/index.ts";
import { readDocument } from "../../learn/index.ts";
import { parseSkill } from "../../skill/index.ts";
import { readSkillLines, readSkillZip } from "./read-skills.ts";

/**
 * Digests of the units of a document, or of the rules of a skill; `undefined` when the file cannot be read any more.
 *
 * @param path as the evidence has it; behind `!` in an archive.
 */
export async function digestsInImport(kind: "document" | "skill", path: string): Promise<Set<string> | undefined> {
  try {
    const bytes = await bytesAt(path);
    if (bytes === undefined) return undefined;
    if (kind === "skill") return new Set(parseSkill(bytes).rules.map((rule) => sha256(rule.text)));
    return new Set((await readDocument({ name: path, bytes })).units.map((unit) => unit.digest));
  } catch {
    return undefined;
  }
}

async function bytesAt(path: string): Promise<Uint8Array | undefined> {
  const mark = path.search(/(?<=\.(?:zip|jsonl|ndjson|gz))!/i);
  if (mark < 0) return readFile(path);
  const archive = path.slice(0, mark);
  if (!/\.zip$/i.test(archive)) {
    for await (const found of readSkillLines(archive)) {
      if (found.path === path) return found.files.get("SKILL.md")?.bytes;
    }
    return undefined;
  }
  const { skills, others } = readSkillZip(await readFile(archive), archive);
  const skill = skills.find((found) => found.path === path);
  return skill?.files.get("SKILL.md")?.bytes ?? others.find((other) => `${archive}!${other.path}` === path)?.read();
}
