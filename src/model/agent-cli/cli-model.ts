/**
 * An installed agent CLI as a model, for people who have a subscription and no key: one headless run an answer.
 *
 * Contract: the run gets no tools, hooks, extensions or project; it runs in an empty folder of its own, which is gone
 * afterwards, with `AUTOSKILL_CHILD=1` in its environment, and the conversation on stdin, never on the command line.
 * What it cannot do is not pretended: no temperature, no output limit, no streaming.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoskillError } from "../../base/index.ts";
import { codeOfStatus, withoutSecrets } from "../api/api-error.ts";
import { openBounds } from "../bounded.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "../model.ts";
import { type ModelErrorCode, modelError } from "../model-error.ts";
import { type AgentCli, type AgentCliName, agentCliNamed } from "./agent-clis.ts";
import { conversationText } from "./prompt.ts";
import { CHILD_MARKER, type ProgramResult, runProgram } from "./run-program.ts";

export interface AgentCliModelSettings {
  name: AgentCliName;
  /** Absolute path of the program. */
  path: string;
  /** Default: the one that the agent itself is set to. */
  model?: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** For one run where the request does not say, in milliseconds. Default 120,000. */
  timeoutMs?: number;
}

const FOLDER_PREFIX = "autoskill-model-";

export function createAgentCliModel(settings: AgentCliModelSettings): LanguageModel {
  const cli = agentCliNamed(settings.name);
  if (cli === undefined) throw modelError("NO_MODEL", `There is no agent CLI ${settings.name}.`);
  const environment = childEnvironment(settings.environment, cli);
  let help: Promise<string> | undefined;

  const run = async (
    args: string[],
    directory: string,
    input: string,
    signal: AbortSignal,
    more: Record<string, string> = {},
  ): Promise<ProgramResult> => {
    try {
      const all = { ...environment, ...more };
      return await runProgram({ path: settings.path, args, directory, environment: all, input, signal });
    } catch (error) {
      throw modelError("MODEL_UNREACHABLE", `\`${cli.program}\` cannot be started: ${(error as Error).message}`);
    }
  };

  const readHelp = async (directory: string, signal: AbortSignal): Promise<string> => {
    const { stdout, stderr } = await run(cli.helpArgs, directory, "", signal);
    return stdout + stderr;
  };

  const ask = async (request: ModelRequest, directory: string, signal: AbortSignal): Promise<ModelReply> => {
    help ??= readHelp(directory, signal);
    const text = await help.catch((error: unknown) => {
      help = undefined;
      throw error;
    });
    // What a run that was stopped printed is no list of options.
    if (signal.aborted) help = undefined;
    const knows = (option: string): boolean => new RegExp(`(^|[\\s,])${option}(?![\\w-])`, "m").test(text);
    const missing = cli.needs.find((option) => !knows(option));
    if (missing !== undefined && !signal.aborted) {
      throw modelError("MODEL_REFUSED", `This \`${cli.program}\` cannot be used as a model: it has no ${missing}.`, {
        expected: `a version whose \`${[cli.program, ...cli.helpArgs].join(" ")}\` lists ${cli.needs.join(", ")}`,
      });
    }
    const command = cli.command({ model: settings.model, directory, knows });
    for (const [name, content] of Object.entries(command.files ?? {}))
      await writeFile(join(directory, name), content, { mode: 0o600 });
    const result = await run(command.args, directory, conversationText(request), signal, command.environment);
    return readResult(cli, result);
  };

  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    if ((request.tools ?? []).length > 0) {
      throw modelError("MODEL_REFUSED", `\`${cli.program}\` as a model cannot be given tools.`);
    }
    const bounds = openBounds(request, settings.timeoutMs);
    const directory = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
    try {
      return await bounds.wait(ask(request, directory, bounds.signal));
    } finally {
      bounds.end();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  };

  const model = settings.model ?? "default";
  return {
    id: `${cli.name}:${model}`,
    provider: cli.name,
    model,
    supports: { tools: false, streaming: false },
    generate,
    async *stream(request) {
      yield { type: "reply", reply: await generate(request) };
    },
  };
}

/** Ours would lead the agent to our keys for another purpose, and to learn from itself. */
function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  cli: AgentCli,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !entry[0].startsWith("AUTOSKILL_") && !cli.unset.includes(entry[0]),
  );
  return { ...Object.fromEntries(entries), [CHILD_MARKER]: "1", NO_COLOR: "1" };
}

function readResult(cli: AgentCli, { exitCode, stdout, stderr, tooMuch }: ProgramResult): ModelReply {
  if (tooMuch) throw modelError("MODEL_OUTPUT_INVALID", `\`${cli.program}\` printed more than 16 MiB and was stopped.`);
  const output = cli.read(stdout);
  if ("problem" in output) {
    const said = exitCode === 0 || stderr.trim() === "" ? output.problem : `${output.problem}; ${stderr.trim()}`;
    throw failure(cli, exitCode, withoutSecrets(said, undefined));
  }
  const { text, usage, model } = output;
  return { text, toolCalls: [], finish: "stop", usage, ...(model === undefined ? {} : { model }) };
}

/** These programs tell what is wrong in words; the words that all of them share decide. */
function failure(cli: AgentCli, exitCode: number | null, said: string): AutoskillError {
  const status = /\b(?:status|error|http|code)\D{0,12}([45]\d\d)\b/i.exec(said)?.[1];
  let code: ModelErrorCode = exitCode === 0 ? "MODEL_OUTPUT_INVALID" : "MODEL_UNREACHABLE";
  if (/rate.?limit|usage limit|quota|too many requests|hit your limit/i.test(said)) code = "MODEL_RATE_LIMITED";
  else if (/log ?in|logged in|unauthori|authenticat|api key|credential/i.test(said)) code = "MODEL_AUTHENTICATION";
  else if (/overloaded/i.test(said)) code = "MODEL_OVERLOADED";
  else if (status !== undefined) code = codeOfStatus(Number(status));
  return new AutoskillError({
    code,
    message: `\`${cli.program}\` gave no answer (exit code ${exitCode ?? "none"}): ${said}`,
    next: `Run \`${cli.program}\` once by hand to see whether it is signed in and works.`,
  });
}
