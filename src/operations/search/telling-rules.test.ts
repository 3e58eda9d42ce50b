import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../base/index.ts";
import { tellingRules } from "./telling-rules.ts";

const rules = (...texts: string[]) => texts.map((text) => ({ skill: "s", text }));
const texts = (chosen: readonly { text: string }[]) => chosen.map(({ text }) => text);

describe("which rules are said where there is no room for all", () => {
  it("a rule that repeats others in other words goes first", () => {
    const all = rules(
      "All prices have two decimals.",
      "Prices must have two decimals always.",
      "Append a line to the log after each delivery.",
    );
    const chosen = texts(tellingRules(all, "anything", 22));
    expect(chosen).toHaveLength(2);
    expect(chosen).toContain(all[2]?.text);
  });

  it("a rule that the request speaks of comes before others", () => {
    const all = rules(
      "Spreadsheets carry their units in the second row.",
      "Letters close with the full name of the sender.",
      "Invoices name the cost centre on every page.",
    );
    expect(texts(tellingRules(all, "write the letters to our sender", 16))).toEqual([all[1]?.text]);
  });

  it("each skill says one before another says a second, however short that is", () => {
    const template =
      "Letters to offices open with this:\n\n```\nTo: <office>\nSubject: <file number>\nDate: <day>\n```";
    const all = [
      ...rules(
        "Prices have two decimals.",
        "Weights have three decimals.",
        "Lengths have no decimals.",
        "Areas are rounded up.",
      ),
      { skill: "letters", text: template },
    ];
    expect(texts(tellingRules(all, "anything", 60))).toContain(template);
  });

  it("keeps rules whole, in their order, and within the budget", () => {
    const words = fc.array(fc.constantFrom("ship", "price", "log", "unit", "page", "日付", "файл"), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 12 }),
        words,
        fc.integer({ min: 0, max: 120 }),
        (lists, query, budget) => {
          const all = rules(...lists.map((list) => list.join(" ")));
          const chosen = tellingRules(all, query.join(" "), budget);
          expect(chosen.reduce((sum, { text }) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(budget);
          expect(chosen).toEqual(all.filter((rule) => chosen.includes(rule)));
          if (budget === 0) expect(chosen).toEqual([]);
          expect(tellingRules(all, query.join(" "), 100_000)).toEqual(all);
        },
      ),
    );
  });
});
