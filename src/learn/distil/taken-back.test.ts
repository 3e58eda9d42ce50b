import { describe, expect, it } from "vitest";
import { createFactCollector, type Message } from "../../session/index.ts";
import { header } from "../facts.test-helper.ts";
import { distil } from "./distil.ts";

/** The rules that a session gives in which a person says these things, with work in between. */
function rulesAfter(...said: string[]): string[] {
  const collector = createFactCollector(header());
  let ordinal = 0;
  const add = (role: Message["role"], origin: Message["origin"], parts: Message["parts"]) => {
    const at = ordinal++ * 100;
    collector.add({ id: `m${ordinal}`, role, origin, parts, spans: [{ start: at, end: at + 90 }] });
  };
  for (const [index, text] of ["Please tidy up the price code.", ...said].entries()) {
    add("user", "person", [{ type: "text", text }]);
    const callId = `c${index}`;
    add("assistant", "model", [
      { type: "tool_call", callId, name: "Bash", input: { command: `npm test -- part${index}` } },
    ]);
    add("tool", "tool", [{ type: "tool_result", callId, status: "ok", exitCode: 0, text: "12 passed" }]);
    add("assistant", "model", [{ type: "text", text: "Done." }]);
  }
  return distil({ header: header(), facts: collector.finish(), sourcePath: "/tmp/s.jsonl" }).flatMap((candidate) =>
    candidate.rules.filter((rule) => rule.section === "Rules").map((rule) => rule.text),
  );
}

describe("what a person states", () => {
  it("is a rule while nobody takes it back", () => {
    expect(rulesAfter("From now on always indent with tabs in test files.", "Thanks, now the invoices.")).toEqual([
      "Always indent with tabs in test files.",
    ]);
  });

  it.each([
    ["From now on always indent with tabs in test files.", "Forget what I said about tabs in test files."],
    ["From now on always indent with tabs in test files.", "Never mind that."],
    ["From now on always indent with tabs in test files.", "I changed my mind: never indent with tabs in test files."],
    ["Always indent test files with tabs.", "Never indent test files with tabs."],
    ["以后测试文件一律用制表符缩进。", "刚才说错了，测试文件不要用制表符缩进。"],
  ])("is none when it was taken back: %s / %s", (rule, retraction) => {
    expect(rulesAfter(rule, retraction).filter((text) => /always indent|一律/i.test(text))).toEqual([]);
  });

  it("gives way to its reversal", () => {
    const rules = rulesAfter("From now on use npm, not yarn.", "From now on use yarn, not npm.");
    expect(rules).toEqual(["Use yarn, not npm."]);
  });

  it("stays when something else is taken back", () => {
    const rules = rulesAfter(
      "From now on always indent with tabs in test files.",
      "Forget what I said about the invoice totals.",
    );
    expect(rules).toEqual(["Always indent with tabs in test files."]);
  });
});
