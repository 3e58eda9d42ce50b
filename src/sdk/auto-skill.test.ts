import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApiModel } from "../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../model/scripted-model-server.test-helper.ts";
import { loadSessions } from "../session/index.ts";
import { AutoSkill } from "./auto-skill.ts";
import type { AutoSkillEvents, AutoSkillOptions, ChatMessage } from "./model.ts";

let folder: string;
let server: ScriptedModelServer | undefined;
const opened: AutoSkill[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-sdk-"));
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const open = async (options: AutoSkillOptions = {}): Promise<AutoSkill> => {
  const autoskill = await AutoSkill.open({
    home: join(folder, "home"),
    userHome: folder,
    environment: {},
    user: "dev",
    ...options,
  });
  opened.push(autoskill);
  return autoskill;
};

const scripted = async (replies: ScriptedReplies) => {
  server = await startScriptedModelServer({ replies });
  const { openaiBaseUrl: baseUrl, apiKey } = server;
  return createApiModel({ provider: "openai-compatible", model: "scripted", baseUrl, apiKey });
};

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const RULE = "From now on always run the tests before you commit.";
const talk = [user("Fix the typo in the title."), assistant("Done."), user(RULE), assistant("Understood.")];

describe("AutoSkill without a model", () => {
  it("learns from messages, finds the skill again and gives it as context", async () => {
    const autoskill = await open({ approval: "auto" });
    const { published, outcome, path } = await autoskill.ingest(talk);
    expect(outcome).toMatchObject({ decision: "learn", reason: "stated_by_person", personTurns: 2 });
    expect(published).toMatchObject([{ scope: "user", action: "create" }]);
    const name = published[0]?.name ?? "";
    expect(await autoskill.skills.list()).toMatchObject([{ name, scope: "user" }]);
    const found = await autoskill.search("run the tests before committing");
    expect(found).toMatchObject({ topic: "switch", skills: [{ name }] });
    const context = await autoskill.renderContext("commit the change", { budget: 500, sessionId: "s1" });
    expect(context.text).toContain("run the tests before you commit");
    expect(context.tokens).toBeLessThanOrEqual(500);
    const why = await autoskill.skills.why(name);
    const evidence = why.rules.flatMap((rule) => rule.evidence);
    expect(evidence.length).toBeGreaterThan(0);
    expect(evidence.every(({ status, sourcePath }) => status === "verified" && sourcePath === path)).toBe(true);
  });

  it("waits for approval unless told otherwise; what is rejected does not come back", async () => {
    const autoskill = await open();
    const first = await autoskill.ingest(talk);
    expect(first.published).toEqual([]);
    expect(await autoskill.skills.list()).toEqual([]);
    const [proposal] = await autoskill.skills.pending();
    expect(proposal?.id).toBe(first.proposals[0]?.id);
    await autoskill.skills.reject("all");
    const other = await autoskill.ingest([user("Hello."), assistant("Hi."), user(RULE)], { sessionId: "other" });
    expect(other.proposals).toEqual([]);
    expect(other.outcome?.placements).toMatchObject([{ kind: "rejected_before" }]);
  });

  it("does nothing for the same messages again, and goes on where there are more", async () => {
    const autoskill = await open({ approval: "auto" });
    const first = await autoskill.ingest(talk.slice(0, 2));
    expect(first).toMatchObject({ added: 2, published: [] });
    const again = await autoskill.ingest(talk.slice(0, 2));
    expect(again).toMatchObject({ sessionId: first.sessionId, added: 0, published: [] });
    const grown = await autoskill.ingest(talk);
    expect(grown).toMatchObject({ sessionId: first.sessionId, added: 2 });
    expect(grown.published).toHaveLength(1);
    expect((await autoskill.ingest(talk)).published).toEqual([]);
    await expect(autoskill.ingest([user("Something else.")], { sessionId: first.sessionId })).rejects.toMatchObject({
      code: "INGEST_CONFLICT",
    });
  });

  it("redacts before anything is written", async () => {
    const secret = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0", "k1L2m3N4o5P6q7R8"].join("");
    const autoskill = await open();
    const { path } = await autoskill.ingest([user(`My token is ${secret}. ${RULE}`), assistant("ok"), user(RULE)]);
    expect(readFileSync(path, "utf8")).not.toContain(secret);
    expect(await autoskill.ingest([user(`My token is ${secret}. ${RULE}`), assistant("ok"), user(RULE)])).toMatchObject(
      { added: 0 },
    );
  });

  it("takes sessions and traces of events as well", async () => {
    const autoskill = await open({ approval: "auto" });
    const trace = await autoskill.ingest(
      [
        { type: "user", text: "Make the tests pass." },
        { type: "tool_call", id: "1", name: "shell", input: { command: "npm test" } },
        { type: "tool_result", id: "1", name: "shell", exitCode: 1, output: "Cannot find module" },
        { type: "assistant", text: "The modules are missing." },
      ],
      { sessionId: "trace" },
    );
    expect(trace.outcome).toMatchObject({ toolCalls: 1, personTurns: 1 });
    const { sessions } = await loadSessions(trace.path);
    const results = sessions[0]?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool_result"));
    expect(results).toMatchObject([{ status: "error", exitCode: 1 }]);
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    const second = await open({ home: join(folder, "second") });
    expect(await second.ingest(session)).toMatchObject({ sessionId: "trace", added: trace.added });
  });

  it("keeps projects and users apart", async () => {
    const dev = await open({ approval: "auto" });
    await dev.ingest(talk);
    const other = await open({ user: "other" });
    expect(await other.skills.list()).toEqual([]);
    const project = join(folder, "app");
    const inProject = await open({ home: join(folder, "third"), project, approval: "auto" }).catch((error) => error);
    expect(inProject).toBeInstanceOf(AutoSkill);
    await expect(AutoSkill.open({ home: join(folder, "x"), user: "../x" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("edits, tells history, rolls back, removes and undoes", async () => {
    const autoskill = await open({ approval: "auto" });
    const { published } = await autoskill.ingest(talk);
    const name = published[0]?.name ?? "";
    const { text } = await autoskill.skills.get(name);
    expect(await autoskill.skills.edit(name, `${text.trimEnd()}\n- Say so in the message.\n`)).toEqual({ revision: 2 });
    expect((await autoskill.skills.history(name)).map(({ actor }) => actor)).toEqual(["distiller", "user"]);
    await autoskill.skills.rollback(name, 1);
    expect((await autoskill.skills.get(name)).text).toBe(text);
    await autoskill.skills.remove(name);
    expect(await autoskill.skills.list()).toEqual([]);
    const [last] = await autoskill.skills.ledger(1);
    await autoskill.skills.undo(last?.id ?? 0);
    expect((await autoskill.skills.get(name)).text).toBe(text);
    await autoskill.skills.used(name, { outcome: "succeeded" });
  });

  it("imports what another home exported", async () => {
    const autoskill = await open({ approval: "auto" });
    const { published } = await autoskill.ingest(talk);
    const to = join(folder, "bank.zip");
    const report = await autoskill.exportTo(to);
    expect(existsSync(to)).toBe(true);
    expect(JSON.stringify(report)).toContain(published[0]?.name);
    const other = await open({ home: join(folder, "other") });
    const imported = await other.importFrom(to);
    expect(imported).toMatchObject({ learned: 1, waiting: [{ name: published[0]?.name }] });
  });

  it("tells by events, and no listener can stop it", async () => {
    const autoskill = await open({ approval: "auto" });
    const heard: (keyof AutoSkillEvents)[] = [];
    for (const event of ["ingested", "proposed", "published", "retrieved"] as const) {
      autoskill.on(event, () => {
        heard.push(event);
        throw new Error("the listener's own affair");
      });
    }
    const off = autoskill.on("retrieved", () => heard.push("failed"));
    await autoskill.ingest(talk);
    off();
    await autoskill.search("tests");
    expect(heard).toEqual(["proposed", "published", "ingested", "retrieved"]);
  });

  it("refuses what is no conversation, and takes nothing of it", async () => {
    const autoskill = await open();
    const wrong: unknown[] = [
      "hello",
      undefined,
      {},
      [user(RULE), "and this"],
      [{ type: "tool_call" }],
      [{ role: "user", content: 1 }],
    ];
    for (const source of wrong) {
      await expect(autoskill.ingest(source as ChatMessage[])).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
    await expect(autoskill.ingest([user(RULE), "and this"] as ChatMessage[])).rejects.toThrow("at 1 ");
    expect(existsSync(join(folder, "home", "sessions"))).toBe(false);
  });

  it("says what is wrong: no model, nothing ingested, closed, an empty query", async () => {
    const autoskill = await open();
    await expect(autoskill.extractNow()).rejects.toMatchObject({ code: "NOTHING_TO_READ" });
    await autoskill.ingest(talk);
    await expect(autoskill.extractNow({ hint: "tests" })).rejects.toMatchObject({ code: "NO_MODEL" });
    await expect(autoskill.search(" ")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await autoskill.close();
    await expect(autoskill.search("tests")).rejects.toMatchObject({ code: "CLOSED" });
    await autoskill.close();
    expect(existsSync(join(folder, "home", "autoskill.db"))).toBe(true);
  });
});

describe("AutoSkill with a model", () => {
  const LETTERS = "Sign letters with my full name, please.";
  const answer = (rule: string, turn: string) => ({
    text: JSON.stringify({
      skills: [
        {
          name: "letters",
          description: "How letters are written.",
          prompt: [{ part: "constraint", text: rule, messages: [turn] }],
          confidence: 0.9,
        },
      ],
    }),
  });

  it("looks at conversations in the background, and at once where it is asked to", async () => {
    const model = await scripted((request) =>
      request.messages[0]?.text.includes("signatures") === true
        ? answer("Sign letters with my full name.", "T2.1")
        : { text: '{"skills":[]}' },
    );
    const autoskill = await open({ model, approval: "auto" });
    const extracted: string[] = [];
    autoskill.on("extracted", ({ outcome }) => extracted.push(outcome));
    const long = [1, 2, 3, 4].flatMap((n) => [user(`Letter ${n}.`), assistant("Done.")]);
    await autoskill.ingest(long, { sessionId: "long" });
    await autoskill.idle();
    expect(extracted).toEqual(["nothing_to_save"]);

    await autoskill.ingest([user("Write a letter."), assistant("Dear Sir"), user(LETTERS)], { sessionId: "short" });
    await autoskill.idle();
    expect(extracted).toHaveLength(1);
    const report = await autoskill.extractNow({ hint: "signatures" });
    expect(report.published).toMatchObject([{ name: "letters", scope: "user" }]);
    expect(server?.problems).toEqual([]);
  });

  it("understands a turn of style by what came before", async () => {
    const model = await scripted([{ text: '{"topic":"same","query":"short press release"}' }]);
    const autoskill = await open({ model });
    const history = [{ role: "user" as const, text: "Write a press release" }];
    expect(await autoskill.search("shorter please", { history, rewrite: "never" })).toMatchObject({ how: "raw" });
    const found = await autoskill.search("shorter please", { history });
    expect(["model", "rules"]).toContain(found.how);
    expect(found.query).toContain("press release");
  });

  it("tells of failures in the background as an event", async () => {
    const model = await scripted(() => ({ status: 400, text: "no" }));
    const autoskill = await open({ model });
    const failed: string[] = [];
    autoskill.on("failed", ({ during }) => failed.push(during));
    await autoskill.ingest([1, 2, 3, 4].flatMap((n) => [user(`Letter ${n}.`), assistant("Done.")]));
    await autoskill.idle();
    expect(failed).toEqual(["extract"]);
  });
});
