import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readJsonReply } from "./json-reply.ts";

const schema = z.object({ title: z.string(), steps: z.array(z.string()) });
const value = { title: "A } tricky { title", steps: ["```", "\n", "ok"] };
const json = JSON.stringify(value);

describe("the value is found", () => {
  test.each([
    ["alone", json],
    ["with space around", `\n\n ${json}\n`],
    ["in a fence", `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
    ["in a fence among prose", `Here it is:\n\n\`\`\`\n${json}\n\`\`\`\nAnything else?`],
    ["among prose", `Sure! ${json} Let me know.`],
    ["after thoughts", `<think>maybe {"title": 1}?</think>\n${json}`],
  ])("%s", (_name, text) => {
    expect(readJsonReply(text, schema)).toEqual({ value });
  });

  test("whatever it is, in whatever prose without brackets", () => {
    // zod leaves that key out of records, on purpose.
    const name = fc.string().filter((text) => text !== "__proto__");
    const prose = fc.string().map((text) => text.replaceAll(/[[\]{}`<]/g, ""));
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), prose, prose, (object, before, after) => {
        const text = `${before}\n${JSON.stringify(object)}\n${after}`;
        const plain = JSON.parse(JSON.stringify(object));
        expect(readJsonReply(text, z.record(z.string(), z.unknown()))).toEqual({ value: plain });
      }),
    );
  });
});

describe("the problem is told", () => {
  test.each([
    ["nothing", "  ", /^It is empty/],
    ["prose", "I cannot do that.", /^It is not JSON/],
    ["JSON that was cut off", json.slice(0, -5), /^It is not JSON/],
    ["another shape", '{"title": 3, "steps": []}', /string.*title/],
    ["a list for an object", "[1, 2]", /expected object/],
  ])("for %s", (_name, text, problem) => {
    expect(readJsonReply(text, schema)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("for long hostile text, at once", () => {
    for (const text of [
      "```\n".repeat(200_000),
      `\`\`\`\n${" ".repeat(1_000_000)}`,
      "{".repeat(1_000_000),
      "<think>".repeat(100_000),
    ])
      expect("problem" in readJsonReply(text, schema)).toBe(true);
  });

  test("for any text at all, without throwing", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = readJsonReply(text, z.never());
        expect("problem" in result && result.problem.length > 0).toBe(true);
      }),
    );
  });
});
