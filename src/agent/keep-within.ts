/**
 * Watches the size of a conversation: condenses it when it takes a share of what the model takes, or when the service says
 * that it is too long.
 *
 * Contract: never in the way. Where it cannot be condensed, it goes on as it is, and a notice says why.
 */
import { errorToJson } from "../base/index.ts";
import { type CondenseRequest, type ModelMessage, namedContextTokens } from "../model/index.ts";
import { loadSessions } from "../session/index.ts";
import { condenseHistory, sizeOf } from "./condense-history.ts";
import type { AgentEvent } from "./events.ts";
import type { SessionFile } from "./session-file.ts";

export interface ContextWindow {
  /** What the model takes in one request. */
  tokens: number;
  /** The share of it from which the conversation is condensed, 0 to 1. */
  condenseAt: number;
}

/** `fixedTokens`: of the system prompt and the tools. */
export type KeepWithin = (request: CondenseRequest, fixedTokens: number) => Promise<ModelMessage[] | undefined>;

export function keepWithin(window: ContextWindow, file: SessionFile, emit: (event: AgentEvent) => void): KeepWithin {
  let windowTokens = window.tokens;

  return async ({ messages, counted, full }, fixedTokens) => {
    const estimated = fixedTokens + sizeOf(messages);
    const known = counted === undefined ? 0 : counted.tokens + sizeOf(messages.slice(counted.messages));
    const tokens = Math.max(estimated, known);
    if (full !== undefined) windowTokens = Math.min(windowTokens, tokens, namedContextTokens(full) ?? tokens);
    else if (tokens <= windowTokens * window.condenseAt) return undefined;
    // Where the service counts more than the estimate, the estimate has to stay below what it would allow.
    const room = Math.floor((windowTokens * estimated) / tokens) - fixedTokens;
    try {
      const [session] = (await loadSessions(file.path)).sessions;
      const shorter = session === undefined ? undefined : await condenseHistory(session, messages, room);
      const after = shorter === undefined ? estimated : fixedTokens + sizeOf(shorter.messages);
      if (shorter === undefined || after >= estimated) return undefined;
      const event = { messages: shorter.condensed, tokensBefore: estimated, tokensAfter: after };
      file.append({ type: "condensed", text: inWords(event) });
      emit({ type: "condensed", why: full === undefined ? "near_limit" : "refused_as_too_long", ...event });
      return shorter.messages;
    } catch (error) {
      emit({ type: "notice", text: `The conversation could not be condensed: ${errorToJson(error).message}` });
      return undefined;
    }
  };
}

function inWords({
  messages,
  tokensBefore,
  tokensAfter,
}: {
  messages: number;
  tokensBefore: number;
  tokensAfter: number;
}) {
  return `The conversation was condensed for the model: ${messages} messages up to here became a record; about ${tokensBefore} tokens became ${tokensAfter}.`;
}
