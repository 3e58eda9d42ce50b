import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { seededNumbers, seededText } from "../../base/seeded.test-helper.ts";
import { generateObject } from "../generate-object.ts";
import type { ModelRequest } from "../model.ts";
import type { AgentCliName } from "./agent-clis.ts";
import { createAgentCliModel } from "./cli-model.ts";
import { type FakeAgent, installFakeAgent } from "./fake-agent.test-helper.ts";

const random = seededNumbers("keys");

let agent: FakeAgent | undefined;
afterEach(() => {
  agent?.remove();
  agent = undefined;
});

const HELP = {
  "claude-cli": `Usage: claude [options] [prompt]
  -p, --print                  Print response and exit
  --output-format <format>     text, json, stream-json
  --tools <tools...>           "" for none
  --safe-mode  --no-session-persistence  --setting-sources <sources>  --settings <file-or-json>
  --strict-mcp-config  --disable-slash-commands  --system-prompt <prompt>  --model <model>`,
  "codex-cli": `Usage: codex exec [OPTIONS] [PROMPT]
  --json  -s, --sandbox <MODE>  --skip-git-repo-check  --ephemeral  --ignore-user-config  --ignore-rules  -m, --model`,
  "gemini-cli": `Options:
  -p, --prompt  -o, --output-format  --approval-mode  -e, --extensions  --skip-trust  -m, --model`,
  "qwen-cli": `Options:
  -p, --prompt  -o, --output-format  --approval-mode  -e, --extensions  --safe-mode  --chat-recording
  --max-tool-calls  --system-prompt  -m, --model`,
} satisfies Record<AgentCliName, string>;

/** What each prints for an answer, as real runs did. */
const PRINTED = {
  "claude-cli": {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "TEXT",
    usage: { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 70, output_tokens: 7 },
    modelUsage: { "claude-x": { inputTokens: 10 } },
  },
  "codex-cli": [
    { type: "thread.started", thread_id: "t" },
    { type: "item.completed", item: { id: "i0", type: "reasoning", text: "hm" } },
    { type: "item.completed", item: { id: "i1", type: "agent_message", text: "TEXT" } },
    { type: "turn.completed", usage: { input_tokens: 100, cached_input_tokens: 70, output_tokens: 7 } },
  ],
  "gemini-cli": {
    session_id: "s",
    response: "TEXT",
    stats: { models: { "gemini-x": { tokens: { prompt: 100, candidates: 5, cached: 70, thoughts: 2 } } } },
  },
  "qwen-cli": [
    { type: "system", subtype: "init", tools: [] },
    { type: "assistant", message: { content: [{ type: "text", text: "TEXT" }] } },
    {
      type: "result",
      subtype: "success",
      is_error: false,
      result: "TEXT",
      usage: { input_tokens: 100, cache_read_input_tokens: 70, output_tokens: 7 },
    },
  ],
} satisfies Record<AgentCliName, unknown>;

const NAMES = Object.keys(HELP) as AgentCliName[];
const programOf = (name: AgentCliName): string => name.replace("-cli", "");

function printing(name: AgentCliName, text: string): string {
  const printed = JSON.parse(JSON.stringify(PRINTED[name]).replaceAll('"TEXT"', JSON.stringify(text)));
  const output =
    name === "codex-cli"
      ? (printed as unknown[]).map((event) => JSON.stringify(event)).join("\n")
      : JSON.stringify(printed);
  return `process.stdout.write(${JSON.stringify(`${output}\n`)});`;
}

function start(
  name: AgentCliName,
  behaviour: string,
  more: { environment?: Record<string, string>; model?: string } = {},
) {
  const installed = installFakeAgent(programOf(name), behaviour, HELP[name]);
  agent = installed;
  const environment = { PATH: process.env.PATH, ...more.environment };
  const model = createAgentCliModel({
    name,
    path: installed.path,
    environment,
    ...(more.model === undefined ? {} : { model: more.model }),
  });
  return { agent: installed, model };
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "test",
  system: "Be short.",
  messages: [{ role: "user", text: "Hello ✓ 你好" }],
  ...more,
});

describe.each(NAMES)("%s", (name) => {
  test("is one run without tools, hooks and history, in a folder of its own", async () => {
    const { agent, model } = start(name, printing(name, "An answer."), { model: "small" });
    expect(await model.generate(request())).toMatchObject({
      text: "An answer.",
      toolCalls: [],
      finish: "stop",
      usage: { inputTokens: 100, cachedInputTokens: 70, outputTokens: 7 },
    });
    const [run, ...others] = agent.runs();
    expect(others).toEqual([]);
    expect(run?.stdin).toContain("Hello ✓ 你好");
    expect(run?.args.join(" ")).not.toContain("Hello");
    expect(run?.args.join(" ")).toContain("--model small");
    expect(run?.directory).toContain("autoskill-model-");
    expect(existsSync(run?.directory ?? "/")).toBe(false);
    expect(run?.environment.AUTOSKILL_CHILD).toBe("1");
    const said = JSON.stringify([run?.args, run?.settings]);
    const withoutTools = {
      "claude-cli": /"--tools",""/,
      "codex-cli": /"read-only".*features\.shell_tool=false/,
      "gemini-cli": /"core":\["autoskill-none"\]/,
      "qwen-cli": /"--max-tool-calls","0".*"core":\["autoskill-none"\]/,
    }[name];
    expect(said).toMatch(withoutTools);
    const withoutHooks = {
      "claude-cli": /--safe-mode.*"--setting-sources","".*disableAllHooks/,
      "codex-cli": /features\.hooks=false/,
      "gemini-cli": /"hooksConfig":\{"enabled":false\}/,
      "qwen-cli": /"disableAllHooks":true/,
    }[name];
    expect(said).toMatch(withoutHooks);
    const withoutHistory = {
      "claude-cli": /--no-session-persistence/,
      "codex-cli": /--ephemeral/,
      "gemini-cli": /./,
      "qwen-cli": /"--chat-recording","false"/,
    }[name];
    expect(said).toMatch(withoutHistory);
  });

  test("gets neither our keys nor what an agent around us has set", async () => {
    const secret = `key-${seededText(random, 11)}`;
    const environment = { AUTOSKILL_API_KEY: secret, CLAUDECODE: "1", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
    const { agent, model } = start(name, printing(name, "ok"), { environment });
    await model.generate(request());
    const [run] = agent.runs();
    expect(JSON.stringify(run)).not.toContain(secret);
    expect(run?.environment.ANTHROPIC_BASE_URL).toBe("http://127.0.0.1:1");
    if (name === "claude-cli") expect(run?.environment.CLAUDECODE).toBeUndefined();
  });

  test("answers in a shape that was asked for, with one repair", async () => {
    const behaviour = `if (stdin.includes("cannot be used")) { ${printing(name, '{"n":1}')} } else { ${printing(name, "one")} }`;
    const { model } = start(name, behaviour);
    const result = await generateObject(model, { ...request(), schema: z.object({ n: z.number() }) });
    expect(result).toMatchObject({ object: { n: 1 }, repaired: true });
  });

  test("is stopped with all that it started when it hangs", async () => {
    const behaviour = `
      const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      fs.writeFileSync(require("node:path").join(require("node:path").dirname(process.argv[1]), "child.pid"), String(child.pid));
      setInterval(() => {}, 1000);`;
    const { agent, model } = start(name, behaviour);
    const pidFile = join(agent.directory, "child.pid");
    const stop = new AbortController();
    const asked = model.generate(request({ signal: stop.signal }));
    asked.catch(() => {});
    // The file is there before its content is.
    const written = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0);
    while (written() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: "MODEL_CANCELLED" });
    const pid = written();
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test("that takes too long is a timeout", async () => {
    const { model } = start(name, "setInterval(() => {}, 1000);");
    await expect(model.generate(request({ timeoutMs: 300 }))).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
  });

  test("takes no tools", async () => {
    const { agent, model } = start(name, printing(name, "ok"));
    const tools = [{ name: "ls", description: "Lists", input: z.object({}) }];
    await expect(model.generate(request({ tools }))).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    expect(agent.runs()).toEqual([]);
  });
});

test.each([
  ["garbage", 'process.stdout.write("Welcome!\\nPlease wait…\\n");', "MODEL_OUTPUT_INVALID"],
  ["an error and no JSON", 'process.stderr.write("boom"); process.exitCode = 3;', "MODEL_UNREACHABLE"],
  [
    "that nobody is signed in",
    'process.stderr.write("Please log in first"); process.exitCode = 1;',
    "MODEL_AUTHENTICATION",
  ],
  ["a limit", 'process.stderr.write("You have hit your usage limit"); process.exitCode = 1;', "MODEL_RATE_LIMITED"],
  ["more than anybody would say", 'for (;;) fs.writeSync(1, "x".repeat(1e6));', "MODEL_OUTPUT_INVALID"],
])("an agent that prints %s fails with a reason", async (_name, behaviour, code) => {
  const { model } = start("claude-cli", behaviour);
  await expect(model.generate(request())).rejects.toMatchObject({
    code,
    message: expect.stringContaining("claude"),
    next: expect.any(String),
  });
});

test("a version that cannot be held to one answer without tools is refused before anything is asked", async () => {
  agent = installFakeAgent("claude", printing("claude-cli", "ok"), "  -p, --print\n  --output-format <format>\n");
  const model = createAgentCliModel({ name: "claude-cli", path: agent.path, environment: { PATH: process.env.PATH } });
  await expect(model.generate(request())).rejects.toMatchObject({
    code: "MODEL_REFUSED",
    message: expect.stringContaining("has no --tools"),
  });
  expect(agent.runs()).toEqual([]);
});

test("options that an older version does not know are left out", async () => {
  agent = installFakeAgent("claude", printing("claude-cli", "ok"), "--print --output-format --tools --model");
  const model = createAgentCliModel({ name: "claude-cli", path: agent.path, environment: { PATH: process.env.PATH } });
  await model.generate(request());
  expect(agent.runs()[0]?.args).toEqual(["--print", "--output-format", "json", "--tools", ""]);
});

test("an error of the agent itself is told, not taken for an answer", async () => {
  const result = { type: "result", subtype: "success", is_error: true, result: "API Error: 529 overloaded_error" };
  const { model } = start(
    "claude-cli",
    `process.stdout.write(${JSON.stringify(JSON.stringify(result))}); process.exitCode = 1;`,
  );
  await expect(model.generate(request())).rejects.toMatchObject({
    code: "MODEL_OVERLOADED",
    message: expect.stringContaining("API Error: 529"),
  });
});

test("codex: a failed turn is a failure, an error that it got over is not", async () => {
  const event = (value: unknown): string => `console.log(${JSON.stringify(JSON.stringify(value))});`;
  const stumbling = event({ type: "error", message: "Reconnecting... 1/5" }) + printing("codex-cli", "ok");
  expect((await start("codex-cli", stumbling).model.generate(request())).text).toBe("ok");
  agent?.remove();
  const failing = event({ type: "turn.failed", error: { message: "stream disconnected" } });
  await expect(start("codex-cli", failing).model.generate(request())).rejects.toMatchObject({
    message: expect.stringContaining("stream disconnected"),
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // A process that has ended but was not waited for is there in name only.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}
