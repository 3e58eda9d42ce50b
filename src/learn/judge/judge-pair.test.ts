import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverage } from "./features.ts";
import { judgePair } from "./judge-pair.ts";
import { type JudgedSkill, profileOf } from "./profile.ts";
import { SPECIFIC, termWeight } from "./term-weights.ts";

const skill = (name: string, description: string, more: Partial<JudgedSkill> = {}): JudgedSkill => ({
  name,
  description,
  ...more,
});

const invoice = skill(
  "Invoice total calculator",
  "Calculates the total of an invoice from line items, quantities and a tax rate, and prints it as a table.",
);

describe("two skills", () => {
  test("are the same capability in other words, in English and in Chinese", () => {
    const other = skill(
      "Calculate invoice totals",
      "Computes invoice totals from line items with quantity and tax rate; the output is a table.",
    );
    expect(judgePair(invoice, other)).toMatchObject({ verdict: "same", basis: "face" });
    const [first, second] = [
      skill("发票总额计算器", "根据发票明细、数量和税率计算发票总额，并以表格形式输出。"),
      skill("计算发票总额", "根据发票明细的数量与税率计算总额，输出表格。"),
    ];
    expect(judgePair(first, second).verdict).toBe("same");
  });

  test("are distinct where they only share the kind of work", () => {
    const recipe = skill(
      "Recipe cost calculator",
      "Calculates what a recipe costs per portion from the prices of ingredients.",
    );
    expect(judgePair(invoice, recipe).verdict).toBe("distinct");
  });

  test("are not the same when descriptions from one template name other things", () => {
    const made = (name: string) => skill(name, `How to work on ${name} here. Use when you are working on ${name}.`);
    expect(judgePair(made("deployment"), made("invoices"))).toMatchObject({ veto: "name" });
    expect(judgePair(made("deployment"), made("invoices")).verdict).not.toBe("same");
  });

  test("are not the same in another human language or with another tool, however alike the rest", () => {
    const translator = (language: string) =>
      skill(
        `Literary ${language} translator`,
        `Translates prose into ${language} and improves its style, without notes.`,
      );
    const languages = judgePair(translator("Japanese"), translator("French"));
    expect(languages).toMatchObject({ veto: "language" });
    expect(languages.verdict).not.toBe("same");
    expect(languages.axes.find(({ axis }) => axis === "constraints")).toMatchObject({ agrees: "no" });
    const chart = (tool: string) =>
      skill(`${tool} bar chart script`, `Writes a ${tool} script that draws a bar chart of monthly sales.`);
    const tools = judgePair(chart("Matlab"), chart("JavaScript"));
    expect(tools).toMatchObject({ veto: "tool" });
    expect(tools.verdict).not.toBe("same");
    expect(tools.axes.find(({ axis }) => axis === "tools")?.reason).toBe("matlab against web");
  });

  test("get a reason on each axis", () => {
    const { axes } = judgePair(
      invoice,
      skill("Invoice totals in Python", "A Python script that computes invoice totals."),
    );
    expect(axes.map(({ axis }) => axis)).toEqual(["job", "deliverable", "constraints", "tools"]);
    expect(axes[0]?.reason).toMatch(/both solve/);
    expect(axes[3]).toMatchObject({ agrees: "unknown", reason: "only one says: python" });
  });

  test("are compared by their bodies too, once both say enough", () => {
    const body = (topic: string) =>
      Array.from(
        { length: 30 },
        (_, at) => `- Step ${topic}${"abcdefghij"[at % 10]}${at}: keep ${topic}${at * 7} and ${topic}${at * 11}.`,
      ).join("\n");
    const [first, second] = [
      skill("Sales report", "Makes the monthly sales report.", { body: body("sales") }),
      skill("Monthly sales report", "Writes the sales report of a month.", { body: body("sales") }),
    ];
    expect(judgePair(first, second)).toMatchObject({ basis: "whole", verdict: "same" });
    const other = judgePair(first, { ...second, body: body("rent") });
    expect(other).toMatchObject({ basis: "whole" });
    expect(other.verdict).not.toBe("same");
    expect(judgePair(first, { ...second, body: "- One rule." }).basis).toBe("face");
  });

  test("give the same verdict in either order, and each is the same as itself", () => {
    const words = fc.constantFrom(
      ..."invoice table python script translate japanese recipe sort 报告 生成 SOP 42".split(" "),
    );
    const text = fc.array(words, { minLength: 2, maxLength: 12 }).map((list) => list.join(" "));
    fc.assert(
      fc.property(text, text, text, text, (nameA, descriptionA, nameB, descriptionB) => {
        const [a, b] = [skill(nameA, descriptionA), skill(nameB, descriptionB)];
        const [there, back] = [judgePair(a, b), judgePair(b, a)];
        expect(back.verdict).toBe(there.verdict);
        expect(back.score).toBeCloseTo(there.score, 12);
        expect(judgePair(a, a).verdict).toBe("same");
      }),
      { numRuns: 60 },
    );
  });

  test("may say nothing at all", () => {
    expect(judgePair(skill("", ""), skill("", "")).verdict).not.toBe("same");
    expect(judgePair(skill("", ""), invoice).verdict).toBe("distinct");
  });
});

describe("what one text covers of another", () => {
  const covered = (left: string, right: string) =>
    coverage(profileOf(skill("", left)).description(), profileOf(skill("", right)).description());

  test("counts an abbreviation for what it stands for, both ways", () => {
    expect(covered("SOP", "a standard operating procedure")).toBe(1);
    expect(covered("standard operating procedure", "the SOP")).toBe(1);
  });

  test("counts another form of a word in part, a near synonym by half, and nothing for the rest", () => {
    expect(covered("estimator", "estimation")).toBeGreaterThan(0.6);
    expect(covered("recipes", "dish")).toBe(0.5);
    expect(covered("invoice", "sourdough")).toBe(0);
  });
});

test("words that every skill uses weigh little, in the form in which the tokenizer gives them", () => {
  for (const word of ["generates", "specific", "users", "format", "用户", "生成", "with"]) {
    expect(Math.min(...[...profileOf(skill("", word)).description().terms].map(termWeight)), word).toBeLessThan(
      SPECIFIC,
    );
  }
});
