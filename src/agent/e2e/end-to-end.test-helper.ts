/**
 * The end-to-end cases of the seed: a scratch home and project, a scripted model server over HTTP, and the real command
 * line in a process of its own, in both wire formats that the cases are run with.
 */
import { spawn } from "node:child_process";
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
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import {
  type ScriptedModelServer,
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedToolCall,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";

export const WIRES = ["openai", "anthropic"] as const;
export type Wire = (typeof WIRES)[number];

export const SOURCE_CLI = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

/** Answers for the agent and for the reviewer, each in its order; a function sees the request. */
export interface Script {
  agent: (ScriptedReply | ((request: ScriptedRequest) => ScriptedReply))[];
  review?: (ScriptedReply | ((request: ScriptedRequest) => ScriptedReply))[];
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into foreign JSON
export type Json = any;

export interface RunResult {
  code: number | null;
  out: string;
  err: string;
  /** The lines of `stream-json`. */
  lines: Json[];
  line(type: string): Json;
}

export interface Scene {
  folder: string;
  home: string;
  project: string;
  server: ScriptedModelServer;
  put(path: string, content: string): void;
  get(path: string): string;
  has(path: string): boolean;
  /** Names of the project's skills, in the folder that agents read and in Qwen Code's. */
  skillNames(): { agents: string[]; qwen: string[] };
  /** What the processes of this scene get, and nothing else. */
  environment: Record<string, string | undefined>;
  cli(...args: string[]): Promise<RunResult>;
  /** `run` in mode yolo, as JSON lines. */
  agent(prompt: string, ...options: string[]): Promise<RunResult>;
  agentRequests(): ScriptedRequest[];
  reviewRequests(): ScriptedRequest[];
  close(): Promise<void>;
}

export interface SceneOptions {
  wire: Wire;
  script: Script;
  /** Settings of the person. */
  settings?: object;
  /** Default: the sources. */
  cli?: string;
}

export async function openScene({ wire, script, settings, cli = SOURCE_CLI }: SceneOptions): Promise<Scene> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-e2e-")));
  const home = join(folder, "home");
  const project = join(folder, "project");
  const agent = [...script.agent];
  const review = [...(script.review ?? [])];
  const server = await startScriptedModelServer({
    replies: (request) => {
      const reply = (isReview(request) ? review : agent).shift();
      if (reply === undefined)
        throw new Error(`no reply left for a request of the ${isReview(request) ? "review" : "agent"}`);
      return typeof reply === "function" ? reply(request) : reply;
    },
  });
  const put = (path: string, content: string): void => {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, content);
  };
  // Qwen Code's folder is what the seeds speak of; a project that has it shows skills there.
  mkdirSync(join(project, ".qwen"), { recursive: true });
  mkdirSync(home);
  if (settings !== undefined) put("home/.autoskill/config.json", JSON.stringify(settings));

  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    NO_COLOR: "1",
    AUTOSKILL_USER: "tester",
    AUTOSKILL_MODEL: wire === "openai" ? "openai-compatible:scripted" : "anthropic:scripted",
    AUTOSKILL_BASE_URL: wire === "openai" ? server.openaiBaseUrl : server.anthropicBaseUrl,
    AUTOSKILL_API_KEY: server.apiKey,
  };
  const run = (...args: string[]): Promise<RunResult> => runProcess(cli, args, project, environment);
  return {
    folder,
    home,
    project,
    server,
    put,
    get: (path) => readFileSync(join(folder, path), "utf8"),
    has: (path) => existsSync(join(folder, path)),
    skillNames: () => ({
      agents: namesIn(join(project, ".agents", "skills")),
      qwen: namesIn(join(project, ".qwen", "skills")),
    }),
    environment,
    cli: run,
    agent: (prompt, ...options) =>
      run("run", prompt, "--approval-mode", "yolo", "--output-format", "stream-json", ...options),
    agentRequests: () => server.requests.filter((request) => !isReview(request)),
    reviewRequests: () => server.requests.filter(isReview),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
      expect(server.problems).toEqual([]);
      expect({ agent, review }).toEqual({ agent: [], review: [] });
    },
  };
}

/** The reviewer alone has `read_turn`. */
export function isReview(request: ScriptedRequest): boolean {
  return request.tools.some(({ name }) => name === "read_turn");
}

function runProcess(
  cli: string,
  args: string[],
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const failure = (problem: string): Error =>
        new Error(`${problem}; exit code ${code}\nstdout:\n${out}\nstderr:\n${err}`);
      try {
        const lines = args.includes("stream-json") ? out.trimEnd().split("\n").map(parseLine) : [];
        const line = (type: string): Json => {
          const found = lines.filter((value) => value.type === type);
          if (found.length !== 1) throw failure(`${found.length} lines of type ${type}`);
          return found[0];
        };
        resolve({ code, out, err, lines, line });
      } catch (error) {
        reject(failure((error as Error).message));
      }
    });
  });
}

function parseLine(line: string): Json {
  return JSON.parse(line);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Id of the message of the transcript that a reviewer was given which holds this text, such as `T1.4`. */
export function messageWith(request: ScriptedRequest, text: string): string {
  let id = "";
  for (const line of (request.messages[0]?.text ?? "").split("\n")) {
    id = /^\[(T\d+\.\d+) /.exec(line)?.[1] ?? id;
    if (line.startsWith("|") && line.includes(text)) return id;
  }
  throw new Error(`the transcript does not hold ${JSON.stringify(text)}`);
}

/** What the tools answered to the calls of the last reply, in order. */
export function answersTo(request: ScriptedRequest | undefined): string[] {
  const last = request?.messages.at(-1);
  return last?.role === "tool" ? last.results.map(({ output }) => output) : [];
}

/** So many calls that only look, as replies of a few calls each. */
export function looking(calls: number): ScriptedReply[] {
  const all = Array.from({ length: calls }, (): ScriptedToolCall => ({ name: "ls", input: {} }));
  const replies: ScriptedReply[] = [];
  while (all.length > 0) replies.push({ toolCalls: all.splice(0, 7) });
  return replies;
}

export const CHECK_PROMPT = "Please make `node check.mjs` pass.";

/** A project whose check passes only after its data was made: what a session there learns the hard way. */
export function putCheckProject(scene: Scene): void {
  const missing = "data.json is missing";
  scene.put(
    "project/check.mjs",
    `import { existsSync } from "node:fs";\nif (!existsSync("data.json")) {\n  console.error("Error: ${missing}");\n  process.exit(1);\n}\nconsole.log("3 checks passed");\n`,
  );
  scene.put(
    "project/make-data.mjs",
    'import { writeFileSync } from "node:fs";\nwriteFileSync("data.json", "[]");\nconsole.log("data made");\n',
  );
}

/** The check fails, its data is made, the check passes: 20 calls with what is looked at on the way. */
export function hardWonWork(): ScriptedReply[] {
  return [
    { text: "I run the check.", toolCalls: [{ name: "shell", input: { command: "node check.mjs" } }] },
    ...looking(15),
    { toolCalls: [{ name: "read_file", input: { path: "make-data.mjs" } }] },
    { toolCalls: [{ name: "shell", input: { command: "node make-data.mjs" } }] },
    { toolCalls: [{ name: "shell", input: { command: "node check.mjs" } }] },
    { toolCalls: [{ name: "read_file", input: { path: "data.json" } }] },
    { text: "The check passes." },
  ];
}

export const LEARNED_RULE = "Run `node make-data.mjs` before `node check.mjs`.";

export function skillText(name: string, rules: readonly string[] = [LEARNED_RULE]): string {
  const items = rules.map((rule, index) => `${index + 1}. ${rule}`).join("\n");
  return `---\nname: ${name}\ndescription: "How to get the checks of this project to pass with node check.mjs"\n---\n\n# Running the checks\n\n## Steps\n\n${items}\n`;
}

/** The reviewer writes what was learned, with the messages that it rests on. */
export function writeSkillCall(request: ScriptedRequest, path: string, name: string): ScriptedToolCall {
  const turns = [
    messageWith(request, "data.json is missing"),
    messageWith(request, "command: node make-data.mjs"),
    messageWith(request, "3 checks passed"),
  ];
  return {
    name: "write_file",
    input: { path, content: skillText(name), evidence: [{ rule: LEARNED_RULE, turns }] },
  };
}
