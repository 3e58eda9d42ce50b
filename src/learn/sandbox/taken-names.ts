/**
 * Names that a new skill cannot have, because a skill at some level has it already: agents would load the one or the other.
 * A skill counts by its folder and by the name in its frontmatter, which need not agree.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { parseSkillHead } from "../../skill/index.ts";
import type { AddressBook } from "./address.ts";
import type { ValidationContext } from "./model.ts";

const HEAD_BYTES = 64 * 1024;
/** Links are followed: a linked skill has its name too. Nothing of what is read is shown. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** One spelling for names that a person would take for the same. */
export function foldSkillName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Folded name → where it is taken, in words. */
export async function takenNames(
  context: Pick<ValidationContext, "bank">,
  book: AddressBook,
): Promise<Map<string, string>> {
  const taken = new Map<string, string>();
  const add = (name: string | undefined, where: string): void => {
    const folded = name === undefined ? "" : foldSkillName(name);
    if (folded !== "" && !taken.has(folded)) taken.set(folded, where);
  };
  const { skills } = await context.bank.list();
  for (const { slug, name, scope } of skills) {
    add(slug, `${scope} skills`);
    add(name, `${scope} skills, under the folder ${slug}`);
  }
  for (const root of book.roots) {
    for (const entry of entriesOf(root.directory)) {
      if (entry.startsWith(".")) continue;
      add(entry, `\`${root.shown}\``);
      add(nameIn(join(root.directory, entry, "SKILL.md")), `\`${root.shown}\`, under the folder ${entry}`);
    }
  }
  return taken;
}

function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function nameIn(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, FLAGS);
    if (!fstatSync(descriptor).isFile()) return undefined;
    const bytes = Buffer.alloc(HEAD_BYTES);
    const length = readSync(descriptor, bytes, 0, HEAD_BYTES, 0);
    return parseSkillHead(bytes.toString("utf8", 0, length)).frontmatter?.name;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
