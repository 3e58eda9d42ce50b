/**
 * Files named by a patch: the `*** Update File:` format of Codex's apply_patch, and unified diffs. Only paths that the
 * patch creates or changes are listed; deleted ones are not writes.
 */

const PATCH_HEADER = /^\*\*\* (?:Add|Update) File: (.+?)[ \t]*\r?$/gm;
const PATCH_MOVE = /^\*\*\* Move to: (.+?)[ \t]*\r?$/gm;
const DIFF_HEADER = /^\+\+\+ (?:"([^"\n]+)"|([^\t\r\n]+))/gm;

/** Paths of an apply_patch text, in order, each once. */
export function pathsOfApplyPatch(text: string): string[] {
  const found = new Set<string>();
  for (const pattern of [PATCH_HEADER, PATCH_MOVE]) {
    for (const match of text.matchAll(pattern)) if (match[1] !== undefined) found.add(match[1]);
  }
  return [...found];
}

/** Paths of either format. The `b/` prefix of git is taken off; `/dev/null` is no file. */
export function pathsOfDiff(text: string): string[] {
  const found = new Set<string>(pathsOfApplyPatch(text));
  for (const match of text.matchAll(DIFF_HEADER)) {
    const path = (match[1] ?? match[2] ?? "").trim().replace(/^[bw]\//, "");
    if (path !== "" && path !== "/dev/null") found.add(path);
  }
  return [...found];
}
