import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../model/scripted-model-server.test-helper.ts";
import { runCommandLine } from "./run-command-line.ts";
import type { Terminal } from "./terminal.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

let folder: string;
let server: ScriptedModelServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-model-cli-"));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(replies: ScriptedReplies): Promise<ScriptedModelServer> {
  server = await startScriptedModelServer({ replies });
  return server;
}

interface Run {
  code: number | null;
  out: string;
  err: string;
}

const environmentOf = (more: Record<string, string>): Record<string, string> => ({
  HOME: folder,
  PATH: folder,
  AUTOSKILL_USER: "tester",
  ...more,
});

async function run(args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    interactive: false,
    redraws: false,
    columns: 120,
  };
  const code = await runCommandLine(args, {
    terminal,
    environment: environmentOf(environment),
    workingDirectory: folder,
  });
  return { code, ...printed };
}

/** A process of its own, as a person starts it: what libraries print or connect to shows. */
function runProcess(args: string[], environment: Record<string, string>): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: environmentOf(environment) });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

const scripted = ({ openaiBaseUrl, apiKey }: ScriptedModelServer): Record<string, string> => ({
  AUTOSKILL_MODEL: "m-1",
  AUTOSKILL_BASE_URL: openaiBaseUrl,
  AUTOSKILL_API_KEY: apiKey,
});

test("model --check prints one document, warns of nothing and connects to the model alone", async () => {
  const server = await start([{ text: "ready" }]);
  const connections = join(folder, "connections.txt");
  const spy = join(folder, "spy.mjs");
  writeFileSync(
    spy,
    `import net from "node:net";
import { appendFileSync } from "node:fs";
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = args.flat();
  appendFileSync(${JSON.stringify(connections)}, \`\${first.host ?? first.path}:\${first.port ?? ""}\\n\`);
  return connect.apply(this, args);
};
`,
  );
  const environment = { ...scripted(server), NODE_OPTIONS: `--import ${spy}` };
  const { code, out, err } = await runProcess(["model", "--check", "--json"], environment);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ ok: true, data: { model: "openai-compatible:m-1", check: { ok: true } } });
  expect(out).not.toContain(server.apiKey);
  expect(readFileSync(connections, "utf8").trim()).toBe(server.url.replace("http://", ""));
});

test("model says which, why, from where, and what else there is", async () => {
  writeFileSync(join(folder, "claude"), "#!/bin/sh\n");
  chmodSync(join(folder, "claude"), 0o755);
  const { code, out } = await run(["model"], { DEEPSEEK_API_KEY: "x" });
  expect(code).toBe(0);
  expect(out).toBe(
    [
      "✓ openai-compatible:deepseek-chat  DEEPSEEK_API_KEY is set.",
      "  address  https://api.deepseek.com/v1",
      "  key      from DEEPSEEK_API_KEY",
      "  also     claude-cli: `claude` is installed, but is not used before you say yes: `autoskill model --agent-cli yes`.",
      "",
    ].join("\n"),
  );
});

test("a check that fails has exit code 1 and says what to do", async () => {
  const server = await start([{ status: 401 }]);
  const { code, out } = await run(["model", "--check"], scripted(server));
  expect(code).toBe(1);
  expect(out).toMatch(
    /✗ m-1 at 127\.0\.0\.1:\d+ answered 401.* \[MODEL_AUTHENTICATION\]\n {2}next {5}Check the API key/,
  );
});

test("doctor names the model, and warns of one that was named and cannot be used", async () => {
  expect((await run(["doctor"], { GEMINI_API_KEY: "x" })).out).toMatch(/✓ +model +google:\S+: GEMINI_API_KEY is set\./);
  expect((await run(["doctor"])).out).toMatch(/✓ +model +none: No model is configured/);
  expect((await run(["doctor"], { AUTOSKILL_MODEL: "none" })).out).toMatch(/✓ +model +none: /);
  expect((await run(["doctor"], { AUTOSKILL_MODEL: "deepseek" })).out).toMatch(
    /! +model +none: There is no key for it/,
  );
});

test("usage shows calls by purpose", async () => {
  const server = await start(() => ({ text: "ready", usage: { inputTokens: 1200, outputTokens: 34 } }));
  expect((await run(["usage"])).out).toBe("No language model has been asked for anything.\n");
  await run(["model", "--check"], scripted(server));
  await run(["model", "--check"], scripted(server));
  const { out } = await run(["usage"]);
  expect(out).toMatch(/check +2 +2 ok +2,400 +0 +68 +\d+\.\d s +\? +openai-compatible:m-1/);
  expect(out).toContain("no price set for openai-compatible:m-1");
});
