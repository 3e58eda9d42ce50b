/**
 * Writes a SKILL.md that loads in every host (design §6): UTF-8 without BOM, LF, only fields of the open
 * specification, `name` a slug, the description in double quotes, ≤ 1024 characters and without `<` `>`,
 * everything of ours under `metadata` as strings, host directives neutralised. A rule that would break the structure
 * (a heading, an open fence) is put on one line and escaped.
 */
import { AutoskillError } from "../base/index.ts";
import { neutraliseDirectives } from "./directives.ts";
import { makeRuleSafe } from "./edit/safe-text.ts";
import { type NewSkill, SECTION_ORDER } from "./model.ts";
import { asListItem } from "./rule-text.ts";

export const MAX_DESCRIPTION_LENGTH = 1024;

/** What stands between the fences, as our files have it. */
export type NewHead = Pick<NewSkill, "name" | "description" | "metadata">;

/**
 * The frontmatter with both fences, one line ending at the end.
 *
 * @throws AutoskillError `INVALID_SKILL_NAME` when `name` is no slug, `INVALID_SKILL` when the description is empty,
 * `DESCRIPTION_TOO_LONG` when it has more than 1024 characters.
 */
export function printFrontmatter(content: NewHead): string {
  if (content.name.length > 64 || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(content.name)) {
    throw new AutoskillError({
      code: "INVALID_SKILL_NAME",
      message: `"${content.name}" is no directory name for a skill.`,
      expected: "1 to 64 lowercase letters, digits and single hyphens",
      found: content.name,
      next: "Make the name with slugify(title).",
    });
  }
  const description = printableDescription(content.description);
  if (description === "") {
    throw new AutoskillError({
      code: "INVALID_SKILL",
      message: `The skill "${content.name}" has no description.`,
      next: "Say in one sentence what the skill does and when to use it.",
    });
  }
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw new AutoskillError({
      code: "DESCRIPTION_TOO_LONG",
      message: `The description of "${content.name}" has ${description.length} characters.`,
      expected: `at most ${MAX_DESCRIPTION_LENGTH} characters`,
      found: String(description.length),
      next: "Say what the skill does and when to use it in one or two sentences.",
    });
  }
  const lines = ["---", `name: ${quoted(content.name)}`, `description: ${quoted(description)}`];
  const metadata = Object.entries(content.metadata);
  if (metadata.length > 0) {
    lines.push("metadata:");
    for (const [key, value] of metadata) {
      lines.push(`  ${/^[A-Za-z_][\w.-]*$/.test(key) ? key : quoted(key)}: ${quoted(value)}`);
    }
  }
  return `${lines.join("\n")}\n---\n`;
}

/** @throws what `printFrontmatter` throws */
export function printSkill(content: NewSkill): string {
  const lines = [printFrontmatter(content), `# ${oneLine(content.title) || content.name}`, ""];
  for (const section of inOrder(content.sections)) {
    const rules = section.rules.map((rule) => neutraliseDirectives(makeRuleSafe(rule))).filter((rule) => rule !== "");
    if (rules.length === 0) continue;
    lines.push(`## ${oneLine(section.heading)}`, "");
    rules.forEach((rule, index) => {
      lines.push(asListItem(section.heading === "Steps" ? `${index + 1}. ` : "- ", rule));
    });
    lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** One line, with `‹` `›` for `<` `>` (claude.ai refuses anything like a tag), host directives neutralised. */
function printableDescription(description: string): string {
  return neutraliseDirectives(oneLine(description)).replace(/</g, "‹").replace(/>/g, "›");
}

/** A double-quoted YAML scalar on one line; also valid JSON. */
export function quoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\s]+/g, " ").trim();
}

/** Sections of the known order first, then the others as given; sections with the same heading are joined. */
function inOrder(sections: NewSkill["sections"]): NewSkill["sections"] {
  const byHeading = new Map<string, string[]>();
  for (const heading of SECTION_ORDER) byHeading.set(heading, []);
  for (const { heading, rules } of sections) byHeading.set(heading, [...(byHeading.get(heading) ?? []), ...rules]);
  return [...byHeading].map(([heading, rules]) => ({ heading, rules }));
}
