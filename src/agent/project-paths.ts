/** Where a path that the model wrote really leads. */
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { AutoskillError, isInside, realPathOfExisting } from "../base/index.ts";

export interface ProjectFolders {
  /** Real path. */
  root: string;
  /** Further folders that the person opened to the agent, absolute. */
  alsoAllowed: readonly string[];
  /** Folders that may be read, wherever they lie: skills that the agent was told of. Absolute. */
  readable?: readonly string[];
  /** What `~` stands for. */
  userHome: string;
}

export interface Place {
  /** Real path; links are followed as far as the path exists. */
  path: string;
  /** Relative to the project root with `/`, or absolute where it leads out. */
  shown: string;
  outside: boolean;
  /** Outside, and not among the folders that may be read all the same. */
  unreadable: boolean;
  /** Files of Git, where what is written may run by itself, or autoskill's settings. */
  delicate: boolean;
}

const DELICATE = [".git", ".autoskill"];

/** @throws AutoskillError `INVALID_PATH` for an empty path or one with NUL */
export function placeOf(folders: ProjectFolders, given: string): Place {
  if (given === "" || given.includes("\0")) {
    throw new AutoskillError({
      code: "INVALID_PATH",
      message: `${JSON.stringify(given)} is no path.`,
      next: "Give a path relative to the project root.",
    });
  }
  const spelled = /^~(?=$|[/\\])/.test(given) ? join(folders.userHome, given.slice(1)) : given;
  const path = realPathOfExisting(resolve(folders.root, spelled));
  const inProject = isInside(folders.root, path);
  const isIn = (allowed: readonly string[]): boolean =>
    allowed.some((folder) => isInside(realPathOfExisting(folder), path));
  const outside = !inProject && !isIn(folders.alsoAllowed);
  const way = relative(folders.root, path);
  return {
    path,
    shown: inProject && !isAbsolute(way) ? way.split(sep).join("/") || "." : path,
    outside,
    unreadable: outside && !isIn(folders.readable ?? []),
    delicate: path.split(sep).some((name) => DELICATE.includes(name.toLowerCase())),
  };
}
