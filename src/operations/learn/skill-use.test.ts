import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../curate/curate.test-helper.ts";
import { curate } from "../curate/curate.ts";
import { usage } from "../model/usage.ts";
import { runOperation } from "../operation.ts";
import { renderContext } from "../search/render-context.ts";
import { search } from "../search/search.ts";
import { learn } from "./learn.ts";
import { recordSkillUse } from "./skill-use.ts";

let shop: Workshop;
beforeEach(async () => {
  shop = openWorkshop();
  await shop.publish("tide-tables", ["Add an hour in summer."], {
    title: "Read tide tables",
    description: "How to read the tide tables of a harbour. Use when planning a landing.",
  });
});
afterEach(() => shop.close());

const skills = async (input: object = {}) => (await runOperation(usage, shop.context, input)).skills;

/** A session of Claude Code in which the agent opened the skill. */
function session(id: string, at: string): string {
  const folder = join(shop.folder, "transcripts");
  mkdirSync(folder, { recursive: true });
  const common = { sessionId: id, cwd: shop.project, version: "2.0.0", timestamp: at, isSidechain: false };
  const call = { type: "tool_use", id: "t1", name: "Skill", input: { skill: "tide-tables" } };
  const result = { type: "tool_result", tool_use_id: "t1", content: "Add an hour in summer." };
  const lines = [
    {
      ...common,
      type: "user",
      uuid: `${id}-1`,
      parentUuid: null,
      message: { role: "user", content: "When is high tide?" },
    },
    {
      ...common,
      type: "assistant",
      uuid: `${id}-2`,
      parentUuid: `${id}-1`,
      message: { role: "assistant", content: [call] },
    },
    { ...common, type: "user", uuid: `${id}-3`, parentUuid: `${id}-2`, message: { role: "user", content: [result] } },
  ];
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

describe("use of skills", () => {
  it("is learned from the transcripts of agents, once, at their own time, and keeps a skill alive", async () => {
    await runOperation(curate, shop.context, {});
    shop.pass(40);
    const at = new Date(shop.context.clock.now().getTime() - 5 * 86_400_000).toISOString();
    const path = session("one", at);
    for (const again of [false, true]) await runOperation(learn, shop.context, { paths: [path], again });
    expect(await skills()).toMatchObject([
      { name: "tide-tables", retrieved: 0, injected: 0, used: 1, helped: 0, hurt: 0, lastUsedAt: at, stage: "active" },
    ]);
    expect((await skills())[0]?.users).toMatchObject([{ user: "ada", used: 1 }]);
    expect((await runOperation(curate, shop.context, {})).kept.in_use).toBe(1);
  });

  it("of a time before the skill was there is not its use", async () => {
    await runOperation(learn, shop.context, { paths: [session("old", "2025-06-01T00:00:00.000Z")] });
    expect(await skills()).toEqual([]);
  });

  it("ends well or badly only where the host itself recorded how", async () => {
    const bank = await shop.context.bank(shop.project);
    const store = await shop.context.store();
    const outcomes = [
      { status: "success", basis: "recorded" },
      { status: "failure", basis: "recorded" },
      { status: "failure", basis: "recorded" },
      { status: "success", basis: "observed" },
      { status: "unknown", basis: "recorded" },
      { status: "success" },
    ] as const;
    for (const [index, outcome] of outcomes.entries()) {
      const header = { modelVersion: 1 as const, id: `s${index}`, source: "tau-bench" as const, outcome };
      for (let time = 0; time < 2; time++) {
        await recordSkillUse(shop.context, store, bank, { header, skillsUsed: ["tide-tables", "unknown"] });
      }
    }
    const own = { header: { modelVersion: 1 as const, id: "own", source: "autoskill" as const, outcome: outcomes[0] } };
    await recordSkillUse(shop.context, store, bank, { ...own, excluded: "own_run", skillsUsed: ["tide-tables"] });
    expect(await skills()).toMatchObject([{ used: 6, helped: 1, hurt: 2 }]);
  });

  it("by search and context is recorded only when the caller asks for it", async () => {
    const asked = { query: "When is high tide in the harbour?", minScore: 0 };
    await runOperation(search, shop.context, asked);
    await runOperation(renderContext, shop.context, asked);
    expect(await skills()).toEqual([]);
    const record = { session: "s", host: "gateway", user: "bob" };
    await runOperation(search, shop.context, { ...asked, record });
    await runOperation(renderContext, shop.context, { ...asked, record: {} });
    expect(await skills()).toMatchObject([
      {
        retrieved: 2,
        injected: 1,
        users: [
          { user: "ada", retrieved: 1, injected: 1 },
          { user: "bob", retrieved: 1, injected: 0 },
        ],
      },
    ]);
    expect(await skills({ user: "bob" })).toMatchObject([{ retrieved: 1, injected: 0 }]);
    expect(await skills({ skill: "another" })).toEqual([]);
  });
});
