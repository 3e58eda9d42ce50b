/** The agent against a model server that speaks a real wire format over HTTP. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../base/index.ts";
import { createApiModel, type LanguageModel } from "../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../model/scripted-model-server.test-helper.ts";
import { collectFacts, loadSessions } from "../session/index.ts";
import {
  type AgentEvent,
  type ConversationOptions,
  createConversation,
  createSessionFile,
  findSessionId,
  newSessionId,
  resumeSessionFile,
  type SessionFile,
} from "./index.ts";

let folder = "";
let projectRoot = "";
let server: ScriptedModelServer | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-agent-")));
  projectRoot = join(folder, "project");
  mkdirSync(projectRoot);
});
afterEach(async () => {
  const problems = server?.problems;
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
  expect(problems ?? []).toEqual([]);
});

async function modelWith(replies: ScriptedReplies): Promise<LanguageModel> {
  server = await startScriptedModelServer({ replies });
  const { openaiBaseUrl: baseUrl, apiKey } = server;
  return createApiModel({ provider: "openai-compatible", model: "scripted", baseUrl, apiKey });
}

const requests = () => server?.requests ?? [];
const place = () => ({ home: join(folder, "home"), projectRoot });

function resume(wanted: { id: string } | "latest", model: LanguageModel) {
  return resumeSessionFile(place(), findSessionId(place(), wanted), { model: model.id, clock: systemClock });
}

function newFile(): SessionFile {
  const options = { model: "openai-compatible:scripted", programVersion: "0.0.0", clock: systemClock };
  return createSessionFile({ ...place(), id: newSessionId(new Date()), ...options });
}

function talk(model: LanguageModel, file: SessionFile, more: Partial<ConversationOptions> = {}) {
  const events: AgentEvent[] = [];
  const conversation = createConversation({
    model,
    folders: { root: projectRoot, alsoAllowed: [], userHome: folder },
    file,
    approval: "yolo",
    environment: { PATH: process.env.PATH },
    onEvent: (event) => events.push(event),
    ...more,
  });
  return { events, conversation };
}

const messagesOf = (index: number) =>
  requests()[index]?.messages.map(({ role, text, toolCalls, results }) => [
    role,
    text,
    toolCalls.map(({ name }) => name),
    results.map(({ output }) => output),
  ]);

const work: ScriptedReplies = [
  {
    text: "I look.",
    toolCalls: [
      { name: "write_file", input: { path: "a.txt", content: "hello\n" } },
      { name: "shell", input: { command: "cat a.txt; exit 2" } },
    ],
  },
  { text: "It says hello." },
  { text: "Again: hello." },
];

describe("a conversation", () => {
  it("works with tools, streams its text, and tells each step in order", async () => {
    const model = await modelWith(work);
    const file = newFile();
    const { conversation, events } = talk(model, file);
    const run = await conversation.say("What does a.txt say?", { context: "<available_skills/>" });
    file.close();

    expect(run).toMatchObject({ text: "It says hello.", turns: 2, toolCalls: 2, ended: "stop", refusals: [] });
    expect(readFileSync(join(projectRoot, "a.txt"), "utf8")).toBe("hello\n");
    const steps = events
      .filter(({ type }) => type !== "text")
      .map((event) => [event.type, "name" in event ? event.name : ""]);
    expect(steps).toEqual([
      ["assistant", ""],
      ["tool_call", "write_file"],
      ["tool_result", "write_file"],
      ["tool_call", "shell"],
      ["tool_result", "shell"],
      ["assistant", ""],
    ]);
    expect(events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("|")).toBe(
      "I look.|It says hell|o.",
    );
    expect(messagesOf(1)).toEqual([
      ["user", "<available_skills/>\n\nWhat does a.txt say?", [], []],
      ["assistant", "I look.", ["write_file", "shell"], []],
      ["tool", "", [], ["Created a.txt: 1 lines.", "Exit code: 2\nhello"]],
    ]);
    expect(requests()[0]?.system).toContain("Approval mode: yolo");
    expect(requests()[0]?.tools.map(({ name }) => name)).toEqual(["read_file", "write_file", "edit", "ls", "shell"]);
  });

  it("is saved with who said what, for itself alone, and goes on from the file where it stopped", async () => {
    const model = await modelWith(work);
    const file = newFile();
    const { conversation } = talk(model, file);
    await conversation.say("What does a.txt say?", { context: "<available_skills/>" });
    file.close();
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    const before = readFileSync(file.path);

    const resumed = await resume("latest", model);
    const { history } = resumed;
    await talk(model, resumed.file, { history }).conversation.say("And now?");
    resumed.file.close();
    // What the model gets is what it would have got without the break.
    expect(messagesOf(2)).toEqual([
      ...(messagesOf(1) ?? []),
      ["assistant", "It says hello.", [], []],
      ["user", "And now?", [], []],
    ]);
    expect(readFileSync(file.path).subarray(0, before.length)).toEqual(before);

    const { sessions, report } = await loadSessions(file.path);
    expect(report).toMatchObject({ kind: "autoskill", unaccounted: 0, brokenLines: [] });
    expect(sessions[0]).toMatchObject({ id: file.id, source: "autoskill", projectRoot });
    expect(sessions[0]?.messages.map(({ origin }) => origin).join(" ")).toBe(
      "host person model tool tool model person model",
    );
    const facts = sessions[0] && collectFacts(sessions[0]);
    expect(facts?.personTurns).toBe(2);
    expect(facts?.toolCalls.map(({ name, status, exitCode }) => [name, status, exitCode])).toEqual([
      ["write_file", "ok", undefined],
      ["shell", "error", 2],
    ]);
  });

  it("answers a call that a killed process left open, and mends a cut line", async () => {
    const model = await modelWith([{ text: "On we go." }]);
    const file = newFile();
    file.append({ type: "person", text: "Go" });
    file.append({ type: "model", text: "", toolCalls: [{ id: "c1", name: "shell", input: { command: "make" } }] });
    file.close();
    appendFileSync(file.path, '{"type":"tool","id":"m3","callId":"c1","na');

    const resumed = await resume({ id: file.id.slice(0, 15) }, model);
    const { history } = resumed;
    const run = await talk(model, resumed.file, { history }).conversation.say("Go on");
    resumed.file.close();
    expect(run.text).toBe("On we go.");
    expect(messagesOf(0)?.[2]).toEqual(["tool", "", [], [expect.stringContaining("not known")]]);
    const { sessions, report } = await loadSessions(file.path);
    expect(report.brokenLines).toHaveLength(1);
    expect(sessions[0]?.messages.map(({ origin }) => origin).join(" ")).toBe("person model tool person model");
    // A second time nothing is left to be answered.
    const again = await resume("latest", model);
    again.file.close();
    expect((await loadSessions(file.path)).sessions[0]?.messages).toHaveLength(5);
  });

  it("goes on after an answer that failed, with both messages in one", async () => {
    const model = await modelWith([{ status: 401, text: "no" }, { text: "Here I am." }]);
    const file = newFile();
    const { conversation } = talk(model, file);
    const failed = await conversation.say("Hello?");
    expect(failed).toMatchObject({ ended: "error", text: "", error: { code: "MODEL_AUTHENTICATION" } });
    expect((await conversation.say("Still there?")).text).toBe("Here I am.");
    file.close();
    expect(messagesOf(1)).toEqual([["user", "Hello?\n\nStill there?", [], []]]);
  });

  it("goes on after an answer of nothing", async () => {
    const model = await modelWith([{ text: "" }, { text: "Now." }]);
    const file = newFile();
    const { conversation } = talk(model, file);
    expect(await conversation.say("Well?")).toMatchObject({ ended: "stop", text: "" });
    expect((await conversation.say("And?")).text).toBe("Now.");
    file.close();
    expect(messagesOf(1)).toEqual([["user", "Well?\n\nAnd?", [], []]]);
  });

  it("gives a refused call back to the model with the reason, and does nothing", async () => {
    const model = await modelWith([
      {
        toolCalls: [
          { name: "shell", input: { command: "touch made" } },
          { name: "ls", input: {} },
        ],
      },
      { text: "I may not." },
    ]);
    const file = newFile();
    const { conversation, events } = talk(model, file, { approval: "auto-edit" });
    const run = await conversation.say("Make it");
    file.close();
    expect(run.refusals).toEqual([
      { tool: "shell", action: "run", target: "touch made", code: "needs_approval", why: expect.any(String) },
    ]);
    expect(events.find(({ type }) => type === "refusal")).toMatchObject({ code: "needs_approval", tool: "shell" });
    expect(messagesOf(1)?.[2]?.[3]).toEqual([expect.stringContaining("requires approval"), "(empty folder)"]);
    const { sessions } = await loadSessions(file.path);
    expect(sessions[0] && collectFacts(sessions[0]).toolCalls.map(({ status }) => status)).toEqual(["cancelled", "ok"]);
  });

  it("tells the model what is wrong with a call that does not fit", async () => {
    const model = await modelWith([
      {
        toolCalls: [
          { name: "read_file", input: { file: "a" } },
          { name: "fly", input: {} },
        ],
      },
      { text: "Sorry." },
    ]);
    const file = newFile();
    const { conversation, events } = talk(model, file);
    await conversation.say("Read");
    file.close();
    const results = events.filter((event) => event.type === "tool_result");
    expect(results.map(({ status }) => status)).toEqual(["error", "error"]);
    expect(results[1]?.output).toContain("no tool fly");
  });

  it("keeps secrets from the model and from the file", async () => {
    const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8rT".repeat(2).slice(0, 36)}`;
    writeFileSync(join(projectRoot, ".env"), `GITHUB_TOKEN=${secret}\n`);
    const model = await modelWith([
      {
        toolCalls: [
          { name: "read_file", input: { path: ".env" } },
          { name: "shell", input: { command: "cat .env" } },
        ],
      },
      { text: "There is a token." },
    ]);
    const file = newFile();
    const { conversation, events } = talk(model, file);
    await conversation.say(`My token is ${secret}. What is in .env?`);
    file.close();
    expect(events.find(({ type }) => type === "notice")).toBeDefined();
    expect(JSON.stringify(requests().map(({ body }) => body))).toContain("[redacted:");
    for (const text of [JSON.stringify(requests().map(({ body }) => body)), readFileSync(file.path, "utf8")]) {
      expect(text).not.toContain(secret);
    }
  });

  it("stops when the person stops, with every call answered", async () => {
    const model = await modelWith([
      {
        toolCalls: [
          { name: "shell", input: { command: "sleep 60" } },
          { name: "ls", input: {} },
        ],
      },
      { text: "Where were we?" },
    ]);
    const file = newFile();
    const stop = new AbortController();
    const { conversation } = talk(model, file, {
      onEvent: (event) => {
        if (event.type === "tool_call") setTimeout(() => stop.abort(), 100);
      },
    });
    expect(await conversation.say("Wait", { signal: stop.signal })).toMatchObject({ ended: "cancelled", text: "" });
    expect((await conversation.say("Go on")).text).toBe("Where were we?");
    file.close();
    const { sessions } = await loadSessions(file.path);
    expect(sessions[0]?.messages.map(({ origin }) => origin).join(" ")).toBe("person model tool tool person model");
  });

  it("stops at its limit of turns", async () => {
    const model = await modelWith(() => ({ toolCalls: [{ name: "ls", input: {} }] }));
    const file = newFile();
    const { conversation } = talk(model, file, { limits: { maxTurns: 3 } });
    expect(await conversation.say("Loop")).toMatchObject({ ended: "turn_limit", turns: 3, text: "" });
    file.close();
  });
});

describe("finding a session", () => {
  it("says which is not there and which is not unique", () => {
    expect(() => findSessionId(place(), "latest")).toThrow(
      expect.objectContaining({ code: "AGENT_SESSION_NOT_FOUND" }),
    );
    for (const file of [newFile(), newFile()]) file.close();
    expect(() => findSessionId(place(), { id: "2" })).toThrow(
      expect.objectContaining({ code: "AGENT_SESSION_AMBIGUOUS" }),
    );
    for (const id of ["../x", "", "3"]) {
      expect(() => findSessionId(place(), { id })).toThrow(
        expect.objectContaining({ code: "AGENT_SESSION_NOT_FOUND" }),
      );
    }
  });
});
