/** Generators of Markdown that is full of structure: headings, fences, lists, tables, odd line endings. */
import fc from "fast-check";

const line = fc.oneof(
  fc.constantFrom(
    "",
    "# Title",
    "## Steps",
    "## Rules",
    "### Deep",
    "Setext",
    "===",
    "---",
    "***",
    "```sh",
    "```",
    "~~~~",
    "    ```",
    "<!-- note -->",
    "<!-- open",
    "<div>",
    "<script>",
    "- item",
    "  continued",
    "  - nested",
    "\t- tabbed",
    "1. step",
    "2) step",
    "-",
    "- ```",
    "  ```",
    "> quote",
    "> - in quote",
    "| a | b |",
    "|---|---|",
    "[link]: /target",
    "    indented code",
    "name: value",
    "提交之前先运行测试",
    "#",
    "#no heading",
    "\\# escaped",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);

export const lineEnding = fc.constantFrom("\n", "\r\n", "\r");

export const markdownText = fc
  .tuple(
    fc.constantFrom("", "---\nname: a\ndescription: b\n---\n", "\uFEFF", "---\n"),
    fc.array(line, { maxLength: 14 }),
    lineEnding,
    fc.constantFrom("", "\n"),
  )
  .map(([front, lines, ending, last]) => front.replaceAll("\n", ending) + lines.join(ending) + last);

/** A skill that edits can work on: frontmatter, known sections, items of one line. */
export const plainSkill = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom("When to use", "Steps", "Rules", "Pitfalls", "Notes"),
        fc.array(fc.stringMatching(/^[a-z]{3,9}( [a-z]{2,8}){1,3}$/), { minLength: 1, maxLength: 4 }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    lineEnding,
    fc.boolean(),
  )
  .map(([sections, ending, loose]) => {
    const body = sections.flatMap(([heading, rules]) => [
      `## ${heading}`,
      "",
      ...rules.flatMap((rule, index) => {
        const item = `${heading === "Steps" ? `${index + 1}.` : "-"} ${rule}`;
        return loose ? [item, ""] : [item];
      }),
      ...(loose ? [] : [""]),
    ]);
    const lines = ["---", "name: a-skill # the name", "description: 'What it does'", "---", "", "# Title", "", ...body];
    return lines.join(ending).trimEnd() + ending;
  });
