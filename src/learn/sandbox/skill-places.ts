/** What lies in the known folders under the name of a skill, whoever put it there. */
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../../base/index.ts";
import type { AddressBook } from "./address.ts";

/** A folder of skills that has this one, as the agent spells it. */
export function folderWithSkill(book: AddressBook, slug: string): string | undefined {
  return book.roots.find(({ directory }) => existsSync(join(directory, slug)))?.shown;
}

/**
 * A symbolic link where a skill of that name lies or would lie, which leads out of the project, as the agent spells it. Links that stay in the project, or lead to a folder of skills that is known, are how
 * the bank itself shows a skill to several agents.
 */
export function linkOutOfProject(book: AddressBook, slug: string): string | undefined {
  const known = [book.projectRoot, ...book.roots.map(({ directory }) => realOf(directory) ?? directory)];
  const link = book.roots.find(({ directory }) => {
    const path = join(directory, slug);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
    const target = realOf(path);
    return target === undefined || !known.some((root) => isInside(root, target));
  });
  return link === undefined ? undefined : `${link.shown}/${slug}`;
}

/** `undefined` for what leads to nothing. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
