/** The folders in which skills of each level lie. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { SKILL_LEVELS, type SkillLevel, type SkillSource } from "./model.ts";

/** Below the project and below the person's home. The first is ours; the others are read as well. */
const FOLDERS = [".agents/skills", ".qwen/skills"];

export interface SkillSourceOptions {
  projectRoot: string;
  /** Default: the system's. */
  userHome?: string;
  /** Further folders of the person: absolute, `~/…`, or relative to the project. */
  directories?: readonly string[];
  extensions?: readonly { name: string; directory: string }[];
  /** Folders that come with the host. */
  bundled?: readonly string[];
  /** `bare`: no skills at all. `safe`: only those that come with the host. Default `all`. */
  mode?: "all" | "safe" | "bare";
}

/** In order of precedence, each real folder once. A project that is the person's home has no level of its own. */
export function skillSources(options: SkillSourceOptions): SkillSource[] {
  const { projectRoot, userHome = homedir(), directories = [], extensions = [], bundled = [], mode = "all" } = options;
  if (mode === "bare") return [];
  const all: SkillSource[] = bundled.map((directory) => ({ level: "bundled", directory: resolve(directory) }));
  if (mode === "all") {
    const atHome = real(projectRoot) === real(userHome);
    if (!atHome) all.push(...ownFolders("project", resolve(projectRoot)));
    all.push(...ownFolders("user", resolve(userHome)));
    for (const directory of directories) all.push({ level: "user", directory: expanded(directory) });
    for (const { name, directory } of extensions) {
      all.push({ level: "extension", directory: resolve(directory), extension: name });
    }
  }
  all.sort((a, b) => SKILL_LEVELS.indexOf(a.level) - SKILL_LEVELS.indexOf(b.level));
  const seen = new Set<string>();
  return all.filter(({ directory }) => {
    const key = real(directory);
    return seen.size < seen.add(key).size;
  });

  function expanded(directory: string): string {
    if (directory === "~" || directory.startsWith("~/")) return join(userHome, directory.slice(1));
    return isAbsolute(directory) ? directory : resolve(projectRoot, directory);
  }
}

function ownFolders(level: SkillLevel, anchor: string): SkillSource[] {
  return FOLDERS.map((folder) => ({ level, directory: join(anchor, folder), anchor }));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
