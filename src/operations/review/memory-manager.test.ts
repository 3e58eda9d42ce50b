import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { AUTO_SKILL_THRESHOLD, type Content } from "../../memory/index.ts";
import { setConfiguration } from "../configuration.ts";
import { approve } from "../decide.ts";
import { pending, runOperation, why } from "../index.ts";
import { createMemoryManager } from "./index.ts";
import { DONE, openReviewBench, type ReviewBench, SAID, savesRule } from "./review.test-helper.ts";

let bench: ReviewBench;
afterEach(() => bench.close());

/** A conversation as Qwen Code has it: a call and its result, then a rule that the person states. */
const history: Content[] = [
  { role: "user", parts: [{ text: "Look around." }] },
  {
    role: "model",
    parts: [{ functionCall: { id: "c1", name: "run_shell_command", args: { command: "git status" } } }],
  },
  {
    role: "user",
    parts: [{ functionResponse: { id: "c1", name: "run_shell_command", response: { output: "clean" } } }],
  },
  { role: "model", parts: [{ text: "All clean." }] },
  { role: "user", parts: [{ text: "From now on always run the formatter before you commit." }] },
];

const params = () => ({
  projectRoot: bench.project,
  sessionId: "embedded-1",
  history,
  toolCallCount: AUTO_SKILL_THRESHOLD,
  skillsModified: false,
});

describe("the memory manager of a host that embeds us", () => {
  it("reviews a conversation in the background, and leaves a proposal with evidence that holds", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    const manager = createMemoryManager(bench.context);
    const { status, promise } = manager.scheduleSkillReview(params());
    expect(status).toBe("scheduled");
    expect(await promise).toMatchObject({
      status: "completed",
      metadata: { outcome: "proposed", proposed: ["committing"], published: [], turns: 2 },
    });
    expect(await manager.drain({ timeoutMs: 10_000 })).toBe(true);
    const { proposals } = await runOperation(pending, bench.context, {});
    expect(proposals.map(({ name }) => name)).toEqual(["committing"]);
    await runOperation(approve, bench.context, { all: true });
    const explained = await runOperation(why, bench.context, { name: "committing", project: bench.project });
    expect(explained.rules.find(({ text }) => text === SAID)?.evidence).toMatchObject([{ status: "verified" }]);
  });

  it("keeps the conversation without secrets, once", async () => {
    bench = await openReviewBench(() => ({ text: "Nothing to save." }));
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const said = [...history, { role: "user", parts: [{ text: `The token is ${secret}.` }] }];
    const manager = createMemoryManager(bench.context);
    for (let round = 0; round < 2; round += 1) {
      await manager.scheduleSkillReview({ ...params(), history: said }).promise;
    }
    const files = readdirSync(join(bench.home, "histories"));
    expect(files).toHaveLength(1);
    expect(readFileSync(join(bench.home, "histories", files[0] ?? ""), "utf8")).not.toContain(secret);
    expect(bench.server.requests).toHaveLength(1);
    expect(JSON.stringify(bench.server.requests)).not.toContain(secret);
  });

  it("heeds the person's settings, and says when there is no model", async () => {
    bench = await openReviewBench([]);
    const none = createMemoryManager(bench.another({ environment: {} }));
    expect(await none.scheduleSkillReview(params()).promise).toMatchObject({ status: "skipped", error: "no_model" });
    await setConfiguration(bench.context, "memory.enableAutoSkill", false);
    const off = createMemoryManager(bench.context);
    expect(await off.scheduleSkillReview(params()).promise).toMatchObject({ status: "skipped", error: "disabled" });
  });

  it("cancels a review at the model's request, which waits in the queue as it was", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    bench = await openReviewBench(() => {
      resolve();
      return { hang: true };
    });
    const manager = createMemoryManager(bench.context);
    const { taskId = "", promise } = manager.scheduleSkillReview(params());
    await asked;
    expect(manager.cancelTask(taskId)).toBe(true);
    expect(await promise).toMatchObject({ status: "cancelled" });
  });
});
