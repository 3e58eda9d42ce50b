/**
 * Where a skill's file lies, as an agent is told: one rule for every block that names it.
 *
 * Contract: below the project it is relative to the project's root, where agents work; else below the person's home with
 * `~`; else absolute. Always with `/`. So the same bank gives the same text on every machine, and a text that costs no
 * more than it must.
 */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { isInside, realPathOfExisting } from "../../base/index.ts";

export interface LocationRoots {
  projectRoot: string;
  userHome: string;
}

/** @param path absolute; kept as it is, also where it is a link */
export function skillLocation(path: string, { projectRoot, userHome }: LocationRoots): string {
  const inProject = wayBelow(projectRoot, path);
  if (inProject !== undefined) return inProject;
  const inHome = wayBelow(userHome, path);
  return inHome === undefined ? path.split(sep).join("/") : `~/${inHome}`;
}

/** A root may be spelled through a link, and the path below it by its real name. */
function wayBelow(root: string, path: string): string | undefined {
  const spellings = new Set([resolve(root), realPathOfExisting(resolve(root))]);
  for (const spelled of spellings) {
    const way = relative(spelled, path);
    if (way !== "" && isInside(spelled, path) && !isAbsolute(way)) return way.split(sep).join("/");
  }
  return undefined;
}
