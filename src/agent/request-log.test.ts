import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { fixedClock } from "../base/index.ts";
import { createApiModel } from "../model/index.ts";
import { startScriptedModelServer } from "../model/scripted-model-server.test-helper.ts";
import { createRequestLog } from "./request-log.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("leaves one private file a request: prompt, tools as JSON Schema, the answer; no secret", async () => {
  const server = await startScriptedModelServer({ replies: [{ text: "Yes." }, { status: 401, text: "no" }] });
  const { openaiBaseUrl: baseUrl, apiKey } = server;
  const model = createApiModel({ provider: "openai-compatible", model: "scripted", baseUrl, apiKey });
  const logFolder = join(folder, "requests");
  const log = createRequestLog({ folder: logFolder, clock: fixedClock("2026-01-02T03:04:05Z") });
  const logged = log(model);
  const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8rT".repeat(2).slice(0, 36)}`;
  const request = {
    purpose: "agent",
    system: "Approval mode: ask.",
    messages: [{ role: "user" as const, text: `Is ${secret} a token?` }],
    tools: [{ name: "ls", description: "Lists.", input: z.object({ path: z.string() }) }],
  };
  for await (const _ of logged.stream(request));
  await expect(log(model).generate({ ...request, purpose: "review" })).rejects.toMatchObject({
    code: "MODEL_AUTHENTICATION",
  });
  await server.close();

  const names = readdirSync(logFolder).sort();
  expect(names).toEqual([
    `20260102T030405000Z-${process.pid}-0001-agent.json`,
    `20260102T030405000Z-${process.pid}-0002-review.json`,
  ]);
  expect(statSync(logFolder).mode & 0o777).toBe(0o700);
  const [first, second] = names.map((name) => {
    const path = join(logFolder, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(secret);
    expect(text).not.toContain(apiKey);
    return JSON.parse(text);
  });
  expect(first).toMatchObject({
    model: "openai-compatible:scripted",
    request: {
      system: "Approval mode: ask.",
      tools: [{ name: "ls", input: { type: "object", properties: { path: { type: "string" } } } }],
    },
    reply: { text: "Yes." },
  });
  expect(second).toMatchObject({ request: { purpose: "review" }, error: { code: "MODEL_AUTHENTICATION" } });
});
