import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGENT_CLIS, agentCliNamed } from "./agent-clis.ts";

const read = (name: string, stdout: string) => {
  const cli = agentCliNamed(name);
  if (cli === undefined) throw new Error(name);
  return cli.read(stdout);
};

describe.each(AGENT_CLIS.map(({ name }) => name))("%s", (name) => {
  test.each([
    ["nothing", ""],
    ["garbage", "Welcome!\nPlease wait…\n"],
    ["half of JSON", '{"type":"resu'],
    ["a number", "7"],
    ["JSON of another kind", '{"type":"other"}'],
    ["a list of nothing", "[]"],
    ["a result without an answer", '{"type":"result","is_error":false,"response":null}'],
  ])("takes %s for a problem", (_name, stdout) => {
    expect(read(name, stdout)).toEqual({ problem: expect.stringMatching(/\S/) });
  });

  test("gives a text or a problem for anything at all", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ type: fc.constantFrom("result", "turn.failed"), result: fc.jsonValue(), usage: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anything, (stdout) => {
        const output = read(name, stdout);
        expect(typeof ("problem" in output ? output.problem : output.text)).toBe("string");
      }),
    );
  });
});

test("the answer is found after lines that are no part of it", () => {
  const result = JSON.stringify({ type: "result", is_error: false, result: "ok" });
  expect(read("claude-cli", `Update available\n${result}\n`)).toMatchObject({ text: "ok" });
  expect(
    read("gemini-cli", `Loaded cached credentials.\n${JSON.stringify({ response: "ok" }, null, 2)}\n`),
  ).toMatchObject({
    text: "ok",
  });
});

const agents = fileURLToPath(new URL("../../../../shared/agents/", import.meta.url));

describe.skipIf(!existsSync(agents))("what real runs printed (needs ../shared)", () => {
  test.each([
    ["claude-cli", "claude-code/claude-stdout.json", { outputTokens: 20, inputTokens: 100, cachedInputTokens: 0 }],
    ["codex-cli", "codex/codex-stdout.jsonl", { outputTokens: 120, inputTokens: 600, cachedInputTokens: 0 }],
    ["gemini-cli", "gemini-cli/gemini-stdout.json", { outputTokens: 120, inputTokens: 600, cachedInputTokens: 0 }],
  ])("%s", (name, file, usage) => {
    const output = read(name, readFileSync(agents + file, "utf8"));
    expect(output).toMatchObject({ text: expect.stringContaining("subtracted instead of adding"), usage });
  });

  test("qwen-cli", () => {
    const lines = readFileSync(`${agents}qwen/stream-json-output-r2.jsonl`, "utf8").trim().split("\n");
    expect(read("qwen-cli", `[${lines.join(",")}]`)).toMatchObject({
      text: expect.stringContaining("make gen"),
      usage: { inputTokens: 400, outputTokens: 80 },
    });
  });
});
