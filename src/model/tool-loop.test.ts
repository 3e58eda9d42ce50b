import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { AutoskillError } from "../base/index.ts";
import { createApiModel } from "./api/api-model.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "./scripted-model-server.test-helper.ts";
import type { ModelTool } from "./tool.ts";
import { runToolLoop, type ToolLoopEvent, type ToolLoopRequest } from "./tool-loop.ts";

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

async function run(replies: ScriptedReplies, tools: ModelTool[], more: Partial<ToolLoopRequest> = {}) {
  server = await startScriptedModelServer({ replies });
  const model = createApiModel({
    provider: "openai-compatible",
    model: "m",
    baseUrl: server.openaiBaseUrl,
    apiKey: server.apiKey,
  });
  const messages: ToolLoopRequest["messages"] = [{ role: "user", text: "Go" }];
  const result = await runToolLoop(model, { purpose: "test", messages, tools, maxTurns: 5, ...more });
  return { server, result, model };
}

const step: ModelTool = {
  name: "step",
  description: "Takes a step",
  input: z.object({ n: z.number() }),
  execute: async (input) => ({ output: `took ${(input as { n: number }).n}` }),
};
const callStep = (n: number) => ({ name: "step", input: { n } });

function outputs(result: Awaited<ReturnType<typeof runToolLoop>>): [string, boolean][] {
  return result.messages.flatMap((message) =>
    message.role === "tool" ? message.results.map(({ output, isError }): [string, boolean] => [output, isError]) : [],
  );
}

/** The time of the work is over when the test says so, however long a busy machine takes for what comes before. */
function deadlineAtWill(): () => void {
  const time = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBeLessThanOrEqual(60_000);
    return time.signal;
  });
  return () => time.abort(new DOMException("The time is over.", "TimeoutError"));
}

/** Every call has its result, so that the conversation can be sent again. */
function expectWhole(result: Awaited<ReturnType<typeof runToolLoop>>): void {
  for (const [index, message] of result.messages.entries()) {
    if (message.role !== "assistant" || message.toolCalls === undefined) continue;
    const next = result.messages[index + 1];
    expect(next?.role === "tool" ? next.results.map(({ id }) => id) : []).toEqual(
      message.toolCalls.map(({ id }) => id),
    );
  }
}

test("runs the calls of one message in order, one after another", async () => {
  const log: string[] = [];
  const slow: ModelTool = {
    ...step,
    execute: async (input) => {
      const { n } = input as { n: number };
      log.push(`begin ${n}`);
      await new Promise((resolve) => setTimeout(resolve, 10 - n));
      log.push(`end ${n}`);
      return { output: String(n) };
    },
  };
  const { result } = await run([{ toolCalls: [callStep(1), callStep(2), callStep(3)] }, { text: "done" }], [slow]);
  expect(log).toEqual(["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]);
  expect(result).toMatchObject({ ended: "stop", text: "done", turns: 2, usage: { inputTokens: 20, outputTokens: 10 } });
});

test("tells of everything as it happens, text piece by piece where it streams", async () => {
  const events: ToolLoopEvent[] = [];
  await run([{ text: "First this.", toolCalls: [callStep(1)] }, { text: "A longer text in pieces." }], [step], {
    stream: true,
    onEvent: (event) => events.push(event),
  });
  const text = events.map((event) => (event.type === "text" ? event.delta : "")).join("");
  expect(text).toBe("First this.A longer text in pieces.");
  const kinds = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect(kinds).toEqual(["text", "reply", "tool_call", "tool_result", "text", "reply"]);
});

describe("what a tool does wrong is told to the model", () => {
  test("when it throws, with the next step of our own errors", async () => {
    const failing: ModelTool = {
      ...step,
      execute: async () => {
        throw new AutoskillError({ code: "X", message: "The disk is full.", next: "Free some space." });
      },
    };
    const { result, server } = await run([{ toolCalls: [callStep(1)] }, { text: "ok" }], [failing]);
    expect(outputs(result)).toEqual([["The disk is full. Free some space.", true]]);
    expect(server.problems).toEqual([]);
  });

  test("when its input does not fit, or there is no such tool, and nothing runs", async () => {
    const toolCalls = [
      { name: "step", rawInput: "{n: 1" },
      { name: "step", input: { n: "one" } },
      { name: "leap", input: {} },
    ];
    const { result } = await run([{ toolCalls }, { text: "ok" }], [step]);
    expect(outputs(result)).toEqual([
      [expect.stringMatching(/^The input is not JSON/), true],
      [expect.stringMatching(/does not fit step/), true],
      ["There is no tool leap. The tools are: step.", true],
    ]);
  });
});

describe("the loop ends", () => {
  test("at the limit of turns, with the last calls done", async () => {
    const { result, server } = await run(({ number }) => ({ toolCalls: [callStep(number)] }), [step], { maxTurns: 3 });
    expect(result).toMatchObject({ ended: "turn_limit", turns: 3 });
    expect(outputs(result).map(([output]) => output)).toEqual(["took 0", "took 1", "took 2"]);
    expect(server.requests.length).toBe(3);
    expectWhole(result);
  });

  test("at the limit of tokens, before another request", async () => {
    const usage = { inputTokens: 600, outputTokens: 100 };
    const { result, server } = await run(() => ({ toolCalls: [callStep(1)], usage }), [step], { maxTokens: 1000 });
    expect(result).toMatchObject({ ended: "token_limit", turns: 2, error: { code: "MODEL_BUDGET" } });
    expect(server.requests.length).toBe(2);
    expectWhole(result);
  });

  test("at the limit of tokens also where the service counts none", async () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const text = "x".repeat(4000);
    const { result } = await run(() => ({ text, toolCalls: [callStep(1)], usage }), [step], { maxTokens: 1500 });
    expect(result).toMatchObject({ ended: "token_limit" });
    expect(result.turns).toBeLessThan(3);
  });

  test("at its deadline, in a request", async () => {
    const end = deadlineAtWill();
    const replies: ScriptedReplies = ({ number }) => {
      if (number === 0) return { toolCalls: [callStep(1)] };
      end();
      return { hang: true };
    };
    const { result } = await run(replies, [step], { timeoutMs: 60_000 });
    expect(result).toMatchObject({ ended: "deadline", turns: 1, error: { code: "MODEL_TIMEOUT" } });
    expectWhole(result);
  });

  test("at its deadline, in a tool that does not heed it", async () => {
    const end = deadlineAtWill();
    const stuck: ModelTool = {
      ...step,
      execute: () => {
        end();
        return new Promise(() => {});
      },
    };
    const { result } = await run([{ toolCalls: [callStep(1), callStep(2)] }], [stuck], { timeoutMs: 60_000 });
    expect(result).toMatchObject({ ended: "deadline", turns: 1 });
    expect(outputs(result)).toEqual([
      ["Stopped before it was done.", true],
      ["Not run: the work was stopped before.", true],
    ]);
    expectWhole(result);
  });

  test("when it is cancelled, in a tool", async () => {
    const stop = new AbortController();
    const stopping: ModelTool = {
      ...step,
      execute: async (_input, { signal }) => {
        stop.abort();
        return { output: `aborted: ${signal.aborted}` };
      },
    };
    const { result, server } = await run([{ toolCalls: [callStep(1), callStep(2)] }], [stopping], {
      signal: stop.signal,
    });
    expect(result).toMatchObject({ ended: "cancelled", error: { code: "MODEL_CANCELLED" } });
    expect(server.requests.length).toBe(1);
    expectWhole(result);
  });

  test("when it was cancelled before, with no request", async () => {
    const { result, server } = await run([], [step], { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ended: "cancelled", turns: 0, messages: [{ role: "user", text: "Go" }] });
    expect(server.requests).toEqual([]);
  });

  test("with an error of the model, keeping what was done", async () => {
    const { result } = await run([{ toolCalls: [callStep(1)] }, { status: 500 }], [step]);
    expect(result).toMatchObject({ ended: "error", turns: 1, error: { code: "MODEL_OVERLOADED" } });
    expect(outputs(result)).toEqual([["took 1", false]]);
  });

  test("when the model refuses", async () => {
    const { result } = await run([{ text: "No.", finish: "refused" }], [step]);
    expect(result).toMatchObject({ ended: "error", error: { code: "MODEL_REFUSED" } });
  });

  test("when the answer itself was too long", async () => {
    const { result } = await run([{ text: "And so", finish: "length" }], [step]);
    expect(result).toMatchObject({ ended: "token_limit", text: "And so" });
  });
});

test("what comes back can be gone on with", async () => {
  const { result, model, server } = await run(
    [{ toolCalls: [callStep(1)] }, { text: "first" }, { text: "second" }],
    [step],
  );
  const messages: ToolLoopRequest["messages"] = [...result.messages, { role: "user", text: "More" }];
  const more = await runToolLoop(model, { purpose: "test", messages, tools: [step], maxTurns: 2 });
  expect(more).toMatchObject({ ended: "stop", text: "second" });
  expect(server.requests[2]?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
  expect(server.problems).toEqual([]);
});
