import { afterEach, describe, expect, it } from "vitest";
import { createApiModel } from "../../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import type { HistoryTurn } from "./by-rules.ts";
import { rewriteQuery } from "./rewrite-query.ts";

const user = (text: string): HistoryTurn => ({ role: "user", text });
const press = [
  user("Write a press release about our new cargo bike"),
  { role: "assistant" as const, text: "Here it is …" },
];

describe("a query by rules", () => {
  const query = async (turn: string, history: HistoryTurn[] = []) => rewriteQuery({ turn, history });

  it("leaves a first turn as it is, without politeness", async () => {
    expect(await query("Could you please write unit tests for the parser?")).toEqual({
      query: "write unit tests for the parser?",
      how: "rules",
      topic: "switch",
    });
    expect(await query("Deploy the worker")).toMatchObject({ query: "Deploy the worker", how: "raw" });
  });

  it("inherits the task where a turn speaks of style alone, in any language", async () => {
    const shorter = await query("shorter please", press);
    expect(shorter).toMatchObject({ topic: "same", how: "rules" });
    expect(shorter.query).toBe("Write a press release about our new cargo bike; shorter");

    const chinese = await query("再正式一点", [user("帮我写一封给房东的邮件，要求修理暖气")]);
    expect(chinese.topic).toBe("same");
    expect(chinese.query).toContain("给房东的邮件");
    expect(chinese.query).toContain("正式");

    expect(
      (await query("Etwas förmlicher, bitte", [user("Schreibe eine Kündigung für mein Fitnessstudio")])).query,
    ).toMatch(/Kündigung.*förmlicher/);
    expect((await query("сделай короче", [user("Напиши письмо арендодателю о ремонте отопления")])).query).toContain(
      "письмо арендодателю",
    );
    expect((await query("もっと短く", [user("大家さんへの暖房修理依頼メールを書いて")])).query).toContain("暖房修理");
  });

  it("adds up the constraints of several turns of style", async () => {
    const { query: found } = await query("and no emojis", [...press, user("make it formal")]);
    expect(found).toContain("press release");
    expect(found).toContain("formal");
    expect(found).toContain("emojis");
  });

  it("puts the task in place of a reference", async () => {
    const found = await query("Translate it into French", press);
    expect(found.topic).toBe("same");
    expect(found.query).toMatch(/press release.*Translate.*French/);
  });

  it("drops the earlier task when another one begins", async () => {
    const next = await query("Set up a nightly backup of the Postgres database", press);
    expect(next).toEqual({ query: "Set up a nightly backup of the Postgres database", how: "raw", topic: "switch" });
    expect((await query("New topic: recipes for lentils", press)).query).not.toContain("press");
    expect((await query("换个话题：怎么做红烧肉", [user("帮我写一封给房东的邮件")])).topic).toBe("switch");
  });

  it("goes on where the turn shares words, and does not repeat what it says itself", async () => {
    const found = await query("Write a shorter press release about the new cargo bike for schools", press);
    expect(found.topic).toBe("same");
    expect(found.query.match(/press release/g)).toHaveLength(1);
  });

  it("gives the raw turn for never, and nothing for nothing", async () => {
    expect(await rewriteQuery({ turn: " shorter\nplease ", history: press, mode: "never" })).toEqual({
      query: "shorter please",
      how: "raw",
      topic: "same",
    });
    expect((await query("  ")).query).toBe("");
    expect((await query("please")).query).toBe("please");
  });

  it("is bounded, whatever comes in", async () => {
    const long = "lorem ipsum dolor sit amet ".repeat(2_000);
    const found = await query("shorter", [user(long)]);
    expect(found.query.length).toBeLessThanOrEqual(400);
    expect((await query(long)).query.length).toBeLessThanOrEqual(400);
  });
});

describe("with a model", () => {
  let server: ScriptedModelServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const ask = async (replies: ScriptedReplies, more: Partial<Parameters<typeof rewriteQuery>[0]> = {}) => {
    server = await startScriptedModelServer({ replies });
    const model = createApiModel({
      provider: "openai-compatible",
      model: "scripted",
      baseUrl: server.openaiBaseUrl,
      apiKey: server.apiKey,
    });
    return rewriteQuery({ turn: "shorter please", history: press, model, deadlineMs: 60_000, ...more });
  };

  it("uses its answer, and shows it the turn and the recent turns as quoted data", async () => {
    const found = await ask([{ text: '{"topic":"same","query":"short press release, new cargo bike"}' }]);
    expect(found).toEqual({ query: "short press release, new cargo bike", how: "model", topic: "same" });
    const [request] = server?.requests ?? [];
    expect(request?.messages[0]?.text).toContain("| shorter please");
    expect(request?.messages[0]?.text).toContain("| Write a press release");
    expect(server?.problems).toEqual([]);
  });

  it("asks in auto only where the turn leans on earlier ones, in always each time", async () => {
    const turn = "Set up a nightly backup of the Postgres database";
    expect(await ask([], { turn })).toMatchObject({ query: turn, how: "raw" });
    expect(server?.requests).toHaveLength(0);
    const found = await ask([{ text: '{"topic":"switch","query":"nightly Postgres backup"}' }], {
      turn,
      mode: "always",
    });
    expect(found).toEqual({ query: "nightly Postgres backup", how: "model", topic: "switch" });
  });

  it("goes on by the rules when the answer is late, and drops it", async () => {
    const found = await ask([{ hang: true }], { deadlineMs: 30 });
    expect(found).toMatchObject({ how: "rules", topic: "same" });
    expect(found.query).toContain("press release");
  });

  it("goes on by the rules when the model fails or answers in another language", async () => {
    expect(await ask([{ status: 401, text: "no" }])).toMatchObject({ how: "rules" });
    expect(await ask([{ text: '{"topic":"same","query":"关于货运自行车的简短新闻稿"}' }])).toMatchObject({
      how: "rules",
    });
    expect(await ask([{ text: "I think" }, { text: "so" }])).toMatchObject({ how: "rules" });
  });

  it("repairs an answer that does not fit", async () => {
    const found = await ask([
      { text: '{"topic":"maybe"}' },
      { text: '{"topic":"same","query":"short press release"}' },
    ]);
    expect(found).toEqual({ query: "short press release", how: "model", topic: "same" });
    expect(server?.requests).toHaveLength(2);
    expect(server?.problems).toEqual([]);
  });
});
