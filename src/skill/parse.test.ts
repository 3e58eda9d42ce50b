import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { type Block, INLINE_CONSTRUCTS, parseBlocks, spanOf } from "./markdown.ts";
import { parseSkill } from "./parse.ts";
import { markdownText } from "./skill.test-helper.ts";

const SKILL = [
  "---",
  "name: run-migrations",
  'description: "Use when the schema changes"',
  "metadata:",
  "  source: auto-skill",
  "---",
  "",
  "# Run migrations",
  "",
  "Intro text",
  "over two lines.",
  "",
  "## Steps",
  "",
  "1. Dump the database:",
  "",
  "   ```sh",
  "   pg_dump app",
  "   ```",
  "2. Run it",
  "   - nested",
  "",
  "## Notes",
  "Look at the plan:",
  "",
  "```sql",
  "# not a heading",
  "explain select 1;",
  "```",
  "",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "",
  "<!-- kept -->",
  "",
  "> quoted",
  "",
].join("\n");

const codes = (text: string | Uint8Array) => parseSkill(text).diagnostics.map(({ code }) => code);

describe("a well-formed skill", () => {
  const skill = parseSkill(SKILL);

  it("has its frontmatter, title and sections, and no diagnostics", () => {
    expect(skill.diagnostics).toEqual([]);
    expect(skill.frontmatter).toMatchObject({ name: "run-migrations", description: "Use when the schema changes" });
    expect(skill.frontmatter?.data.metadata).toEqual({ source: "auto-skill" });
    expect(skill.title).toBe("Run migrations");
    expect(skill.sections.map(({ heading, level }) => [heading, level])).toEqual([
      ["Steps", 2],
      ["Notes", 2],
    ]);
  });

  it("has a rule for each item, step, paragraph and block, code kept with what it belongs to", () => {
    expect(skill.rules.map(({ section, kind, block, text }) => [section, kind, block, text])).toEqual([
      ["", "paragraph", "text", "Intro text\nover two lines."],
      ["Steps", "step", "text", "Dump the database:\n\n```sh\npg_dump app\n```"],
      ["Steps", "step", "text", "Run it\n- nested"],
      ["Notes", "paragraph", "text", "Look at the plan:\n\n```sql\n# not a heading\nexplain select 1;\n```"],
      ["Notes", "paragraph", "table", "| a | b |\n|---|---|\n| 1 | 2 |"],
      ["Notes", "paragraph", "quote", "> quoted"],
    ]);
    expect(skill.kept.map(({ type }) => type)).toEqual(["comment"]);
  });

  it("gives spans that lead back to the source", () => {
    for (const { span, text, kind } of skill.rules) {
      const source = SKILL.slice(span.start, span.end);
      expect(kind === "paragraph" ? source : source.replace(/^\d+\. /, "").replace(/\n {3}/g, "\n")).toBe(text);
    }
    expect(skill.rules[1]?.line).toBe(15);
  });
});

describe("rule ids", () => {
  it("depend on the words only, and tell the second of two equal rules apart", () => {
    const one = parseSkill("- Run the tests\n- Run  the\n  tests\n- Run the checks\n").rules.map(({ id }) => id);
    expect(one[0]).toMatch(/^[0-9a-f]{12}$/);
    expect(one[1]).toBe(`${one[0]}-2`);
    expect(parseSkill("x\n\n7) Run the tests").rules[1]?.id).toBe(one[0]);
    expect(one[2]).not.toBe(one[0]);
  });
});

describe("foreign files are read, with a diagnostic", () => {
  it.each<[string, string, string]>([
    ["a byte order mark", `\uFEFF${SKILL}`, "bom"],
    ["NUL", SKILL.replace("Intro", "In\0tro"), "nul"],
    ["blank lines first", `\n\n${SKILL}`, "frontmatter_not_first"],
    ["an unquoted colon", "---\nname: a\ndescription: Use when: a thing breaks\n---\nx", "frontmatter_colon_repaired"],
    ["an open flow list", "---\nname: a\ndescription: [draft] of a thing\n---\nx", "frontmatter_colon_repaired"],
    ["a double key", "---\nname: a\nname: b\n---\nx", "frontmatter_duplicate_key"],
    ["a list", "---\n- a\n- b\n---\nx", "frontmatter_not_a_map"],
    ["broken YAML", "---\nname: a\n\t- b: [\n  c\n---\nx", "frontmatter_invalid_yaml"],
    ["no frontmatter", "# Title\n\ntext", "no_frontmatter"],
    ["an open frontmatter", "---\nname: a\n\n# Title", "frontmatter_unterminated"],
    ["an open fence", "---\nname: a\n---\n```sh\nls\n## Lost", "unclosed_fence"],
    ["an open comment", "---\nname: a\n---\n<!-- lost\n## Lost", "unclosed_comment"],
    ["too deep nesting", `---\nname: a\n---\n${"> ".repeat(5000)}x`, "body_not_structured"],
  ])("%s", (_, text, code) => {
    expect(codes(text)).toContain(code);
    expect(parseSkill(text).text).toBe(text);
  });

  it("keeps what it can of broken frontmatter", () => {
    const read = (text: string) => parseSkill(text).frontmatter;
    expect(read("---\nname: a\ndescription: Use when: it breaks\n---\n")?.description).toBe("Use when: it breaks");
    expect(read('---\nname: a\ndescription: "open quote\n---\n')?.name).toBe("a");
    expect(read("---\nname: a\n\t- b: [\ndescription: fine\n---\n")).toMatchObject({ description: "fine" });
  });

  it("reads folded YAML, `---` inside values, CRLF, and numbers as names", () => {
    const read = (text: string) => parseSkill(text).frontmatter;
    expect(read("---\nname: 12\ndescription: >-\n  one\n  two\n---\n")).toMatchObject({
      name: "12",
      description: "one two",
    });
    expect(read("---\nname: a\ndescription: x --- y\nnote: |\n  ---\n---\nbody")?.data.note).toBe("---\n");
    expect(read("---\r\nname: a\r\ndescription: b\r\n---\r\n- x\r\n")).toMatchObject({ name: "a", description: "b" });
    expect(parseSkill("---\r\nname: a\r\n---\r\n- x\r\n  y\r\n").rules[0]?.text).toBe("x\ny");
  });

  it("reads bytes: UTF-8, broken UTF-8 and UTF-16", () => {
    expect(parseSkill(new TextEncoder().encode(SKILL)).text).toBe(SKILL);
    expect(codes(new Uint8Array([0x2d, 0xff, 0x0a]))).toContain("invalid_utf8");
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...SKILL].flatMap((letter) => [letter.charCodeAt(0), 0])]);
    expect(codes(utf16)).toContain("utf16");
    expect(parseSkill(utf16).title).toBe("Run migrations");
  });

  it("never expands aliases into a bomb, and never sets a prototype", () => {
    const bomb = `---\na: &a [x,x]\n${Array.from({ length: 40 }, (_, i) => `k${i}: &b${i} [*a,*a]`).join("\n")}\n---\nx`;
    expect(parseSkill(bomb).frontmatter?.reading).toBe("lines");
    const data = parseSkill("---\n__proto__:\n  polluted: yes\n---\nx").frontmatter?.data;
    expect(data).toBeDefined();
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});

describe("any text", () => {
  it("is read without an exception, and stays as it is", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const skill = parseSkill(text);
        expect(skill.text).toBe(text);
        for (const { span } of skill.rules) expect(text.slice(span.start, span.end).trim()).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same blocks in chunks as in one piece", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const source = text.replaceAll("\uFEFF", "");
        const whole = fromMarkdown(source, { extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] }).children;
        const chunks = parseBlocks(source) ?? [];
        const shape = (node: Block, base: number) => {
          const { start, end } = spanOf(node, base);
          return [node.type, start, source.slice(start, end).trimEnd()];
        };
        expect(chunks.map(({ node, base }) => shape(node, base))).toEqual(whole.map((node) => shape(node, 0)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["~~~", "~~~", "code"],
    ["<!--", "-->", "html"],
    ["<script>", "</script>", "html"],
    ["<div>", "", "html"],
  ])("is read to its end where %s stays open before thousands of headings", (opening, closing, type) => {
    const source = `# Title\n\n${opening}\n${"# x\n".repeat(3_000)}`;
    const blocks = (parseBlocks(source) ?? []).map(({ node, base }) => {
      const { start, end } = spanOf(node, base);
      return [node.type, source.slice(start, end).trimEnd()];
    });
    expect(blocks).toEqual([
      ["heading", "# Title"],
      [type, source.slice(9).trimEnd()],
    ]);
    const closed = parseBlocks(`${source}${closing}\n\n# Next\n`) ?? [];
    expect(closed.map(({ node }) => node.type)).toEqual(["heading", type, "heading"]);
  });
});
