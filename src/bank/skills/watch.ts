/**
 * Watches folders of skills, also such that do not exist yet: the project and the home are watched for nothing but the
 * names on the way to them.
 */
import { existsSync, type Stats } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { isInside } from "../../base/index.ts";
import type { SkillSource } from "./model.ts";

/** Changes come in swarms; the last is waited for this long. */
export const SWARM_MS = 150;
/** `<folder>/<skill>/<file>`: what lies deeper does not change what a skill says. */
const DEPTH = 2;

export interface SkillWatch {
  close(): Promise<void>;
}

/** Resolves when watching has begun. Does not keep the process alive. */
export async function watchSkillFolders(
  sources: readonly Pick<SkillSource, "directory" | "anchor">[],
  onChange: () => void,
  onError: (error: unknown) => void,
): Promise<SkillWatch> {
  const { watch } = await import("chokidar");
  const directories = sources.map(({ directory }) => directory);
  const anchors = [...new Set(sources.map(({ directory, anchor }) => anchor ?? existingAncestor(directory)))];
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(anchors, {
    ignored: (path, stats) => isIgnored(path, stats, directories, anchors),
    ignoreInitial: true,
    followSymlinks: true,
    persistent: false,
  });
  watcher.on("error", onError);
  watcher.on("all", (_event, path) => {
    if (!directories.some((directory) => isInside(directory, path) || isInside(path, directory))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SWARM_MS);
    timer.unref();
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** Everything but folders on the way to a skills folder, and in it the skills and their files. */
export function isIgnored(
  path: string,
  stats: Stats | undefined,
  directories: readonly string[],
  anchors: readonly string[],
): boolean {
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()) return true;
  if (anchors.includes(path)) return false;
  return !directories.some((directory) => {
    if (isInside(path, directory)) return true;
    if (!isInside(directory, path)) return false;
    const names = relative(directory, path).split(sep);
    // Not `.git`, nor what is put together beside a skill before it takes its place.
    return names.length <= DEPTH && !names.some((name) => name.startsWith("."));
  });
}

/** The nearest folder that exists above one, so that what is created on the way to it is seen. */
function existingAncestor(directory: string): string {
  const parent = dirname(directory);
  return parent === directory || existsSync(parent) ? parent : existingAncestor(parent);
}
