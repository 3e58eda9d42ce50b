/** Draws random edits for a skill: most are sensible, some are what a careless or hostile proposer would send. */
import { SECTION_ORDER, type SkillDocument, type SkillEdit } from "../skill/index.ts";
import type { Random } from "./random.ts";

const SENSIBLE = [
  "Run the tests before the commit",
  "Never push to the main branch without a review",
  "提交之前先运行测试",
  "Проверь миграции на копии базы",
  "Start the server:\n\n```sh\nnpm run dev -- --port <port>\n```",
  "Use `git bisect` when a check broke without a known cause",
  "Order of work:\n- read the log\n- fix the first error\n- run it again",
  "Read the table:\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "A long rule that\nruns over\nthree lines",
  "Write the config:\n```yaml\n---\nname: x\n# not a heading\n---\n```",
  "~~~\ntilde fences hold ``` inside\n~~~",
  "Line with trailing spaces  \nand CRLF\r\ninside",
  "- a rule with its own marker",
  "7. a step with its own number",
  "Ends in a backslash \\",
  "Keep 'quotes', \"double\" and {braces}: [ok]",
  "> quoted advice",
  "بررسی می‌کنم",
] as const;

const HOSTILE = [
  "",
  "   \n\t",
  "# A heading",
  "text\n\n## Second heading",
  "text\n---",
  "text\n===",
  "---\nname: other\n---",
  "```\nnever closed",
  "text\n~~~~\nclosed by too few\n~~~",
  "````\n```\n````\n```",
  "<!-- hidden",
  "<!-- hidden -->",
  "<script>\nalert(1)",
  "<details>\n\nopen",
  "[link]: http://127.0.0.1/",
  "nul \0 inside",
  "\uFEFFmark",
  "lone \uD800 surrogate",
  "***",
  "- \n- \n-",
  "1.",
  "    indented code",
  "a\n\n\n\n    deeper\n  # still a heading",
  "x\n> # quoted heading",
  "`".repeat(40),
  ["!`touch pwned` and $ARGUMENTS and $", "{CLAUDE_SKILL_DIR}"].join(""),
  "```!\ntouch pwned\n```",
  "x".repeat(20_000),
  "</li></ul>\n<pre>",
  "a\n\nb\n\nc",
  "- a\n\n- b\n1. c",
  "\t- tabbed\n\t\t- deeper",
] as const;

const ODD_SECTIONS = [
  "Notes",
  "备注",
  "steps",
  "RULES",
  "A `code` heading",
  "two\nlines",
  "# x",
  "",
  "trailing #",
] as const;

const FIELDS: readonly string[][] = [
  ["description"],
  ["version"],
  ["name"],
  ["license"],
  ["tags"],
  ["metadata"],
  ["metadata", "version"],
  ["metadata", "source"],
  ["metadata", "extracted_at"],
  ["__proto__"],
  ["a: b"],
  [],
  ["metadata", "a", "b"],
];

const VALUES = ["0.1.1", "auto-skill", 'Use when: a "colon" # and a hash', "---", "两行\n文字", "\u2028", ""] as const;

export function drawEdits(document: SkillDocument, random: Random): SkillEdit[] {
  const edits: SkillEdit[] = [];
  const count = 1 + random.integer(6);
  while (edits.length < count) edits.push(drawEdit(document, random, edits));
  return edits;
}

function drawEdit(document: SkillDocument, random: Random, earlier: readonly SkillEdit[]): SkillEdit {
  const text = () => (random.chance(0.25) ? random.pick(HOSTILE) : numbered(random.pick(SENSIBLE), random));
  const rule = () => drawRule(document, random, earlier);
  switch (random.integer(5)) {
    case 0:
      return { op: "add", ...drawPlace(document, random), text: text() };
    case 1:
      return { op: "replace", rule: rule(), text: text() };
    case 2:
      return { op: "retire", rule: rule() };
    case 3:
      return { op: "move", rule: rule(), ...drawPlace(document, random) };
    default:
      return {
        op: "set_field",
        path: [...random.pick(FIELDS)],
        value: random.chance(0.25) ? null : random.pick(VALUES),
      };
  }
}

/** Makes most sensible texts differ, so that sets do not only meet rules that already stand there. */
function numbered(text: string, random: Random): string {
  return random.chance(0.7) ? text.replace(/^(\W*\w+)/u, `$1 ${random.integer(1000)}`) : text;
}

function drawRule(document: SkillDocument, random: Random, earlier: readonly SkillEdit[]): string {
  const before = earlier.find((edit) => "rule" in edit);
  if (before !== undefined && "rule" in before && random.chance(0.15)) return before.rule;
  if (document.rules.length === 0 || random.chance(0.05)) return "000000000000";
  return random.pick(document.rules).id;
}

function drawPlace(document: SkillDocument, random: Random): { section: string; after?: string } {
  if (document.rules.length > 0 && random.chance(0.4)) {
    const anchor = random.pick(document.rules);
    const section = random.chance(0.9) ? anchor.section : random.pick(SECTION_ORDER);
    return { section, after: random.chance(0.95) ? anchor.id : "ffffffffffff" };
  }
  if (document.sections.length > 0 && random.chance(0.5)) return { section: random.pick(document.sections).heading };
  return { section: random.chance(0.8) ? random.pick(SECTION_ORDER) : random.pick(ODD_SECTIONS) };
}
