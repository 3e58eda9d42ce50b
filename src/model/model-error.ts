/** The failures of language models, told apart by code. */
import { AutoskillError } from "../base/index.ts";

export type ModelErrorCode =
  /** 429, or out of quota for now. */
  | "MODEL_RATE_LIMITED"
  /** 5xx: the provider's trouble. */
  | "MODEL_OVERLOADED"
  | "MODEL_TIMEOUT"
  /** 401 or 403: the key is missing, wrong or not allowed. */
  | "MODEL_AUTHENTICATION"
  /** No answer at all: no such host, refused, cut off. */
  | "MODEL_UNREACHABLE"
  /** The provider or the model will not do this: another 4xx, or a refusal. */
  | "MODEL_REFUSED"
  /** The conversation has more tokens than the model takes. */
  | "MODEL_CONTEXT_FULL"
  | "MODEL_CANCELLED"
  /** The token budget or the deadline of the whole work is used up. */
  | "MODEL_BUDGET"
  /** An answer came that cannot be used. */
  | "MODEL_OUTPUT_INVALID"
  | "NO_MODEL";

export interface ModelErrorDetails {
  expected?: string;
  found?: string;
  cause?: unknown;
  /** How long the provider asks to wait. */
  retryAfterMs?: number;
  /** The window that the provider names, in tokens. */
  contextTokens?: number;
}

const NEXT: Record<ModelErrorCode, string> = {
  MODEL_RATE_LIMITED: "Wait, or choose another model with `autoskill config set model.name …`.",
  MODEL_OVERLOADED: "Try again later; `autoskill model --check` tells when the provider answers again.",
  MODEL_TIMEOUT: "Try again, or allow more time with `autoskill config set model.timeoutSeconds …`.",
  MODEL_AUTHENTICATION: "Check the API key; `autoskill model` shows where it is taken from.",
  MODEL_UNREACHABLE: "Check the network and the base URL; `autoskill model` shows which is used.",
  MODEL_REFUSED: "Check the model's name and the request; `autoskill model --check` makes the smallest one.",
  MODEL_CONTEXT_FULL:
    "Begin a new session, choose a model with a larger window, or name the window with `autoskill config set model.contextTokens …`.",
  MODEL_CANCELLED: "Run the same command again.",
  MODEL_BUDGET: "Raise the budget, or give the model less to do.",
  MODEL_OUTPUT_INVALID: "Try again, or choose a stronger model with `autoskill config set model.name …`.",
  NO_MODEL: "Run `autoskill model` to see how to set one up; all that needs no model works without.",
};

const waits = new WeakMap<AutoskillError, number>();
const windows = new WeakMap<AutoskillError, number>();

/** @example throw modelError("MODEL_TIMEOUT", "The model did not answer within 120 seconds.") */
export function modelError(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}): AutoskillError {
  const { retryAfterMs, contextTokens, ...rest } = details;
  const error = new AutoskillError({ code, message, next: NEXT[code], ...rest });
  if (retryAfterMs !== undefined) waits.set(error, retryAfterMs);
  if (contextTokens !== undefined) windows.set(error, contextTokens);
  return error;
}

/** How long the provider asked to wait, in milliseconds, where it did. */
export function retryAfterOf(error: unknown): number | undefined {
  return AutoskillError.isInstance(error) ? waits.get(error) : undefined;
}

/** How many tokens the model takes, where the provider said so when it refused. */
export function namedContextTokens(error: AutoskillError): number | undefined {
  return windows.get(error);
}
