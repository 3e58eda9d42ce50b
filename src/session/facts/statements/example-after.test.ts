import { describe, expect, it } from "vitest";
import { findStatements } from "./find-statements.ts";

const saidAfterWork = (message: string) => findStatements(message, { firstTurn: false, preceding: "actions" });

describe("what follows a statement", () => {
  it("is the block that its colon announces", () => {
    const [found] = saidAfterWork(
      "Every config file must begin with this line:\n\n```yaml\n# generated: no\nowner: team-a\n```\nThanks!",
    );
    expect(found).toMatchObject({
      kind: "standing_rule",
      example: { kind: "block", text: "# generated: no\nowner: team-a" },
    });
  });

  it("is the sentence that gives an example, in the person's language", () => {
    expect(saidAfterWork("All prices must have two decimals. For example 3.50 and not 3.5.")[0]?.example).toEqual({
      kind: "sentence",
      text: "For example 3.50 and not 3.5.",
    });
    expect(saidAfterWork("以后所有价格都必须保留两位小数。例如 3.50，而不是 3.5。")[0]?.example).toEqual({
      kind: "sentence",
      text: "例如 3.50，而不是 3.5。",
    });
  });

  it("is nothing when something else follows, or a whole document", () => {
    expect(saidAfterWork("All prices must have two decimals. The build is green.")[0]?.example).toBeUndefined();
    expect(saidAfterWork("All prices must have two decimals.\n\nFor example 3.50.")[0]?.example).toBeUndefined();
    const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
    const [found] = saidAfterWork(`Every page must contain this:\n\`\`\`\n${long}\n\`\`\``);
    expect(found?.text).toContain("Every page must contain this");
    expect(found?.example).toBeUndefined();
  });
});

describe("rules for every piece of work", () => {
  it.each([
    "We require all exported tables to carry a unit column.",
    "After finishing each chapter, append its word count to counts.csv.",
    "Before touching any shared fixture, copy it to the scratch folder.",
  ])("are found: %s", (message) => {
    expect(saidAfterWork(message)).toMatchObject([{ kind: "standing_rule", text: message }]);
  });

  it.each([
    "Update the plan: add three goals, with a projected date for each feature.",
    "We expect all of this to take an hour.",
    "After running each variant, the numbers looked the same.",
  ])("are not seen in what only speaks of each or all: %s", (message) => {
    expect(saidAfterWork(message)).toEqual([]);
  });
});
