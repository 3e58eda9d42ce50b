/** Base URLs as people write them: made whole for the provider, and safe to show. */
import { AutoskillError } from "../base/index.ts";
import type { ApiProviderName } from "./api/api-settings.ts";

/** What providers' own variables leave out, and what the services need. */
const VERSION_PATHS: Record<ApiProviderName, string> = {
  "openai-compatible": "/v1",
  anthropic: "/v1",
  google: "/v1beta",
};

/**
 * Adds the version path where it is missing and drops a slash at the end.
 *
 * @throws AutoskillError `INVALID_INPUT` when it is no http(s) URL or carries a query
 * @example completeBaseUrl("http://localhost:11434", "openai-compatible") // "http://localhost:11434/v1"
 */
export function completeBaseUrl(text: string, provider: ApiProviderName): string {
  const url = parseUrl(text);
  const path = url.pathname.replace(/\/+$/, "");
  const isOpenAi = provider === "openai-compatible";
  const hasVersion = isOpenAi ? path !== "" : /\/v\d+[a-z0-9]*$/.test(path);
  url.pathname = hasVersion ? path : path + VERSION_PATHS[provider];
  return url.href;
}

/** Without user, password, query and fragment. */
export function shownBaseUrl(text: string): string {
  const url = parseUrl(text);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
}

/** A user and password in the URL, as the header that carries them; `fetch` refuses them in the URL. */
export function splitCredentials(text: string): { baseUrl: string; authorization?: string } {
  const url = parseUrl(text);
  if (url.username === "" && url.password === "") return { baseUrl: text };
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  return { baseUrl: url.href, authorization: `Basic ${Buffer.from(credentials, "utf8").toString("base64")}` };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return url;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: "The base URL of the model is not one that can be used.",
    expected: "http(s)://host/path, without a query",
    next: "Correct `model.baseUrl` or AUTOSKILL_BASE_URL, e.g. http://127.0.0.1:11434/v1.",
  });
}
