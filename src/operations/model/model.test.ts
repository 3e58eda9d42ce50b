import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generateText } from "../../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { setConfiguration } from "../configuration.ts";
import { createOperationContext, type OperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { model } from "./model.ts";
import { openModel } from "./open-model.ts";
import { usage } from "./usage.ts";

let folder: string;
let server: ScriptedModelServer | undefined;
let context: OperationContext | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-model-op-"));
});
afterEach(async () => {
  await context?.close();
  await server?.close();
  context = undefined;
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function open(environment: Record<string, string> = {}): OperationContext {
  context = createOperationContext({
    home: join(folder, "home"),
    environment: { HOME: folder, PATH: folder, ...environment },
  });
  return context;
}

async function openWithServer(replies: ScriptedReplies) {
  server = await startScriptedModelServer({ replies });
  const opened = open({
    AUTOSKILL_MODEL: "m-1",
    AUTOSKILL_BASE_URL: server.openaiBaseUrl,
    AUTOSKILL_API_KEY: server.apiKey,
  });
  return { server, context: opened };
}

const request = (purpose: string) => ({ purpose, messages: [{ role: "user" as const, text: "Hello" }] });

describe("model", () => {
  test("shows what is used and why, and sends nothing", async () => {
    const { server, context } = await openWithServer([]);
    expect(await runOperation(model, context, {})).toEqual({
      model: "openai-compatible:m-1",
      supports: { tools: true, streaming: true },
      why: "The AUTOSKILL_ variables name it.",
      agentCli: "ask",
      candidates: [
        {
          from: "environment",
          id: "openai-compatible:m-1",
          usable: true,
          why: "The AUTOSKILL_ variables name it.",
          baseUrl: server.openaiBaseUrl,
          keyFrom: "AUTOSKILL_API_KEY",
        },
      ],
    });
    expect(server.requests).toEqual([]);
    expect(existsSync(join(folder, "home"))).toBe(false);
  });

  test("checks with one tiny call, which is recorded", async () => {
    const { server, context } = await openWithServer([{ text: "ready" }]);
    const { check } = await runOperation(model, context, { check: true });
    expect(check).toMatchObject({ ok: true, text: "ready", answeredBy: "m-1" });
    expect(server.requests[0]?.messages.length).toBe(1);
    expect((await runOperation(usage, context, {})).purposes[0]).toMatchObject({ purpose: "check", calls: 1 });
    expect(server.problems).toEqual([]);
  });

  test("tells what a check met", async () => {
    const { context } = await openWithServer([{ status: 404, text: "no such model" }]);
    const { check } = await runOperation(model, context, { check: true });
    expect(check).toMatchObject({
      ok: false,
      error: { code: "MODEL_REFUSED", message: expect.stringContaining("no such model") },
    });
  });

  test("says what to do where there is none", async () => {
    const report = await runOperation(model, open(), { check: true });
    expect(report.model).toBeUndefined();
    expect(report.check).toMatchObject({ ok: false, error: { code: "NO_MODEL" } });
  });

  test("takes a yes to an installed agent, once and for all", async () => {
    writeFileSync(join(folder, "claude"), "#!/bin/sh\n");
    chmodSync(join(folder, "claude"), 0o755);
    const context = open();
    expect((await runOperation(model, context, {})).model).toBeUndefined();
    expect((await runOperation(model, context, { agentCli: "yes" })).model).toBe("claude-cli:default");
    expect((await runOperation(model, context, {})).model).toBe("claude-cli:default");
  });
});

describe("the settings", () => {
  test("lead to a model, wait and all", async () => {
    server = await startScriptedModelServer({ replies: () => ({ hang: true }) });
    const context = open({ MY_KEY: server.apiKey });
    await setConfiguration(context, "model.provider", "openai-compatible");
    await setConfiguration(context, "model.name", "m-2");
    await setConfiguration(context, "model.baseUrl", server.openaiBaseUrl);
    await setConfiguration(context, "model.apiKeyVariable", "MY_KEY");
    await setConfiguration(context, "model.timeoutSeconds", 1);
    const opened = await openModel(context);
    expect(opened.id).toBe("openai-compatible:m-2");
    await expect(generateText(opened, request("test"))).rejects.toMatchObject({
      code: "MODEL_TIMEOUT",
      message: expect.stringContaining("within 1 second"),
    });
  });

  test("refuse what is no provider, and a key where a variable's name belongs", async () => {
    const context = open();
    await expect(setConfiguration(context, "model.provider", "clippy")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("known are auto, none, openai-compatible, anthropic"),
    });
    await expect(setConfiguration(context, "model.apiKeyVariable", "sk-12345")).rejects.toMatchObject({
      message: expect.stringContaining("not the key itself"),
    });
  });

  test("of a project cannot send its sessions elsewhere", async () => {
    const context = open();
    await expect(setConfiguration(context, "model.baseUrl", "http://evil.example", folder)).rejects.toMatchObject({
      code: "CONFIG_NOT_FOR_PROJECT",
    });
  });
});

describe("openModel", () => {
  test("is NO_MODEL with the reason", async () => {
    await expect(openModel(open({ AUTOSKILL_MODEL: "none" }))).rejects.toMatchObject({
      code: "NO_MODEL",
      message: expect.stringContaining("there is to be none"),
    });
  });

  test("gives a model that tries again, tells of it, and records", async () => {
    server = await startScriptedModelServer({
      replies: [{ status: 429, headers: { "retry-after-ms": "1" } }, { text: "ok" }],
    });
    const told: string[] = [];
    context = createOperationContext({
      home: join(folder, "home"),
      environment: {
        HOME: folder,
        AUTOSKILL_MODEL: "m-1",
        AUTOSKILL_BASE_URL: server.openaiBaseUrl,
        AUTOSKILL_API_KEY: server.apiKey,
      },
      progress: ({ message }) => told.push(message),
    });
    const opened = await openModel(context);
    expect((await generateText(opened, request("review"))).text).toBe("ok");
    expect(told).toEqual(["m-1: MODEL_RATE_LIMITED; attempt 2 in 1 s"]);
    expect(await runOperation(usage, context, {})).toMatchObject({
      purposes: [{ purpose: "review", calls: 1, retries: 1, outcomes: { ok: 1 } }],
    });
  });

  test("leaves the key in no file", async () => {
    const { server, context } = await openWithServer(() => ({ status: 401, text: "bad key" }));
    await generateText(await openModel(context), request("review")).catch(() => {});
    await context.close();
    const files = readdirSync(join(folder, "home"), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes(server.apiKey)).toBe(false);
    }
  });
});

describe("usage", () => {
  test("is nothing at first", async () => {
    expect(await runOperation(usage, open(), {})).toMatchObject({ purposes: [], total: { calls: 0 }, unpriced: [] });
  });

  test("adds calls up by purpose, and prices only what has a price", async () => {
    const tokens = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 100 };
    const { context } = await openWithServer(({ number }) =>
      number === 2 ? { status: 400 } : { text: "ok", usage: tokens },
    );
    const opened = await openModel(context);
    await generateText(opened, request("review"));
    await generateText(opened, request("review"));
    await generateText(opened, request("review")).catch(() => {});
    await generateText(opened, request("agent"));

    const without = await runOperation(usage, context, {});
    expect(without.purposes.map(({ purpose, calls, cost }) => [purpose, calls, cost])).toEqual([
      ["agent", 1, undefined],
      ["review", 3, undefined],
    ]);
    expect(without.purposes[1]).toMatchObject({
      models: ["openai-compatible:m-1"],
      outcomes: { ok: 2, invalid: 0, failed: 1, cancelled: 0 },
      inputTokens: 2000,
      cachedInputTokens: 800,
      outputTokens: 200,
    });
    expect(without.unpriced).toEqual(["openai-compatible:m-1"]);

    const file = join(folder, "home", "config.json");
    const prices = { "m-1": { input: 2, cachedInput: 0.5, output: 10 } };
    writeFileSync(file, JSON.stringify({ model: { prices } }));
    const priced = await runOperation(usage, context, {});
    // (600 × 2 + 400 × 0.5 + 100 × 10) / 1,000,000 a call
    expect(priced.purposes.map(({ cost }) => cost)).toEqual([0.0024, 0.0048]);
    expect(priced.total.cost).toBe(0.0072);
    expect(priced.unpriced).toEqual([]);
  });

  test("counts from a date or an age on", async () => {
    const { context } = await openWithServer(() => ({ text: "ok" }));
    await generateText(await openModel(context), request("review"));
    expect((await runOperation(usage, context, { since: "1h" })).total.calls).toBe(1);
    expect((await runOperation(usage, context, { since: "2999-01-01" })).total.calls).toBe(0);
    await expect(runOperation(usage, context, { since: "soon" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
