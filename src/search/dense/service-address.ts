import { AutoskillError } from "../../base/index.ts";

/**
 * The address of a service, checked: http or https without user name, and a key only over https or to this machine.
 * No trailing slash.
 *
 * @throws AutoskillError `EMBEDDER_URL_INVALID`, `EMBEDDER_URL_INSECURE`.
 */
export function serviceAddress(url: string, hasKey: boolean): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw invalid();
  }
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "" || parsed.search !== "") {
    throw invalid();
  }
  if (hasKey && parsed.protocol === "http:" && !isLoopback(parsed.hostname)) {
    throw new AutoskillError({
      code: "EMBEDDER_URL_INSECURE",
      message: `A key would go to ${parsed.host} unencrypted.`,
      next: "Use an https address, or leave the key out where the service needs none.",
    });
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function invalid(): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_URL_INVALID",
    message: "The address of the embedding service is not usable.",
    next: "Give an http or https address without user name and query, e.g. http://127.0.0.1:11434.",
  });
}
