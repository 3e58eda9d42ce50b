/** The helper is what all tests of models rest on: it must refuse what the services refuse. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ScriptedModelServer, startScriptedModelServer } from "./scripted-model-server.test-helper.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
  server = await startScriptedModelServer({ replies: () => ({ text: "ok" }) });
});
afterEach(() => server.close());

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

const openai = (body: unknown): Promise<number> =>
  post(`${server.openaiBaseUrl}/chat/completions`, body, { authorization: `Bearer ${server.apiKey}` });
const anthropic = (body: unknown): Promise<number> =>
  post(`${server.anthropicBaseUrl}/messages`, body, { "x-api-key": server.apiKey, "anthropic-version": "2023-06-01" });
const google = (body: unknown): Promise<number> =>
  post(`${server.googleBaseUrl}/models/m:generateContent`, body, { "x-goog-api-key": server.apiKey });

const user = { role: "user", content: "Hello" };
const call = { id: "c1", type: "function", function: { name: "ls", arguments: "{}" } };

describe("OpenAI chat completions", () => {
  test.each([
    ["no JSON", "{"],
    ["no model", { messages: [user] }],
    ["no messages", { model: "m", messages: [] }],
    ["an unknown role", { model: "m", messages: [{ role: "boss", content: "x" }] }],
    ["an empty message", { model: "m", messages: [{ role: "user", content: "" }] }],
    ["a call without result", { model: "m", messages: [user, { role: "assistant", tool_calls: [call] }] }],
    ["a result without call", { model: "m", messages: [user, { role: "tool", tool_call_id: "c9", content: "x" }] }],
    [
      "arguments that are no JSON",
      {
        model: "m",
        messages: [
          user,
          { role: "assistant", tool_calls: [{ ...call, function: { name: "ls", arguments: "{" } }] },
          { role: "tool", tool_call_id: "c1", content: "x" },
        ],
      },
    ],
    [
      "a tool without schema",
      { model: "m", messages: [user], tools: [{ type: "function", function: { name: "ls" } }] },
    ],
    ["no room for an answer", { model: "m", messages: [user], max_tokens: 0 }],
  ])("are refused with %s", async (_name, body) => {
    expect(await openai(body)).toBe(400);
    expect(server.problems.length).toBeGreaterThan(0);
    expect(server.requests).toEqual([]);
  });
});

describe("Anthropic messages", () => {
  const ok = { model: "m", max_tokens: 10, messages: [user] };
  test.each([
    ["no limit", { ...ok, max_tokens: undefined }],
    ["an assistant first", { ...ok, messages: [{ role: "assistant", content: "x" }] }],
    ["an empty block", { ...ok, messages: [{ role: "user", content: [{ type: "text", text: "" }] }] }],
    [
      "a call without result",
      {
        ...ok,
        messages: [user, { role: "assistant", content: [{ type: "tool_use", id: "c", name: "ls", input: {} }] }, user],
      },
    ],
    [
      "input that is no object",
      {
        ...ok,
        messages: [
          user,
          { role: "assistant", content: [{ type: "tool_use", id: "c", name: "ls", input: "{" }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "x" }] },
        ],
      },
    ],
  ])("are refused with %s", async (_name, body) => {
    expect(await anthropic(ok)).toBe(200);
    expect(await anthropic(body)).toBe(400);
    expect(server.problems.length).toBeGreaterThan(0);
  });
});

describe("Google generateContent", () => {
  const turn = { role: "user", parts: [{ text: "Hello" }] };
  test.each([
    ["no contents", { contents: [] }],
    ["a content without parts", { contents: [{ role: "user", parts: [] }] }],
    ["an unknown role", { contents: [{ role: "assistant", parts: [{ text: "x" }] }] }],
    [
      "a call without response",
      { contents: [turn, { role: "model", parts: [{ functionCall: { name: "ls", args: {} } }] }, turn] },
    ],
  ])("is refused with %s", async (_name, body) => {
    expect(await google({ contents: [turn] })).toBe(200);
    expect(await google(body)).toBe(400);
    expect(server.problems.length).toBeGreaterThan(0);
  });
});

test("a wrong key is a 401 and no problem of the request", async () => {
  const url = `${server.openaiBaseUrl}/chat/completions`;
  expect(await post(url, { model: "m", messages: [user] }, { authorization: "Bearer wrong" })).toBe(401);
  expect(server.problems).toEqual([]);
});

test("a script that is over says so", async () => {
  const short = await startScriptedModelServer({ replies: [{ text: "only" }] });
  try {
    const ask = (): Promise<number> =>
      post(
        `${short.openaiBaseUrl}/chat/completions`,
        { model: "m", messages: [user] },
        { authorization: `Bearer ${short.apiKey}` },
      );
    expect([await ask(), await ask()]).toEqual([200, 400]);
    expect(short.problems).toEqual([expect.stringContaining("no reply for request 2")]);
  } finally {
    await short.close();
  }
});
