/** Failures of the AI SDK's providers as ours. They are recognised by shape: their classes would have to be loaded. */
import { AutoskillError, readRetryAfter, redactText } from "../../base/index.ts";
import { contextTokensIn, saysContextIsFull } from "../context-window.ts";
import { type ModelErrorCode, type ModelErrorDetails, modelError } from "../model-error.ts";

const LONGEST_MESSAGE = 400;

export interface ApiFailureContext {
  /** `deepseek-chat at api.deepseek.com` */
  who: string;
  /** Never to be shown, not even in part of a message. */
  apiKey: string | undefined;
  now: Date;
}

/** Any failure of a call, as an `AutoskillError` with a `ModelErrorCode`. */
export function apiError(error: unknown, context: ApiFailureContext): AutoskillError {
  if (AutoskillError.isInstance(error)) return error;
  const { statusCode, responseHeaders, responseBody } = shapeOf(error);
  const say = (code: ModelErrorCode, text: string, details: ModelErrorDetails = {}): AutoskillError =>
    modelError(code, withoutSecrets(`${context.who} ${text}`, context.apiKey), details);

  if (statusCode !== undefined && statusCode >= 300 && statusCode < 400)
    return say("MODEL_REFUSED", `answered ${statusCode} and another address, which is not followed.`);
  if (statusCode !== undefined && statusCode >= 400) {
    const retryAfterMs = readRetryAfter((name) => responseHeaders[name], responseBody ?? "", context.now);
    const reason = reasonOf(error, responseBody);
    const said = `${reason} ${responseBody ?? ""}`;
    if (saysContextIsFull(statusCode, said)) return contextFull(`answered ${statusCode}: ${reason}`, said, say);
    return say(codeOfStatus(statusCode), `answered ${statusCode}${reason === "" ? "" : `: ${reason}`}`, {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  if (causeHas(error, ({ code }) => code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT"))
    return say("MODEL_TIMEOUT", "sent nothing for so long that the connection was given up.");
  if (causeHas(error, isCutOff)) return say("MODEL_UNREACHABLE", "cut the answer off.");
  if (statusCode !== undefined || isUnreadable(error)) {
    return say("MODEL_OUTPUT_INVALID", `sent an answer that cannot be read: ${reasonOf(error, responseBody)}`);
  }
  const streamed = streamedError(error);
  if (streamed !== undefined && saysContextIsFull(undefined, streamed.message))
    return contextFull(`ended the answer: ${streamed.message}`, streamed.message, say);
  if (streamed !== undefined) return say(streamed.code, `ended the answer: ${streamed.message}`);
  if (isRecord(error) && error.name === "AI_UnsupportedFunctionalityError")
    return say("MODEL_REFUSED", messageOf(error));
  return say("MODEL_UNREACHABLE", `cannot be reached: ${messageOf(error)}`);
}

function contextFull(
  text: string,
  said: string,
  say: (code: ModelErrorCode, text: string, details: ModelErrorDetails) => AutoskillError,
): AutoskillError {
  const contextTokens = contextTokensIn(said);
  return say("MODEL_CONTEXT_FULL", text, contextTokens === undefined ? {} : { contextTokens });
}

export function codeOfStatus(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return "MODEL_AUTHENTICATION";
  if (status === 408) return "MODEL_TIMEOUT";
  if (status === 429) return "MODEL_RATE_LIMITED";
  return status >= 500 ? "MODEL_OVERLOADED" : "MODEL_REFUSED";
}

/** @returns `text` without the key or anything that looks like a secret, on one line, cut to 400 characters */
export function withoutSecrets(text: string, apiKey: string | undefined): string {
  const safe = apiKey === undefined || apiKey === "" ? text : text.replaceAll(apiKey, "[redacted:api-key]");
  const line = redactText(safe).replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST_MESSAGE ? line : `${line.slice(0, LONGEST_MESSAGE)}…`;
}

function shapeOf(error: unknown): {
  statusCode?: number;
  responseHeaders: Record<string, string>;
  responseBody?: string;
} {
  if (!isRecord(error)) return { responseHeaders: {} };
  return {
    ...(typeof error.statusCode === "number" ? { statusCode: error.statusCode } : {}),
    ...(typeof error.responseBody === "string" ? { responseBody: error.responseBody } : {}),
    responseHeaders: isRecord(error.responseHeaders) ? (error.responseHeaders as Record<string, string>) : {},
  };
}

/** What the service says; its body where the provider could not read a message out of it. */
function reasonOf(error: unknown, body: string | undefined): string {
  const message = messageOf(error);
  const said = /<html|<!doctype/i.test(body ?? "") || body === undefined ? "" : body.trim();
  if (said === "" || said.includes(message) || said.startsWith("{")) return message;
  return `${message} (${said.slice(0, LONGEST_MESSAGE)})`;
}

/** Errors that come as an event of the stream: `{type, message}` or `{code, message}`. */
function streamedError(error: unknown): { code: ModelErrorCode; message: string } | undefined {
  const inner = isRecord(error) && isRecord(error.error) ? error.error : error;
  if (!isRecord(inner) || inner instanceof Error || typeof inner.message !== "string") return undefined;
  const kind = `${String(inner.type ?? "")} ${String(inner.code ?? "")}`;
  if (/rate_limit|429/.test(kind)) return { code: "MODEL_RATE_LIMITED", message: inner.message };
  if (/authentication|permission|401|403/.test(kind)) return { code: "MODEL_AUTHENTICATION", message: inner.message };
  if (/invalid_request|not_found|400|404/.test(kind)) return { code: "MODEL_REFUSED", message: inner.message };
  return { code: "MODEL_OVERLOADED", message: inner.message };
}

/** What went wrong with a connection lies below what it was taken for further up. */
function causeHas(error: unknown, is: (cause: NodeJS.ErrnoException) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (is(cause)) return true;
  return false;
}

/** The connection ended in the middle of the body. */
function isCutOff({ message, code }: NodeJS.ErrnoException): boolean {
  return message === "terminated" || code === "ECONNRESET" || code === "UND_ERR_SOCKET";
}

function isUnreadable(error: unknown): boolean {
  return (
    isRecord(error) &&
    ["AI_JSONParseError", "AI_TypeValidationError", "AI_NoContentGeneratedError"].includes(String(error.name))
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) {
    const said = isRecord(error) ? error.message : error;
    return typeof said === "string" ? said : "no reason given";
  }
  const cause = error.cause instanceof Error && !error.message.includes(error.cause.message) ? error.cause.message : "";
  return cause === "" ? error.message : `${error.message} (${cause})`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
