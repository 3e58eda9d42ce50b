import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimTexts, oneLine } from "./claim-text.ts";

const texts = (given: string) => claimTexts(given).map(({ text, lead }) => (lead === undefined ? text : [lead, text]));

describe("the rules in one text of an answer", () => {
  it("are one where it is one sentence, whatever numbers stand in it", () => {
    expect(texts("Invoices name (1) the cost centre and (2) the order.")).toEqual([
      "Invoices name (1) the cost centre and (2) the order.",
    ]);
    expect(texts("- Water the ferns\n  twice a week.")).toEqual(["Water the ferns twice a week."]);
  });

  it.each([
    ["a fence on its own line", "Labels look like this:\n\n```yaml\npot: 12\nsoil: peat\n```"],
    ["line breaks that were escaped twice", "Labels look like this:\\n```yaml\\npot: 12\\nsoil: peat\\n```"],
    ["line breaks that were lost", "Labels look like this: ```pot: 12 soil: peat```"],
    ["no end", "Labels look like this:\n~~~\npot: 12"],
  ])("do not hold the block that they announce: %s", (_, given) => {
    expect(claimTexts(given)).toEqual([{ text: "Labels look like this:", takesExample: true }]);
  });

  it("hold the code within a sentence", () => {
    const given = "Run ```make seeds``` before you sow.";
    expect(texts(given)).toEqual([given]);
  });

  it("are the items of a list on lines of its own, each with what leads into it", () => {
    expect(texts("For every pot plant:\n- water it on Mondays\n- turn it\n  towards the window\n")).toEqual([
      ["For every pot plant:", "water it on Mondays"],
      ["For every pot plant:", "turn it towards the window"],
    ]);
    expect(texts("1. Dig.\n2. Sow.")).toEqual(["Dig.", "Sow."]);
  });

  const long = (what: string) => `${what} ${"and so on ".repeat(12).trim()}`;
  it("are the numbered items of a sentence that is too long for one rule, and the last one has the block", () => {
    const given = `The seed list needs: (1) ${long("the Latin name")}, (2) ${long("the year")}; and (3) a header like this:\n\`\`\`\nname;year\n\`\`\``;
    expect(claimTexts(given)).toEqual([
      { lead: "The seed list needs:", text: long("the Latin name"), takesExample: false },
      { lead: "The seed list needs:", text: long("the year"), takesExample: false },
      { lead: "The seed list needs:", text: "a header like this:", takesExample: true },
    ]);
    const chinese = `种子清单必须：（1）${"写明拉丁文名称".repeat(25)}，（2）${"注明年份".repeat(40)}。`;
    expect(texts(chinese)).toEqual([
      ["种子清单必须：", "写明拉丁文名称".repeat(25)],
      ["种子清单必须：", `${"注明年份".repeat(40)}。`],
    ]);
  });

  it("lose nothing but marks and the blocks, and are never empty", () => {
    const piece = fc.constantFrom(
      "dig",
      "- ",
      "\n",
      "(1) ",
      "(2) ",
      "2. ",
      " ",
      ":",
      "```",
      "\\n",
      "x".repeat(150),
      "水",
      ", ",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
        const given = pieces.join("");
        const found = claimTexts(given);
        expect(found.length).toBeGreaterThan(0);
        if (oneLine(given) !== "") for (const { text } of found) expect(text).not.toBe("");
        for (const { text, lead = "" } of found) expect(`${lead}${text}`).not.toContain("\n");
      }),
    );
  });
});
