/** Paths of project skills that are what they seem, for hosts that write files with tools of their own. */
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { AutoskillError, realPathOfExisting, resolveInside } from "../base/index.ts";

/** Where project skills lie, in the seeds and in ours. */
export const PROJECT_SKILL_FOLDERS = [".qwen/skills", ".agents/skills", ".claude/skills"] as const;

/**
 * The real path of a file of a project skill.
 *
 * @param path absolute, or relative to the project root; need not exist
 * @throws AutoskillError `OUTSIDE_SKILLS` when it is not below a skills folder of the project; `SYMLINK_TRAVERSAL` ("symlink
 *   traversal detected") when a link on the way, a dangling one too, leads out of that folder; `INVALID_PATH`
 * @example assertRealProjectSkillPath(".qwen/skills/deploy/SKILL.md", "/work/shop")
 */
export function assertRealProjectSkillPath(path: string, projectRoot: string): string {
  const root = resolve(projectRoot);
  const absolute = isAbsolute(path) ? resolve(path) : resolve(root, path);
  const folder = PROJECT_SKILL_FOLDERS.find((name) => isBelow(join(root, name), absolute));
  if (folder === undefined) throw outside(path, root);
  const skills = join(root, folder);
  const below = relative(skills, absolute).split(sep).join("/");
  try {
    // The folder itself may be a link within the project, never one that leads out of it.
    const realFolder = resolveInside(root, folder);
    return resolveInside(realFolder, below);
  } catch (error) {
    if (!AutoskillError.isInstance(error) || error.code !== "SYMLINK_TRAVERSAL") throw error;
    throw new AutoskillError({
      code: "SYMLINK_TRAVERSAL",
      message: `symlink traversal detected: ${path} leads out of ${join(realPathOfExisting(root), folder)}. ${error.message}`,
      next: "Write to a skill of the project that is a folder of its own, or remove the link.",
      cause: error,
    });
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string, root: string): AutoskillError {
  return new AutoskillError({
    code: "OUTSIDE_SKILLS",
    message: `${path} is not a file of a project skill: writing is restricted to ${PROJECT_SKILL_FOLDERS.map((name) => join(root, name)).join(", ")}.`,
    next: "Give a path such as .agents/skills/<name>/SKILL.md; skills of other levels are changed by their owners.",
  });
}
