/** `run` in this process: output forms, exit codes, going on, and what it refuses to begin. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { openStore, skillId, summarizeUsage } from "../../store/index.ts";
import { runCommandLine } from "../run-command-line.ts";

let folder = "";
let project = "";
let server: ScriptedModelServer | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-run-")));
  project = join(folder, "project");
  mkdirSync(project);
});
afterEach(async () => {
  const problems = server?.problems ?? [];
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
  expect(problems).toEqual([]);
});

async function script(replies: ScriptedReplies): Promise<void> {
  server = await startScriptedModelServer({ replies });
}

async function cli(...args: string[]) {
  let out = "";
  let err = "";
  const environment = {
    HOME: folder,
    PATH: process.env.PATH,
    AUTOSKILL_USER: "tester",
    ...(server === undefined
      ? {}
      : {
          AUTOSKILL_MODEL: "openai-compatible:scripted",
          AUTOSKILL_BASE_URL: server.openaiBaseUrl,
          AUTOSKILL_API_KEY: server.apiKey,
        }),
  };
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    interactive: false,
    redraws: false,
    columns: 100,
  };
  const code = await runCommandLine(args, { terminal, environment, workingDirectory: project });
  return { code, out, err };
}

const sessionNames = () => {
  const sessions = join(folder, ".autoskill", "sessions");
  return readdirSync(sessions).flatMap((name) => readdirSync(join(sessions, name)));
};

describe("run", () => {
  it("prints the answer alone on stdout", async () => {
    await script([{ text: "Hello.\n" }]);
    const { code, out, err } = await cli("run", "Say", "hello");
    expect({ code, out }).toEqual({ code: 0, out: "Hello.\n" });
    expect(err).toMatch(/^session \d{8}-\d{6}-[0-9a-f]{8}\n$/);
    expect(server?.requests[0]?.messages[0]?.text).toBe("Say hello");
  });

  it("shows no secret that the model writes, in any form", async () => {
    const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8rT".repeat(2).slice(0, 36)}`;
    await script(() => ({ text: `Your key is ${secret}.` }));
    for (const format of ["text", "json", "stream-json"]) {
      const { out, err } = await cli("run", "What is my key?", "--output-format", format);
      expect(out).toContain("Your key is [redacted:");
      expect(out + err).not.toContain(secret);
    }
    const refused = { finish: "refused" as const, text: `I will not say ${secret}.` };
    await server?.close();
    await script(() => refused);
    const { code, out } = await cli("run", "What is my key?", "--output-format", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out).data.error).toMatchObject({ code: "MODEL_REFUSED" });
    expect(out).not.toContain(secret);
  });

  it("goes on with the latest session, or the one that is named", async () => {
    await script([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    const first = JSON.parse((await cli("run", "1", "--output-format", "json")).out).data;
    expect(first).toMatchObject({ text: "One.", resumed: false });
    const second = JSON.parse((await cli("run", "2", "--continue", "--json")).out).data;
    expect(second).toMatchObject({ text: "Two.", resumed: true, sessionId: first.sessionId });
    await cli("run", "3", "--resume", first.sessionId.slice(0, 17));
    expect(server?.requests[2]?.messages.map(({ text }) => text)).toEqual(["1", "One.", "2", "Two.", "3"]);
    expect(sessionNames()).toHaveLength(1);
    const sessions = JSON.parse((await cli("sessions", "--json")).out).data.sessions;
    expect(sessions).toMatchObject([{ agent: "autoskill", path: first.sessionPath }]);
  });

  it("condenses what outgrows the model that the settings describe, and says so", async () => {
    mkdirSync(join(folder, ".autoskill"));
    const settings = { model: { contextTokens: 10_000 }, agent: { condenseAt: 0.6 } };
    writeFileSync(join(folder, ".autoskill", "config.json"), JSON.stringify(settings));
    const print = (from: number) => ({
      toolCalls: [{ name: "shell", input: { command: `seq ${from} ${from + 700}` } }],
    });
    await script([print(1_000), print(2_000), print(3_000), print(4_000), { text: "Counted." }, { text: "Again." }]);
    const linesOf = async (...args: string[]) =>
      (await cli("run", ...args, "--approval-mode", "yolo", "--no-review", "--output-format", "stream-json")).out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const first = await linesOf("Count.");
    expect(first[0]).toMatchObject({ type: "session", timesCondensed: 0 });
    const condensed = first.filter(({ type }) => type === "condensed");
    expect(condensed.length).toBeGreaterThan(0);
    expect(condensed[0]).toMatchObject({ why: "near_limit", messages: expect.any(Number) });
    expect(condensed[0].tokensAfter).toBeLessThan(condensed[0].tokensBefore);
    const second = await linesOf("Again.", "--continue");
    expect(second[0]).toMatchObject({ resumed: true, timesCondensed: condensed.length });
    expect(second.at(-1)).toMatchObject({ ended: "stop", text: "Again." });
  });

  it("tells by its exit code how it ended", async () => {
    await script(({ messages }) =>
      messages[0]?.text === "fail" ? { status: 401, text: "no" } : { toolCalls: [{ name: "ls", input: {} }] },
    );
    expect((await cli("run", "loop", "--max-turns", "2")).code).toBe(3);
    const failed = await cli("run", "fail", "--output-format", "stream-json");
    expect(failed.code).toBe(1);
    const result = JSON.parse(failed.out.trim().split("\n").at(-1) ?? "");
    expect(result).toMatchObject({ type: "result", isError: true, ended: "error", exitCode: 1, text: "" });
    expect(result.error).toMatchObject({ code: "MODEL_AUTHENTICATION", next: expect.any(String) });
    const text = await cli("run", "fail");
    expect(text.out).toBe("");
    expect(text.err).toMatch(/No answer: error\..*\n {2}next: /);
  });

  it("refuses what it cannot begin, in the form that was asked for, and leaves no session behind", async () => {
    const none = await cli("run", "hello", "--output-format", "json");
    expect(none.code).toBe(1);
    expect(JSON.parse(none.out)).toMatchObject({ ok: false, error: { code: "NO_MODEL" } });
    const streamed = await cli("run", "hello", "--output-format", "stream-json");
    expect(JSON.parse(streamed.out)).toMatchObject({ type: "result", isError: true, error: { code: "NO_MODEL" } });
    await script([]);
    expect(await cli("run", "hello", "--continue", "--json")).toMatchObject({
      code: 1,
      out: expect.stringContaining("AGENT_SESSION_NOT_FOUND"),
    });
    for (const args of [["hello", "--approval-mode", "sometimes"], [" "], ["hello", "--continue", "--resume", "x"]]) {
      expect(await cli("run", ...args, "--json")).toMatchObject({
        code: 2,
        out: expect.stringContaining("INVALID_INPUT"),
      });
    }
    expect(await cli("run", "hello", "--output-format", "xml")).toMatchObject({ code: 2, out: "" });
    expect(await cli("chat", "--json")).toMatchObject({ code: 2 });
  });

  it("says what was refused where nobody can be asked", async () => {
    await script([{ toolCalls: [{ name: "shell", input: { command: "touch made" } }] }, { text: "I may not." }]);
    const { out } = await cli("run", "make it", "--output-format", "stream-json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual([
      "session",
      "assistant",
      "tool_call",
      "refusal",
      "tool_result",
      "assistant",
      "skill_review",
      "result",
    ]);
    const members = Object.fromEntries(lines.map(({ type, ...rest }) => [type, Object.keys(rest).sort().join(" ")]));
    expect(members).toEqual({
      session: "approval model projectRoot resumed sessionId sessionPath timesCondensed",
      assistant: "text toolCalls",
      tool_call: "id input name",
      refusal: "action code id target tool why",
      tool_result: "id name output status",
      skill_review: "reason status toolCalls",
      result: "ended exitCode isError refusals sessionId skills text toolCalls turns usage",
    });
    expect(lines[3]).toMatchObject({ tool: "shell", target: "touch made", code: "needs_approval" });
    expect(lines[7]).toMatchObject({ refusals: 1, ended: "stop" });
    expect(readdirSync(project)).toEqual([]);
  });

  it("records which skills were put before the prompt and which were read, and lets their files be read", async () => {
    const skill = (name: string, about: string) =>
      `---\nname: ${name}\ndescription: "${about}"\n---\n\n# ${name}\n\n- Add an hour in summer.\n`;
    const put = (path: string, text: string): void => {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, "SKILL.md"), text);
    };
    put("project/.agents/skills/tide-tables", skill("tide-tables", "Reads tide tables of a harbour"));
    put(".agents/skills/sourdough", skill("sourdough", "Keeps a sourdough starter alive"));
    await script([
      {
        toolCalls: [
          { name: "read_file", input: { path: ".agents/skills/tide-tables/SKILL.md" } },
          { name: "read_file", input: { path: "~/.agents/skills/sourdough/SKILL.md" } },
        ],
      },
      { text: "Read." },
    ]);
    const report = JSON.parse((await cli("run", "Read the tide tables of the harbour", "--json")).out).data;
    expect(report).toMatchObject({ skills: ["tide-tables"], refusals: [], toolCalls: 2 });
    const [request, answered] = server?.requests ?? [];
    expect(request?.system).toMatch(/<name>sourdough<\/name>.*\n.*<name>tide-tables<\/name>/);
    expect(request?.system).toContain("sourdough: ~/.agents/skills/sourdough/SKILL.md");
    expect(request?.messages[0]?.text).toMatch(/^<available_skills>.*Add an hour in summer.*\n\nRead the tide tables/s);
    expect(answered?.messages.at(-1)?.results.map(({ output }) => output.includes("Add an hour"))).toEqual([
      true,
      true,
    ]);

    const store = await openStore(join(folder, ".autoskill", "autoskill.db"));
    const usage = await summarizeUsage(store, skillId("project", project, "tide-tables"));
    await store.close();
    expect(usage.map(({ kind, count }) => [kind, count])).toEqual([
      ["injected", 1],
      ["retrieved", 1],
      ["used", 1],
    ]);
  });

  it("leaves a session that `learn` finds and learns from", async () => {
    writeFileSync(join(project, "check.sh"), 'test -f data.json || { echo "Error: data.json is missing"; exit 1; }\n');
    const shell = (command: string) => ({ toolCalls: [{ name: "shell", input: { command } }] });
    await script([
      shell("bash check.sh"),
      shell("echo [] > data.json"),
      shell("bash check.sh"),
      { text: "It passes." },
    ]);
    const prompt = "Make bash check.sh pass. Always use two spaces in JSON files.";
    await cli("run", prompt, "--approval-mode", "yolo", "--no-review");
    const { out } = await cli("learn", "--agent", "autoskill", "--dry-run", "--json");
    const { sessions } = JSON.parse(out).data;
    expect(sessions).toMatchObject([
      {
        agent: "autoskill",
        personTurns: 1,
        toolCalls: 3,
        decision: "learn",
        signals: { recoveries: 1, standingRules: 1 },
      },
    ]);
    expect(sessions[0].placements.length).toBeGreaterThan(0);
  });

  it("works without skills when told to", async () => {
    mkdirSync(join(project, ".agents/skills/tide-tables"), { recursive: true });
    writeFileSync(
      join(project, ".agents/skills/tide-tables/SKILL.md"),
      '---\nname: tide-tables\ndescription: "Reads tide tables"\n---\n\n# T\n',
    );
    await script([{ text: "Done." }]);
    await cli("run", "Read the tide tables", "--no-skills");
    expect(JSON.stringify(server?.requests[0]?.body)).not.toContain("available_skills");
  });

  it("is not reviewed when it is a session of autoskill's own", async () => {
    await script([{ text: "Done." }]);
    const { out } = await cli("run", "Judge this. <autoskill-own-run/>", "--json");
    expect(JSON.parse(out).data.skillReview).toMatchObject({ status: "skipped", reason: "own_run" });
  });

  it("lets one process at a time go on with a session", async () => {
    let answer = (): void => {};
    const refused = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await script(async ({ number }) => {
      if (number > 0) await refused;
      return { text: number > 0 ? "Slow." : "One." };
    });
    await cli("run", "1");
    const slow = cli("run", "2", "--continue");
    while ((server?.requests.length ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await cli("run", "3", "--continue", "--json");
    expect(JSON.parse(second.out)).toMatchObject({ ok: false, error: { code: "AGENT_SESSION_BUSY" } });
    answer();
    expect((await slow).out).toBe("Slow.\n");
  });

  it.runIf(existsSync("/proc/self"))("refuses a folder that cannot be made, at once", async () => {
    await script([]);
    for (const args of [
      ["run", "hello", "--log-requests", "/proc/none"],
      ["demo", "--folder", "/proc/none"],
    ]) {
      const { code, out } = await cli(...args, "--json");
      expect({ code, error: JSON.parse(out).error }).toMatchObject({
        code: 1,
        error: {
          code: "FOLDER_NOT_MADE",
          message: expect.stringContaining("/proc takes no new folder"),
          next: expect.any(String),
        },
      });
    }
  });

  it("logs the redacted requests of the agent", async () => {
    await script([{ text: "Done." }]);
    await cli("run", "hello", "--log-requests", "../requests");
    const [name = ""] = readdirSync(join(folder, "requests"));
    const entry = JSON.parse(readFileSync(join(folder, "requests", name), "utf8"));
    expect(entry.request).toMatchObject({ purpose: "agent", messages: [{ role: "user", text: "hello" }] });
    expect(JSON.stringify(entry)).not.toContain(server?.apiKey);
  });
});
