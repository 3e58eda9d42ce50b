import { describe, expect, it } from "vitest";
import { parseSkillHead, titleOf } from "./head.ts";
import { parseSkill } from "./parse.ts";

const front = '---\nname: "a"\ndescription: "b"\nmetadata:\n  tags: "x"\n---\n';

const TEXTS = [
  `${front}\n# The title\n\n## Steps\n\n1. One\n`,
  `${front}# 标题\n\nText.\n\n# Another\n`,
  `${front}## No title first\n\n# Later\n`,
  `${front}Only prose, no heading.\n`,
  `${front}Title\n=====\n\nText.\n`,
  "# No frontmatter\n\n- one\n",
  "\uFEFF---\nname: x\n---\n# Behind a BOM\n",
  "---\nname: never closed\n# In it\n",
  "",
];

describe("the head of a skill", () => {
  it.each(TEXTS)("has the name, description and title that the whole file has: %j", (text) => {
    const whole = parseSkill(text);
    const head = parseSkillHead(text);
    expect(head.frontmatter?.data).toEqual(whole.frontmatter?.data);
    expect(head.bodyStart).toBe(whole.bodyStart);
    expect(titleOf(head)).toBe(whole.title);
  });
});
