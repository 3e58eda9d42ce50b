/**
 * Which model is used, and why: the settings, then `AUTOSKILL_*`, then the providers' usual variables, then an installed
 * agent CLI if the person said yes, else none.
 *
 * Contract:
 * - The first of these that says anything decides. A choice that cannot work (no key, no name) is not replaced by the
 *   next: a session must not go to a service that nobody chose.
 * - A key goes only to the service that it is for: a provider's own variable is read for that provider alone.
 * - Nothing is sent, and neither `why` nor a candidate holds a key or a password.
 */
import { type Clock, systemClock } from "../../base/index.ts";
import { AGENT_CLIS, type AgentCliName, agentCliNamed } from "../agent-cli/agent-clis.ts";
import { createAgentCliModel } from "../agent-cli/cli-model.ts";
import { findProgram } from "../agent-cli/find-program.ts";
import { CHILD_MARKER } from "../agent-cli/run-program.ts";
import { createApiModel } from "../api/api-model.ts";
import { shownBaseUrl } from "../base-url.ts";
import type { LanguageModel } from "../model.ts";
import { type Environment, type NamedApi, resolveApi } from "./resolve-api.ts";
import { VENDORS } from "./vendors.ts";

export interface ModelSettings {
  /** `auto`, `none`, a provider, a vendor or an agent CLI. Default `auto`. */
  provider?: string;
  /** A model's name; `<provider>:<name>` names both. */
  name?: string;
  baseUrl?: string;
  /** Name of the environment variable that holds the key. */
  apiKeyVariable?: string;
  /** What the person said about installed agent CLIs. Default `ask`. */
  agentCli?: "ask" | "yes" | "no";
  /** For one attempt where a request does not say, in milliseconds. Default 120,000. */
  timeoutMs?: number;
}

export type ModelSource = "settings" | "environment" | "usual variables" | "agent cli";

export interface ModelCandidate {
  from: ModelSource;
  id: string;
  usable: boolean;
  why: string;
  /** Without credentials. */
  baseUrl?: string;
  /** The variable that the key is read from. */
  keyFrom?: string;
}

export interface ModelChoice {
  model: LanguageModel | undefined;
  why: string;
  /** The first is the one that decided, where there is any. */
  candidates: ModelCandidate[];
}

interface Found {
  candidate: ModelCandidate;
  create?: () => LanguageModel;
}

/** What every part of the choice looks at. */
interface Surroundings {
  environment: Environment;
  clock: Clock;
  timeoutMs: { timeoutMs?: number };
}

export async function chooseModel(
  settings: ModelSettings,
  environment: Environment,
  options: { clock?: Clock } = {},
): Promise<ModelChoice> {
  if (environment[CHILD_MARKER]) {
    return none("This runs inside an agent that autoskill itself started, which gets no model.");
  }
  const around: Surroundings = {
    environment,
    clock: options.clock ?? systemClock,
    timeoutMs: settings.timeoutMs === undefined ? {} : { timeoutMs: settings.timeoutMs },
  };
  const named = await findNamed(settings, around);
  if (named !== undefined) return choiceOf([named]);
  const found = [...findUsual(around), ...(await findAgentClis(settings.agentCli ?? "ask", around))];
  const first = found.find(({ candidate }) => candidate.usable);
  return choiceOf(first === undefined ? found : [first, ...found.filter((other) => other !== first)]);
}

function choiceOf(found: Found[]): ModelChoice {
  const [first] = found;
  if (first === undefined) return none("No model is configured, no key is set, and no agent CLI is installed.");
  return {
    model: first.candidate.usable ? first.create?.() : undefined,
    why: first.candidate.why,
    candidates: found.map(({ candidate }) => candidate),
  };
}

function none(why: string): ModelChoice {
  return { model: undefined, why, candidates: [] };
}

/** What the settings, or else `AUTOSKILL_*`, say. */
async function findNamed(settings: ModelSettings, around: Surroundings): Promise<Found | undefined> {
  const { provider = "auto", name, baseUrl, apiKeyVariable } = settings;
  if (provider !== "auto" || name !== undefined || baseUrl !== undefined) {
    return await resolve(
      "settings",
      {
        ...splitName(provider, name),
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(apiKeyVariable === undefined ? {} : { apiKeyVariable }),
      },
      around,
    );
  }
  const { AUTOSKILL_MODEL, AUTOSKILL_BASE_URL, AUTOSKILL_API_KEY } = around.environment;
  if (!AUTOSKILL_MODEL && !AUTOSKILL_BASE_URL && !AUTOSKILL_API_KEY) return undefined;
  return await resolve(
    "environment",
    {
      ...splitName("auto", AUTOSKILL_MODEL || undefined),
      ...(AUTOSKILL_BASE_URL ? { baseUrl: AUTOSKILL_BASE_URL } : {}),
    },
    around,
  );
}

async function resolve(from: "settings" | "environment", named: NamedApi, around: Surroundings): Promise<Found> {
  const { provider, name } = named;
  const said = from === "settings" ? "Your settings name it." : "The AUTOSKILL_ variables name it.";
  if (provider === "none") return unusable(from, "none", said.replace("name it", "say that there is to be none"));
  const cli = agentCliNamed(provider ?? "");
  if (cli === undefined) return apiFound(from, named, said, around);
  const { program } = cli;
  const path = await findProgram(program, around.environment);
  const id = name === undefined ? cli.name : `${cli.name}:${name}`;
  if (path === undefined) return unusable(from, id, `\`${program}\` is not on the PATH.`);
  return agentCliFound({ from, id, usable: true, why: said }, { name: cli.name, path, model: name }, around);
}

/** `deepseek:deepseek-chat` names both; `qwen3:8b` is a name alone, since `qwen3` is no provider. */
function splitName(provider: string, name: string | undefined): NamedApi {
  if (provider !== "auto") return { provider, ...(name === undefined ? {} : { name }) };
  if (name === undefined) return {};
  const [prefix = "", ...rest] = name.split(":");
  if (!isModelProvider(prefix)) return { name };
  return { provider: prefix, ...(rest.length === 0 ? {} : { name: rest.join(":") }) };
}

/** All that `model.provider` can be besides `auto`. */
export const MODEL_PROVIDERS: readonly string[] = [
  "none",
  "openai-compatible",
  ...VENDORS.map(({ name }) => name),
  ...AGENT_CLIS.map(({ name }) => name),
];

export function isModelProvider(text: string): boolean {
  return MODEL_PROVIDERS.includes(text);
}

function findUsual(around: Surroundings): Found[] {
  return VENDORS.flatMap((vendor) => {
    const keyFrom = vendor.keyVariables.find((variable) => around.environment[variable]);
    if (keyFrom === undefined) return [];
    return [apiFound("usual variables", { provider: vendor.name }, `${keyFrom} is set.`, around)];
  });
}

async function findAgentClis(said: "ask" | "yes" | "no", around: Surroundings): Promise<Found[]> {
  const found: Found[] = [];
  for (const { name, program } of AGENT_CLIS) {
    const path = await findProgram(program, around.environment);
    if (path === undefined) continue;
    const why = {
      yes: `\`${program}\` is installed, and you said yes to using it.`,
      no: `\`${program}\` is installed, but you said no to using it.`,
      ask: `\`${program}\` is installed, but is not used before you say yes: \`autoskill model --agent-cli yes\`.`,
    }[said];
    if (said !== "yes") found.push(unusable("agent cli", name, why));
    else found.push(agentCliFound({ from: "agent cli", id: name, usable: true, why }, { name, path }, around));
  }
  return found;
}

function agentCliFound(
  candidate: ModelCandidate,
  { name, path, model }: { name: AgentCliName; path: string; model?: string | undefined },
  { environment, timeoutMs }: Surroundings,
): Found {
  return {
    candidate,
    create: () =>
      createAgentCliModel({ name, path, environment, ...timeoutMs, ...(model === undefined ? {} : { model }) }),
  };
}

function apiFound(from: ModelSource, named: NamedApi, why: string, around: Surroundings): Found {
  const resolved = resolveApi(named, around.environment);
  if ("problem" in resolved) return unusable(from, resolved.id, resolved.problem);
  const { settings, keyFrom } = resolved;
  return {
    candidate: {
      from,
      id: `${settings.provider}:${settings.model}`,
      usable: true,
      why,
      baseUrl: shownBaseUrl(settings.baseUrl),
      ...(keyFrom === undefined ? {} : { keyFrom }),
    },
    create: () => createApiModel({ ...settings, ...around.timeoutMs }, { clock: around.clock }),
  };
}

function unusable(from: ModelSource, id: string, why: string): Found {
  return { candidate: { from, id, usable: false, why } };
}
