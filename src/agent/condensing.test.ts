/** A conversation that outgrows its model, against a server that speaks both wire formats over HTTP and checks what it is sent. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { estimateTokens, systemClock } from "../base/index.ts";
import { createApiModel, type LanguageModel } from "../model/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../model/scripted-model-server.test-helper.ts";
import { loadSessions } from "../session/index.ts";
import {
  type AgentEvent,
  type ContextWindow,
  createConversation,
  createSessionFile,
  newSessionId,
  resumeSessionFile,
  type SessionFile,
} from "./index.ts";

let folder = "";
let projectRoot = "";
let server: ScriptedModelServer | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-condensing-")));
  projectRoot = join(folder, "project");
  mkdirSync(projectRoot);
  writeFileSync(
    join(projectRoot, "check.sh"),
    'test -f settings.json || { echo "Error: no settings.json"; exit 1; }\n',
  );
});
afterEach(async () => {
  const problems = server?.problems;
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
  expect(problems ?? []).toEqual([]);
});

type Wire = "openai-compatible" | "anthropic";

async function modelWith(wire: Wire, replies: ScriptedReplies): Promise<LanguageModel> {
  server = await startScriptedModelServer({ replies });
  const { openaiBaseUrl, anthropicBaseUrl, apiKey } = server;
  const baseUrl = wire === "anthropic" ? anthropicBaseUrl : openaiBaseUrl;
  return createApiModel({ provider: wire, model: "scripted", baseUrl, apiKey });
}

const place = () => ({ home: join(folder, "home"), projectRoot });
const clock = systemClock;

function newFile(): SessionFile {
  return createSessionFile({ ...place(), id: newSessionId(new Date()), model: "x:y", programVersion: "0.0.0", clock });
}

function talk(model: LanguageModel, file: SessionFile, window: ContextWindow, history = {}) {
  const events: AgentEvent[] = [];
  const conversation = createConversation({
    model,
    folders: { root: projectRoot, alsoAllowed: [], userHome: folder },
    file,
    approval: "yolo",
    environment: { PATH: process.env.PATH },
    window,
    onEvent: (event) => events.push(event),
    ...history,
  });
  return { conversation, condensings: () => events.filter(({ type }) => type === "condensed") };
}

const sizeOf = (request: ScriptedRequest | undefined) => estimateTokens(JSON.stringify(request?.body ?? ""));
const firstText = (request: ScriptedRequest | undefined) => request?.messages[0]?.text ?? "";
const shell = (command: string) => ({ toolCalls: [{ name: "shell", input: { command } }] });
const print = (from: number) => shell(`seq ${from} ${from + 700}`);

const WINDOW: ContextWindow = { tokens: 12_000, condenseAt: 0.8 };
/** A failure that is overcome, then much that does not matter. */
const WORK: ScriptedReplies = [
  shell("bash check.sh"),
  shell("echo {} > settings.json"),
  shell("bash check.sh"),
  { text: "It passes." },
  ...[1_000, 2_000, 3_000, 4_000, 5_000, 6_000].map(print),
  { text: "Counted." },
  { text: "As you said." },
];

describe.each<Wire>(["openai-compatible", "anthropic"])("a conversation near the limit of its model, %s", (wire) => {
  it("is condensed for the model before it is sent, and goes on; the file keeps everything", async () => {
    const model = await modelWith(wire, WORK);
    const file = newFile();
    const { conversation, condensings } = talk(model, file, WINDOW);
    await conversation.say("Make check.sh pass. Never use sudo here.");
    expect(condensings()).toEqual([]);
    const run = await conversation.say("Count in six steps.");
    expect(run).toMatchObject({ ended: "stop", text: "Counted.", toolCalls: 6 });
    expect(condensings().length).toBeGreaterThan(0);
    expect(condensings()[0]).toMatchObject({ type: "condensed", why: "near_limit", messages: expect.any(Number) });
    await conversation.say("What did I forbid?");
    file.close();

    const requests = server?.requests ?? [];
    for (const request of requests) expect(sizeOf(request)).toBeLessThan(WINDOW.tokens);
    const last = firstText(requests.at(-1));
    expect(last).toContain("| Make check.sh pass. Never use sudo here.");
    expect(last).toMatch(/result .*failed, exit 1/);
    expect(last).toContain("worked after");
    const underWay = requests.slice(0, -1).at(-1);
    expect(firstText(underWay)).toMatch(/as it was put:\]\n\nCount in six steps\.$/);

    const [session] = (await loadSessions(file.path)).sessions;
    const outputs = session?.messages.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool_result");
    expect(outputs).toHaveLength(9);
    expect(readFileSync(file.path, "utf8")).toContain("1499");
    const marks = session?.messages.filter(({ compaction }) => compaction === true) ?? [];
    expect(marks).toHaveLength(condensings().length);
    expect(marks[0]).toMatchObject({ origin: "host" });
  });

  it("can be gone on with: all of it where the model is larger, condensed again where it is not", async () => {
    const model = await modelWith(wire, [...WORK.slice(0, -1), { text: "All." }, { text: "Some." }]);
    const file = newFile();
    const first = talk(model, file, WINDOW).conversation;
    await first.say("Make check.sh pass. Never use sudo here.");
    await first.say("Count in six steps.");
    file.close();

    for (const [window, said, times] of [
      [{ tokens: 100_000, condenseAt: 0.8 }, "Go on.", 0],
      [WINDOW, "And now?", 1],
    ] as const) {
      const resumed = await resumeSessionFile(place(), file.id, { model: model.id, clock });
      const { conversation, condensings } = talk(model, resumed.file, window, { history: resumed.history });
      expect(await conversation.say(said)).toMatchObject({ ended: "stop" });
      resumed.file.close();
      expect(condensings()).toHaveLength(times);
      const request = server?.requests.at(-1);
      expect(firstText(request).includes("was condensed to make room")).toBe(times > 0);
      expect(JSON.stringify(request?.body)).toContain("Never use sudo here.");
      expect(request?.messages.at(-1)?.text.endsWith(said)).toBe(true);
    }
  });

  it("is condensed once when the service says that it is too long, and then ends", async () => {
    const limit = { tokens: 9_000 };
    const model = await modelWith(wire, (request) => {
      if (sizeOf(request) > limit.tokens) {
        return { status: 400, text: `prompt is too long: ${sizeOf(request)} tokens > ${limit.tokens} maximum` };
      }
      if (request.messages.at(-1)?.text.endsWith("Still there?")) return { text: "Here." };
      return (request.messages.at(-1)?.results.length ?? 0) > 0 &&
        request.messages.at(-1)?.results[0]?.output.includes("5000")
        ? { text: "Counted." }
        : print(1_000 * Math.min(5, 1 + (server?.requests.length ?? 0)));
    });
    const file = newFile();
    const { conversation, condensings } = talk(model, file, { tokens: 100_000, condenseAt: 0.8 });
    expect(await conversation.say("Count.")).toMatchObject({ ended: "stop", text: "Counted." });
    // What the service said is remembered: from then on it is condensed in time.
    expect(condensings().map((event) => "why" in event && event.why)).toEqual(["refused_as_too_long", "near_limit"]);

    limit.tokens = 10;
    const before = server?.requests.length ?? 0;
    const run = await conversation.say("More.");
    expect(run).toMatchObject({ ended: "error", text: "", error: { code: "MODEL_CONTEXT_FULL" } });
    expect(run.error?.next).toContain("model.contextTokens");
    expect((server?.requests.length ?? 0) - before).toBe(2);

    limit.tokens = 9_000;
    expect(await conversation.say("Still there?")).toMatchObject({ ended: "stop", text: "Here." });
    file.close();
    const last = server?.requests.at(-1)?.messages ?? [];
    expect(last.at(-1)?.text).toMatch(/More\.\n\nStill there\?$/);
    expect(JSON.stringify(last).match(/was condensed to make room/g)).toHaveLength(1);
  });
});

it("goes on as it is, and says so, where it cannot be condensed", async () => {
  const model = await modelWith("openai-compatible", [print(1_000), print(2_000), { text: "Done." }]);
  const file = newFile();
  const { conversation, condensings } = talk(model, file, { tokens: 3_000, condenseAt: 0.1 });
  writeFileSync(file.path, "");
  expect(await conversation.say("Count.")).toMatchObject({ ended: "stop", text: "Done." });
  expect(condensings()).toEqual([]);
  file.close();
});
