/**
 * Settings: `<AUTOSKILL_HOME>/config.json` for the person, `<project>/.autoskill/config.json` for a project.
 *
 * Contract: unknown keys in a file are kept as they are. A project's file wins over the person's, but cannot loosen
 * `approval`: a repository that one clones must not be able to publish skills without being asked. A person's choice of
 * `approval` for one project lies in the person's file under `projects`, by the project's real path.
 */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { AutoskillError, makeFolder, writeFileAtomic } from "../base/index.ts";
import { CURATOR_DEFAULTS, EXTRACT_MODES, REWRITE_MODES } from "../learn/index.ts";
import { isModelProvider, MODEL_PROVIDERS } from "../model/index.ts";
import type { OperationContext } from "./context.ts";

/** From the loosest to the strictest. */
const APPROVAL_POLICIES = ["auto", "ask", "review"] as const;

/** What a million tokens cost, in whatever unit the person counts in. */
export const modelPriceSchema = z.object({
  input: z.number().min(0),
  output: z.number().min(0),
  /** Default: as other input. */
  cachedInput: z.number().min(0).optional(),
});

/**
 * `projectMaySet`: the project's file wins over the person's. With `strictness`, it does so only where its value is
 * stricter, and what a person sets for one project lies in the person's own file, which no repository brings along.
 */
export const CONFIGURATION_KEYS = {
  "learn.enabled": {
    schema: z.boolean(),
    default: true,
    summary: "Whether sessions are learned from at all.",
    projectMaySet: true,
  },
  "learn.minimumToolCalls": {
    schema: z.number().int().min(1).max(10_000),
    default: 20,
    summary: "Tool calls from which a session is looked at even without a sign of experience.",
    projectMaySet: true,
  },
  "learn.minimumSignalCalls": {
    schema: z.number().int().min(0).max(10_000),
    default: 5,
    summary: "Tool calls from which a recovery or a correction is enough.",
    projectMaySet: true,
  },
  "memory.enableAutoSkill": {
    schema: z.boolean(),
    default: true,
    summary: "Whether a model looks over finished sessions by itself. `autoskill review` works either way.",
    projectMaySet: true,
    strictness: [true, false],
  },
  "review.maxTurns": {
    schema: z.number().int().min(1).max(50),
    default: 8,
    summary: "Answers of the model in one review.",
    projectMaySet: false,
  },
  "review.timeoutSeconds": {
    schema: z.number().min(10).max(3600),
    default: 120,
    summary: "Longest time for one review.",
    projectMaySet: false,
  },
  "review.maxTokens": {
    schema: z.number().int().min(10_000).max(10_000_000),
    default: 200_000,
    summary: "Tokens for one review, input and output of all its requests.",
    projectMaySet: false,
  },
  "review.sessionTokens": {
    schema: z.number().int().min(2_000).max(1_000_000),
    default: 24_000,
    summary: "How far a session is condensed before a model reads it, in tokens.",
    projectMaySet: false,
  },
  "review.shell": {
    schema: z.enum(["auto", "plain", "off"]),
    default: "auto",
    summary: "Commands of the reviewer, which only read. `auto`: inside bubblewrap where there is one; `off`: none.",
    projectMaySet: false,
  },
  "review.sessionsPerLearn": {
    schema: z.number().int().min(0).max(1_000),
    default: 3,
    summary: "How many of the newest sessions of one `learn` are looked over by a model as well.",
    projectMaySet: false,
  },
  "extract.mode": {
    schema: z.enum(EXTRACT_MODES),
    default: "auto",
    summary: "Whether a model looks in conversations for what you want each time. `never`: only when you ask for it.",
    projectMaySet: true,
    strictness: ["always", "auto", "never"],
  },
  "extract.everyTurns": {
    schema: z.number().int().min(1).max(1_000),
    default: 4,
    summary: "Your turns after which `auto` looks again.",
    projectMaySet: false,
  },
  "extract.windowTurns": {
    schema: z.number().int().min(1).max(100),
    default: 6,
    summary: "Your newest turns that one look takes in.",
    projectMaySet: false,
  },
  "extract.sessionsPerLearn": {
    schema: z.number().int().min(0).max(1_000),
    default: 3,
    summary: "How many of the newest conversations without tool work one `learn` lets a model look at.",
    projectMaySet: false,
  },
  "rewrite.mode": {
    schema: z.enum(REWRITE_MODES),
    default: "auto",
    summary:
      "Queries from a turn and what came before. `auto`: a model only where a turn leans on it; `never`: the turn.",
    projectMaySet: false,
  },
  "rewrite.deadlineMs": {
    schema: z.number().int().min(0).max(10_000),
    default: 300,
    summary: "Longest wait for a model that rewrites a query; then the rules' query is used. 0: no model.",
    projectMaySet: false,
  },
  "curator.staleAfterDays": {
    schema: z.number().int().min(1).max(3650),
    default: CURATOR_DEFAULTS.staleAfterDays,
    summary: "Days without use or change after which `curate` calls a skill stale.",
    projectMaySet: false,
  },
  "curator.archiveAfterDays": {
    schema: z.number().int().min(2).max(3650),
    default: CURATOR_DEFAULTS.archiveAfterDays,
    summary: "Days without use or change after which `curate` archives a stale skill.",
    projectMaySet: false,
  },
  "curator.foundWithoutUse": {
    schema: z.number().int().min(0).max(1_000_000),
    default: CURATOR_DEFAULTS.foundWithoutUse,
    summary: "A skill found this often and never used is stale; 0: never for that reason.",
    projectMaySet: false,
  },
  approval: {
    schema: z.enum(APPROVAL_POLICIES),
    default: "ask",
    summary: "`auto`: published, and you are told. `ask`: waits for you. `review`: waits for the team.",
    projectMaySet: true,
    strictness: APPROVAL_POLICIES,
  },
  "model.provider": {
    schema: z.string().refine((text) => text === "auto" || isModelProvider(text), {
      error: `unknown; known are auto, ${MODEL_PROVIDERS.join(", ")}`,
    }),
    default: "auto",
    summary:
      "Whose language model is used; `auto`: AUTOSKILL_MODEL, then a provider whose key is set; `none`: no model.",
    projectMaySet: false,
  },
  "model.name": {
    schema: z.string(),
    default: "",
    summary: "The model; `deepseek:deepseek-chat` names its provider too. Empty: the provider's usual one.",
    projectMaySet: false,
  },
  "model.baseUrl": {
    schema: z.string(),
    default: "",
    summary: "Address of the service, e.g. http://127.0.0.1:11434/v1. Empty: the provider's own.",
    projectMaySet: false,
  },
  "model.apiKeyVariable": {
    schema: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$|^$/, { error: "the name of a variable, not the key itself" }),
    default: "",
    summary: "Environment variable with the API key. Empty: AUTOSKILL_API_KEY, then the provider's usual ones.",
    projectMaySet: false,
  },
  "model.agentCli": {
    schema: z.enum(["ask", "yes", "no"]),
    default: "ask",
    summary: "Whether an installed agent (claude, codex, gemini, qwen) may be the model where there is no other.",
    projectMaySet: false,
  },
  "model.timeoutSeconds": {
    // Connections are given up after five minutes without a byte, whatever is asked for.
    schema: z.number().min(1).max(300),
    default: 120,
    summary: "Longest wait for one answer of a model.",
    projectMaySet: false,
  },
  "model.contextTokens": {
    schema: z.number().int().min(0).max(100_000_000),
    default: 0,
    summary: "What the model takes in one request. 0: what is known of it by its name, else 100,000.",
    projectMaySet: false,
  },
  "agent.condenseAt": {
    schema: z.number().min(0.1).max(1),
    default: 0.8,
    summary: "The share of what the model takes from which `run` and `chat` condense what was said before.",
    projectMaySet: false,
  },
  "model.prices": {
    schema: z.record(z.string(), modelPriceSchema),
    default: {},
    summary: "By model: {input, output, cachedInput?} for a million tokens, to see costs in `usage`. Edit the file.",
    projectMaySet: false,
  },
} as const;

export type ConfigurationKey = keyof typeof CONFIGURATION_KEYS;
export const configurationKeys = Object.keys(CONFIGURATION_KEYS) as [ConfigurationKey, ...ConfigurationKey[]];

export type Configuration = {
  [Key in ConfigurationKey]: z.output<(typeof CONFIGURATION_KEYS)[Key]["schema"]>;
};

export interface ConfigurationEntry {
  key: ConfigurationKey;
  value: unknown;
  /** `user_for_project`: the person's own file, for this project alone. */
  origin: "default" | "user" | "user_for_project" | "project";
  summary: string;
}

/**
 * All settings as they hold here, with where each comes from.
 *
 * @throws AutoskillError `CONFIG_INVALID` when a file is not JSON or a value does not fit.
 */
export async function listConfiguration(
  context: OperationContext,
  projectRoot?: string,
): Promise<ConfigurationEntry[]> {
  const userFile = configurationFile(context, undefined);
  const userDocument = await readDocument(userFile);
  const user = valuesIn(userDocument, userFile);
  const [project, userForProject] =
    projectRoot === undefined
      ? [{}, {}]
      : [
          await readConfigurationFile(configurationFile(context, projectRoot)),
          valuesIn(await userDocumentFor(userDocument, projectRoot), userFile),
        ];
  return configurationKeys.map((key) => {
    const definition = CONFIGURATION_KEYS[key];
    const { summary } = definition;
    let entry: ConfigurationEntry = { key, value: definition.default, origin: "default", summary };
    if (user[key] !== undefined) entry = { key, value: user[key], origin: "user", summary };
    const strictness: readonly unknown[] | undefined = "strictness" in definition ? definition.strictness : undefined;
    if (strictness !== undefined && userForProject[key] !== undefined) {
      entry = { key, value: userForProject[key], origin: "user_for_project", summary };
    }
    const fromProject = definition.projectMaySet ? project[key] : undefined;
    const loosens = strictness !== undefined && strictness.indexOf(fromProject) <= strictness.indexOf(entry.value);
    return fromProject === undefined || loosens ? entry : { key, value: fromProject, origin: "project", summary };
  });
}

/** What a person set in their own file for one project. */
async function userDocumentFor(
  document: Record<string, unknown>,
  projectRoot: string,
): Promise<Record<string, unknown>> {
  const own = readPath(document, ["projects", await realRoot(projectRoot)]);
  return isRecord(own) ? own : {};
}

/** A project that is reached through a link is the same project. */
function realRoot(projectRoot: string): Promise<string> {
  return realpath(projectRoot).catch(() => resolve(projectRoot));
}

/** The settings as one typed record. @throws AutoskillError `CONFIG_INVALID` */
export async function loadConfiguration(context: OperationContext, projectRoot?: string): Promise<Configuration> {
  const entries = await listConfiguration(context, projectRoot);
  return Object.fromEntries(entries.map((entry) => [entry.key, entry.value])) as Configuration;
}

/**
 * Sets one value in the person's file, or the project's; `approval` for a project in the person's. `null` takes it out.
 *
 * @throws AutoskillError `INVALID_INPUT` for a value that does not fit, `CONFIG_INVALID`, `CONFIG_NOT_FOR_PROJECT`,
 *   `PROJECT_NOT_FOUND`
 */
export async function setConfiguration(
  context: OperationContext,
  key: ConfigurationKey,
  value: unknown,
  projectRoot?: string,
): Promise<{ file: string }> {
  const definition = CONFIGURATION_KEYS[key];
  if (projectRoot !== undefined && !definition.projectMaySet) {
    throw new AutoskillError({
      code: "CONFIG_NOT_FOR_PROJECT",
      message: `${key} can only be set for yourself, not by a project.`,
      next: `Run \`autoskill config set ${key} …\` without --project.`,
    });
  }
  if (projectRoot !== undefined && !(await isFolder(projectRoot))) {
    throw new AutoskillError({
      code: "PROJECT_NOT_FOUND",
      message: `${projectRoot} is not a folder.`,
      next: "Give the root of a project, or leave --project out to set it for yourself.",
    });
  }
  const personal = projectRoot === undefined || "strictness" in definition;
  const file = configurationFile(context, personal ? undefined : projectRoot);
  const document = await readDocument(file);
  const prefix = personal && projectRoot !== undefined ? ["projects", await realRoot(projectRoot)] : [];
  const path = [...prefix, ...key.split(".")];
  if (value === null) deletePath(document, path);
  else writePath(document, path, parseValue(key, value, unfit));
  makeFolder(dirname(file), personal ? 0o700 : 0o755);
  await writeFileAtomic(file, `${JSON.stringify(document, null, 2)}\n`);
  return { file };
}

function configurationFile(context: OperationContext, projectRoot: string | undefined): string {
  return projectRoot === undefined ? join(context.home, "config.json") : join(projectRoot, ".autoskill", "config.json");
}

async function readConfigurationFile(file: string): Promise<Partial<Record<ConfigurationKey, unknown>>> {
  return valuesIn(await readDocument(file), file);
}

function valuesIn(document: Record<string, unknown>, file: string): Partial<Record<ConfigurationKey, unknown>> {
  const values: Partial<Record<ConfigurationKey, unknown>> = {};
  for (const key of configurationKeys) {
    const value = readPath(document, key.split("."));
    if (value !== undefined) values[key] = parseValue(key, value, (problem) => invalid(file, problem));
  }
  return values;
}

async function readDocument(file: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw invalid(file, (error as Error).message, error);
  }
  try {
    const document: unknown = JSON.parse(text);
    if (isRecord(document)) return document;
  } catch (error) {
    throw invalid(file, (error as Error).message, error);
  }
  throw invalid(file, "not a JSON object");
}

function parseValue(key: ConfigurationKey, value: unknown, refusal: (problem: string) => AutoskillError): unknown {
  const parsed = CONFIGURATION_KEYS[key].schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(`${key}: ${z.prettifyError(parsed.error).replaceAll(/\s+/g, " ").replace("✖ ", "")}`);
}

function unfit(problem: string): AutoskillError {
  return new AutoskillError({
    code: "INVALID_INPUT",
    message: `The value does not fit ${problem}`,
    next: "docs/cli.md lists what each key takes.",
  });
}

function invalid(file: string, problem: string, cause?: unknown): AutoskillError {
  return new AutoskillError({
    code: "CONFIG_INVALID",
    message: `Settings in ${file} do not hold: ${problem}`,
    next: "Correct the file with an editor, or delete it; docs/cli.md lists what each key takes.",
    cause,
  });
}

async function isFolder(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status?.isDirectory() ?? false;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readPath(document: Record<string, unknown>, path: string[]): unknown {
  let value: unknown = document;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function writePath(document: Record<string, unknown>, path: string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) document[key] = value;
  else {
    const inner = isRecord(document[key]) ? document[key] : {};
    document[key] = inner;
    writePath(inner, rest, value);
  }
}

function deletePath(document: Record<string, unknown>, path: string[]): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) delete document[key];
  else if (isRecord(document[key])) deletePath(document[key], rest);
}
