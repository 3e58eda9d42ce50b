/** From what a person named to a service, its address, the key for it and a model, or what is missing. */
import { AutoskillError } from "../../base/index.ts";
import type { ApiModelSettings, ApiProviderName } from "../api/api-settings.ts";
import { completeBaseUrl } from "../base-url.ts";
import { VENDORS, type Vendor, vendorNamed } from "./vendors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface NamedApi {
  /** `openai-compatible` or a vendor's name. */
  provider?: string;
  name?: string;
  baseUrl?: string;
  apiKeyVariable?: string;
}

export type ResolvedApi =
  | { settings: ApiModelSettings & { baseUrl: string }; keyFrom?: string }
  | { id: string; problem: string };

export function resolveApi(named: NamedApi, environment: Environment): ResolvedApi {
  const { name } = named;
  const vendor = vendorOf(named);
  const provider = vendor?.provider ?? providerNamed(named);
  if (provider === undefined) {
    const problem = `The model ${name} could be anybody's: name the provider too, as in \`deepseek:${name}\`, or a base URL.`;
    return { id: name ?? "?", problem };
  }
  const model = name ?? firstSet(vendor?.modelVariables, environment)?.value ?? vendor?.defaultModel;
  const id = `${provider}:${model ?? "?"}`;
  if (model === undefined) return { id, problem: "No model is named: set `model.name` or AUTOSKILL_MODEL." };

  const address =
    named.baseUrl ??
    firstSet(vendor?.baseUrlVariables, environment)?.value ??
    vendor?.baseUrl ??
    vendorNamed("openai")?.baseUrl ??
    "";
  let baseUrl: string;
  try {
    baseUrl = completeBaseUrl(address, provider);
  } catch (error) {
    if (AutoskillError.isInstance(error)) return { id, problem: error.message };
    throw error;
  }
  const owner = vendor ?? VENDORS.find((other) => sameHost(other.baseUrl, baseUrl));
  const key = findKey(named, owner, environment);
  if (key === undefined && needsKey(owner, baseUrl, named)) {
    const variables = named.apiKeyVariable ?? ["AUTOSKILL_API_KEY", ...(owner?.keyVariables ?? [])].join(" or ");
    return { id, problem: `There is no key for it: set ${variables} in the environment.` };
  }
  return {
    settings: { provider, model, baseUrl, ...(key === undefined ? {} : { apiKey: key.value }) },
    ...(key === undefined ? {} : { keyFrom: key.variable }),
  };
}

/** The vendor that is named, or whose model it must be where there is no address. */
function vendorOf({ provider, name, baseUrl }: NamedApi): Vendor | undefined {
  if (provider !== undefined) return vendorNamed(provider);
  if (baseUrl !== undefined || name === undefined) return undefined;
  return VENDORS.find(({ modelPrefix }) => modelPrefix?.test(name));
}

/** An address without a provider speaks the common format; a key alone is taken for OpenAI's, as its own tools do. */
function providerNamed({ provider, name, baseUrl }: NamedApi): ApiProviderName | undefined {
  if (provider === "openai-compatible" || baseUrl !== undefined || name === undefined) return "openai-compatible";
  return undefined;
}

function findKey(
  named: NamedApi,
  owner: Vendor | undefined,
  environment: Environment,
): { variable: string; value: string } | undefined {
  if (named.apiKeyVariable !== undefined) return firstSet([named.apiKeyVariable], environment);
  return firstSet(["AUTOSKILL_API_KEY", ...(owner?.keyVariables ?? [])], environment);
}

/** The vendor's own service wants one; what stands at another address may not. */
function needsKey(owner: Vendor | undefined, baseUrl: string, named: NamedApi): boolean {
  if (named.apiKeyVariable !== undefined) return true;
  return owner !== undefined && owner.keyVariables.length > 0 && sameHost(owner.baseUrl, baseUrl);
}

function firstSet(
  variables: readonly string[] | undefined,
  environment: Environment,
): { variable: string; value: string } | undefined {
  for (const variable of variables ?? []) {
    const value = environment[variable];
    if (value) return { variable, value };
  }
  return undefined;
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host;
}
