import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ModelCallRecord, openStore, recordModelCall, type Store, summarizeModelCalls } from "./index.ts";

let base: string;
let store: Store;
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "autoskill-calls-"));
  store = await openStore(join(base, "autoskill.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(base, { recursive: true, force: true });
});

const call = (more: Partial<ModelCallRecord>): ModelCallRecord => ({
  at: "2026-05-01T10:00:00.000Z",
  purpose: "review",
  provider: "anthropic",
  model: "m-1",
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 10,
  ms: 500.5,
  attempts: 1,
  outcome: "ok",
  ...more,
});

test("adds calls up by purpose, model and outcome", async () => {
  await recordModelCall(store, call({}));
  await recordModelCall(store, call({ at: "2026-05-02T10:00:00.000Z", attempts: 3, ms: 100 }));
  await recordModelCall(store, call({ outcome: "failed", errorCode: "MODEL_TIMEOUT", sessionId: "s-1" }));
  await recordModelCall(store, call({ purpose: "agent", model: "m-2" }));
  const summary = await summarizeModelCalls(store);
  expect(summary.map(({ purpose, model, outcome, calls }) => [purpose, model, outcome, calls])).toEqual([
    ["agent", "m-2", "ok", 1],
    ["review", "m-1", "failed", 1],
    ["review", "m-1", "ok", 2],
  ]);
  expect(summary[2]).toEqual({
    purpose: "review",
    provider: "anthropic",
    model: "m-1",
    outcome: "ok",
    calls: 2,
    attempts: 4,
    inputTokens: 200,
    cachedInputTokens: 80,
    outputTokens: 20,
    ms: 600.5,
    firstAt: "2026-05-01T10:00:00.000Z",
    lastAt: "2026-05-02T10:00:00.000Z",
  });
});

test("leaves calls before the given time out", async () => {
  await recordModelCall(store, call({ at: "2026-04-30T23:59:59.999Z" }));
  await recordModelCall(store, call({ at: "2026-05-01T00:00:00.000Z" }));
  expect((await summarizeModelCalls(store, "2026-05-01T00:00:00.000Z")).map(({ calls }) => calls)).toEqual([1]);
});
