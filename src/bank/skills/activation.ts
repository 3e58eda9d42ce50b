/** Skills that are only of use for some files: asleep until the session touches one of them. */
import { isAbsolute, relative, resolve, sep } from "node:path";
import { isInside, realPathOfExisting } from "../../base/index.ts";
import { matchesGlob } from "./glob.ts";
import type { SkillConfig } from "./model.ts";

export interface Activation {
  /** True for skills without `paths`. */
  isActive(skill: SkillConfig): boolean;
  /** Wakes what matches; returns the names of those that were asleep. Paths are absolute or relative to the project. */
  touch(skills: readonly SkillConfig[], paths: readonly string[]): string[];
}

export function createActivation(projectRoot: string): Activation {
  const awake = new Set<string>();
  const root = realPathOfExisting(resolve(projectRoot));
  return {
    isActive: (skill) => skill.paths === undefined || awake.has(keyOf(skill)),
    touch(skills, paths) {
      const touched = paths.flatMap((path) => relativePath(root, path) ?? []);
      const woken = skills.filter((skill) => {
        // What the model may not call needs no waking.
        if (skill.paths === undefined || skill.disableModelInvocation === true || awake.has(keyOf(skill))) return false;
        return skill.paths.some((glob) => touched.some((path) => matchesGlob(glob, path)));
      });
      for (const skill of woken) awake.add(keyOf(skill));
      return woken.map(({ name }) => name);
    },
  };
}

/** With `/`; undefined for what is not in the project, also through a link. */
function relativePath(root: string, path: string): string | undefined {
  const real = realPathOfExisting(isAbsolute(path) ? path : resolve(root, path));
  if (real === root || !isInside(root, real)) return undefined;
  return relative(root, real).split(sep).join("/");
}

function keyOf({ level, name, paths }: SkillConfig): string {
  return JSON.stringify([level, name, paths]);
}
