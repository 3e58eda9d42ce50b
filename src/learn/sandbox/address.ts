/**
 * What a path of a tool call means: a file of the project, or a file of a skill. A skill lies in many folders at once (the
 * bank's, and those that show it to agents), so a path below any of them means the skill of that name.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { DEFAULT_EXPOSURES, type Scope } from "../../bank/index.ts";
import { isInside, splitRelativePath } from "../../base/index.ts";
import type { SkillRoot } from "./model.ts";
import { asRefusal, ONLY_PROJECT, refuse, shownPath } from "./refusal.ts";

export interface KnownRoot extends SkillRoot {
  /** How the folder is called in paths: relative to the project, or `@skills` where it lies elsewhere. */
  shown: string;
}

export type Address =
  | { kind: "project"; segments: string[]; shown: string }
  | { kind: "skills"; root: KnownRoot; shown: string }
  | { kind: "skill"; root: KnownRoot; slug: string; file: string[]; shown: string };

/**
 * Real path of a folder of skills; nothing when it is not there.
 *
 * @throws AutoskillError `SYMLINK_TRAVERSAL` when a folder of the project leads out of it
 */
export function realRoot(book: AddressBook, root: KnownRoot): string | undefined {
  let real: string;
  try {
    real = realpathSync(root.directory);
  } catch {
    return undefined;
  }
  if (root.shown.startsWith("@") || isInside(book.projectRoot, real)) return real;
  const message = `\`${root.shown}\` is a link that leads out of the project.`;
  throw refuse("SYMLINK_TRAVERSAL", message, "Leave it; what it points to is not part of this project.");
}

export interface AddressBook {
  /** Real path of the project. */
  projectRoot: string;
  roots: readonly KnownRoot[];
  /** The folder to name when somebody asks where to write. */
  writable: string;
  /** @throws AutoskillError */
  parse(path: string): Address;
}

const MAX_PATH = 1_024;
/** Where project skills lie or are shown, whether or not the caller names them. */
const PROJECT_FOLDERS = [".agents/skills", ...DEFAULT_EXPOSURES.project.map(({ directory }) => directory)];

export function createAddressBook(options: {
  projectRoot: string;
  skillRoots: readonly SkillRoot[];
  scope: Scope;
}): AddressBook {
  const projectRoot = realpathSync(options.projectRoot);
  const spelled = resolve(options.projectRoot);
  const roots = knownRoots(projectRoot, spelled, options.skillRoots, options.scope);
  const writable = roots.find((root) => root.writable)?.shown ?? ".agents/skills";

  const locate = (segments: string[], shown: string): Address => {
    for (const root of roots) {
      const own = root.shown.split("/");
      if (!own.every((name, index) => segments[index] === name)) continue;
      const [slug, ...file] = segments.slice(own.length);
      return slug === undefined ? { kind: "skills", root, shown } : { kind: "skill", root, slug, file, shown };
    }
    if (segments[0]?.startsWith("@skills") === true) {
      throw refuse("NOT_FOUND", `There is no folder ${shown}.`, `Skills lie below \`${writable}\`.`);
    }
    return { kind: "project", segments, shown };
  };

  return {
    projectRoot,
    roots,
    writable,
    parse: (path) => {
      const shown = shownPath(path);
      refuseOddSpelling(path, shown);
      let way = path;
      if (isAbsolute(path)) {
        const base = [projectRoot, spelled].find((root) => path === root || path.startsWith(`${root}/`));
        const root = roots.find(({ directory }) => path === directory || path.startsWith(`${directory}/`));
        if (base !== undefined) way = path.slice(base.length + 1);
        else if (root !== undefined) way = root.shown + path.slice(root.directory.length);
        else throw refuse("OUTSIDE_PROJECT", `${shown} lies outside of the project.`, ONLY_PROJECT);
      }
      way = way.replace(/^(?:\.\/)+/, "").replace(/(?<=.)\/$/, "");
      if (way === "" || way === ".") return { kind: "project", segments: [], shown: "`.`" };
      try {
        return locate(splitRelativePath(way), shown);
      } catch (error) {
        throw asRefusal(error, shown);
      }
    },
  };
}

function knownRoots(projectRoot: string, spelled: string, given: readonly SkillRoot[], scope: Scope): KnownRoot[] {
  const roots: KnownRoot[] = [];
  let elsewhere = 0;
  const add = (root: SkillRoot): void => {
    const directory = resolve(root.directory);
    const base = [projectRoot, spelled].find((folder) => directory !== folder && isInside(folder, directory));
    if (base === undefined) elsewhere += 1;
    const shown =
      base === undefined
        ? `@skills${elsewhere === 1 ? "" : `-${elsewhere}`}`
        : relative(base, directory).split(sep).join("/");
    if (!roots.some((known) => known.shown === shown)) roots.push({ directory, writable: root.writable, shown });
  };
  for (const root of given) add(root);
  const writable = scope === "project";
  for (const folder of PROJECT_FOLDERS) add({ directory: resolve(projectRoot, folder), writable });
  return roots.sort((a, b) => b.shown.split("/").length - a.shown.split("/").length);
}

function refuseOddSpelling(path: string, shown: string): void {
  const spell = (why: string): Error =>
    refuse("INVALID_PATH", `${shown} ${why}.`, "Write the path as `ls` shows it, relative to the project's root.");
  if (path.length > MAX_PATH) throw spell(`has more than ${MAX_PATH} characters`);
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) || !path.isWellFormed())
    throw spell("holds invisible or control characters");
  if (path.includes("\\")) throw spell("holds a backslash");
  if (/^~/.test(path) || /\$/.test(path))
    throw refuse("OUTSIDE_PROJECT", `${shown} is not a path of the project.`, ONLY_PROJECT);
  const folded = path.normalize("NFKC");
  const parts = (text: string): number => text.split(/[/\\]/).length;
  if (parts(folded) !== parts(path) || folded.split("/").includes("..") !== path.split("/").includes("..")) {
    throw spell("holds characters that look like dots or slashes and are none");
  }
  if (path.split("/").includes("..")) throw refuse("OUTSIDE_PROJECT", `${shown} climbs with \`..\`.`, ONLY_PROJECT);
}
