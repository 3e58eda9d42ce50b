/**
 * The one check between a proposal and the live tree (design §4.1): the whole skill as it would lie there, at once.
 *
 * Findings that the text had before the change do not count against it, so a person's own liberties never block a merge.
 */
import { AutoskillError, splitRelativePath } from "../base/index.ts";
import { lintSkill, lintSupportFile, parseSkill, type SkillFinding, validateSkill } from "../skill/index.ts";
import { hasMarker } from "./ownership.ts";
import { SKILL_BOUNDS, SKILL_FILE } from "./snapshot.ts";

export interface PlannedSkill {
  slug: string;
  /** All files of the skill after the change. */
  contents: ReadonlyMap<string, Uint8Array>;
  /** Paths that the change brings or alters. */
  touched: ReadonlySet<string>;
  /** SKILL.md before the change; absent for a create. */
  before?: string;
  /** Adopted skills may go without our marker. */
  adopted: boolean;
}

/** Top-level keys that a change may set or alter; everything else there belongs to the person. */
const WRITABLE_FIELDS = new Set(["name", "description", "metadata"]);

/** @throws AutoskillError `INVALID_SKILL`, `INVALID_PATH`, `OUTSIDE_ROOT`, `SKILL_TOO_LARGE`; all reasons in the message. */
export async function validateChange(plan: PlannedSkill): Promise<void> {
  checkBounds(plan);
  const problems: string[] = [];
  const text = decodeStrictly(plan.contents.get(SKILL_FILE));
  if (text === undefined) {
    problems.push("SKILL.md is missing or not UTF-8");
  } else {
    problems.push(...(await textProblems(text, plan)), ...frontmatterProblems(text, plan));
  }
  for (const path of plan.touched) {
    const content = path === SKILL_FILE ? undefined : decodeStrictly(plan.contents.get(path));
    if (content === undefined) continue;
    const errors = (await lintSupportFile(path, content)).filter(({ severity }) => severity === "error");
    problems.push(...errors.map(({ line, message }) => `${path}, line ${line}: ${message.replace(/\.$/, "")}`));
  }
  if (problems.length === 0) return;
  throw new AutoskillError({
    code: "INVALID_SKILL",
    message: `The skill ${plan.slug} cannot be published: ${problems.join("; ")}.`,
    next: "Correct these points and publish again; nothing was written.",
  });
}

async function textProblems(text: string, plan: PlannedSkill): Promise<string[]> {
  const errorsOf = async (source: string) => [
    ...validateSkill(source, { directory: plan.slug, ours: !plan.adopted }),
    ...(await lintSkill(source)),
  ];
  const known = new Set(plan.before === undefined ? [] : (await errorsOf(plan.before)).map(keyOf));
  const fresh = new Map<string, string>();
  for (const finding of await errorsOf(text)) {
    if (finding.severity !== "error" || known.has(keyOf(finding))) continue;
    fresh.set(keyOf(finding), `line ${finding.line}: ${finding.message} ${finding.fix}`);
  }
  return [...fresh.values()].map((problem) => problem.replace(/\.$/, ""));
}

/** Without the line: an edit above moves a finding, it does not make it. */
function keyOf(finding: SkillFinding): string {
  return `${finding.code}\0${finding.message}`;
}

function frontmatterProblems(text: string, plan: PlannedSkill): string[] {
  const problems: string[] = [];
  if (!plan.adopted && !hasMarker(text)) problems.push("`metadata.source: auto-skill` is missing");
  const before = plan.before === undefined ? {} : (parseSkill(plan.before).frontmatter?.data ?? {});
  const after = parseSkill(text).frontmatter?.data ?? {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const same = JSON.stringify(before[key]) === JSON.stringify(after[key]);
    if (!same && !WRITABLE_FIELDS.has(key)) problems.push(`the field \`${key}\` is not ours to set or change`);
  }
  return problems;
}

function checkBounds({ contents, slug }: PlannedSkill): void {
  let total = 0;
  for (const [path, bytes] of contents) {
    if (splitRelativePath(path).length > SKILL_BOUNDS.depth) throw tooLarge(slug, `${path} lies too deep`);
    if (bytes.byteLength > SKILL_BOUNDS.fileBytes) throw tooLarge(slug, `${path} has ${bytes.byteLength} bytes`);
    total += bytes.byteLength;
  }
  checkPathsTogether([...contents.keys()]);
  if (contents.size > SKILL_BOUNDS.files) throw tooLarge(slug, `it has ${contents.size} files`);
  if (total > SKILL_BOUNDS.totalBytes) throw tooLarge(slug, `it has ${total} bytes`);
}

/** Names that differ in case or Unicode form only are one file on some systems; a file cannot be a folder too. */
function checkPathsTogether(paths: string[]): void {
  const folded = new Map<string, string>();
  for (const path of paths) folded.set(path.normalize("NFC").toLowerCase(), path);
  const clash = paths.find((path) => {
    const key = path.normalize("NFC").toLowerCase();
    return folded.get(key) !== path || [...folded.keys()].some((other) => other.startsWith(`${key}/`));
  });
  if (clash === undefined) return;
  throw new AutoskillError({
    code: "INVALID_PATH",
    message: `${clash} cannot lie beside another file of the skill: on some systems they are the same name.`,
    next: "Rename one of them.",
  });
}

function tooLarge(slug: string, found: string): AutoskillError {
  const { files, fileBytes, totalBytes, depth } = SKILL_BOUNDS;
  return new AutoskillError({
    code: "SKILL_TOO_LARGE",
    message: `The skill ${slug} is larger than the bank takes: ${found}.`,
    expected: `at most ${files} files, ${fileBytes} bytes each, ${totalBytes} bytes together, ${depth} levels`,
    found,
    next: "Keep large material outside of the skill and refer to it.",
  });
}

function decodeStrictly(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
