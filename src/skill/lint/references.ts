/** Files that the body names must exist in the skill's directory. */
import { access } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { SkillFinding } from "../model.ts";
import { finding, type LintInput } from "./report.ts";

export async function referenceFindings({ document, places }: LintInput, directory: string): Promise<SkillFinding[]> {
  const found: SkillFinding[] = [];
  const seen = new Set<string>();
  for (const { path, offset } of namedFiles(document.text, document.bodyStart, places.inFence)) {
    if (seen.has(path)) continue;
    seen.add(path);
    const line = places.lineOf(offset);
    const target = resolve(directory, path);
    if (target !== resolve(directory) && !target.startsWith(resolve(directory) + sep)) {
      found.push(
        finding(
          "reference_outside",
          "advice",
          line,
          `"${path}" lies outside the skill's directory; it is not there for others.`,
          "Copy the file into references/, or name it in words.",
        ),
      );
    } else if (!(await exists(target))) {
      found.push(
        finding(
          "reference_missing",
          "error",
          line,
          `The body names "${path}", which does not exist.`,
          "Add the file, or delete the reference.",
        ),
      );
    }
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Relative links, and paths in inline code below the directories of the specification. */
function namedFiles(text: string, from: number, inFence: (offset: number) => boolean) {
  const named: { path: string; offset: number }[] = [];
  const add = (raw: string, offset: number) => {
    if (offset < from || inFence(offset)) return;
    const path = decode(raw.replace(/[?#].*$/, ""));
    if (path === "" || /^[a-z][a-z\d+.-]*:|^[/~#]|[<>{}*$]|\.\.\./i.test(path)) return;
    named.push({ path, offset });
  };
  for (const match of text.matchAll(/\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^"'\n]*["'])?\s*\)/g)) {
    const inCode =
      (text.slice(text.lastIndexOf("\n", match.index) + 1, match.index).match(/`/g)?.length ?? 0) % 2 === 1;
    if (!inCode) add(match[1] ?? "", match.index);
  }
  for (const match of text.matchAll(/`((?:scripts|references|assets)\/[\w./-]+\.\w+)`/g))
    add(match[1] ?? "", match.index);
  return named;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
