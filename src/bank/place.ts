/** Where the skills of each scope lie, and which folders of hosts show them. */
import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";
import {
  AutoskillError,
  type OpenDirectory,
  openDirectory,
  openDirectoryInside,
  resolveInside,
} from "../base/index.ts";
import type { Exposure, Exposures, Scope } from "./model.ts";

export interface Place {
  scope: Scope;
  /** Key in the store: the project's real path, the user's name, or empty. */
  root: string;
  /** Real folder that nothing of this place may leave. */
  anchor: string;
  /** The skills folder, relative to `anchor`. */
  folder: string;
  /** Where links go, and what their paths are relative to; absent when the scope is not exposed. */
  exposed?: { anchor: string; folders: Exposure[]; relativeLinks: boolean };
}

export interface PlaceOptions {
  home: string;
  userHome?: string;
  exposures: Exposures;
}

/** Names of accounts as operating systems allow them, as far as a folder can have them. */
export const USER_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._ @+$-]{0,62}[\p{L}\p{N}_$-])?$/u;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** @param root Project root for the project scope, else ignored. */
export function placeOf(scope: Scope, root: string, options: PlaceOptions): Place {
  if (scope === "project") {
    return {
      scope,
      root,
      anchor: root,
      folder: ".agents/skills",
      exposed: { anchor: root, folders: options.exposures.project, relativeLinks: true },
    };
  }
  const anchor = realpathSync(options.home);
  if (scope === "common") return { scope, root: "", anchor, folder: "SkillBank/Common" };
  const place: Place = { scope, root, anchor, folder: `SkillBank/Users/${root}` };
  if (options.userHome === undefined || !existsSync(options.userHome)) return place;
  return {
    ...place,
    exposed: { anchor: realpathSync(options.userHome), folders: options.exposures.user, relativeLinks: false },
  };
}

/** @throws AutoskillError `INVALID_SLUG` */
export function checkSlug(slug: string): void {
  if (SLUG.test(slug) && slug.length <= 64 && !isDeviceName(slug)) return;
  throw new AutoskillError({
    code: "INVALID_SLUG",
    message: `${JSON.stringify(slug)} cannot be the name of a skill.`,
    expected: "lowercase letters, digits and single hyphens, at most 64 characters, no device name",
    found: slug,
    next: "Choose another name, for example with `slugify`.",
  });
}

function isDeviceName(slug: string): boolean {
  return /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(slug);
}

/**
 * The skills folder, created where missing.
 *
 * @throws AutoskillError `ROOT_GONE`, `SYMLINK_TRAVERSAL`, `OUTSIDE_ROOT`, `WRITE_FAILED`
 */
export function openSkillsFolder(place: Place): OpenDirectory {
  if (!existsSync(place.anchor)) {
    throw new AutoskillError({
      code: "ROOT_GONE",
      message: `The folder ${place.anchor} does not exist any more.`,
      next: "Run the command in the folder where the project lies now.",
    });
  }
  try {
    return openDirectoryInside(place.anchor, place.folder);
  } catch (error) {
    if (AutoskillError.isInstance(error)) throw error;
    const path = join(place.anchor, place.folder);
    throw new AutoskillError({
      code: "WRITE_FAILED",
      message: `The skills folder ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      next: "Check its rights and the free space, and try again.",
      cause: error,
    });
  }
}

/** The skills folder if it exists. */
export function findSkillsFolder(place: Place): OpenDirectory | undefined {
  const path = resolveInside(place.anchor, place.folder);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  return openDirectory(path);
}
