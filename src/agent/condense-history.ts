/**
 * A conversation that outgrows its model, made shorter: older turns become one condensed record, the newest messages stay as
 * they are.
 *
 * Contract: the record is made from the session's file, which holds everything, so that condensing again condenses nothing
 * twice. What comes out is a conversation that any service takes: it begins with the user, and every call that is left has
 * its results. The newest message of the user is always whole.
 */
import { estimateTokens } from "../base/index.ts";
import type { ModelMessage } from "../model/index.ts";
import {
  type CondensedSession,
  condenseSession,
  LEAST_MAX_TOKENS,
  type Message,
  messageText,
  type Session,
} from "../session/index.ts";
import { joinUserText } from "./history.ts";

/** Shares of what the model takes. What is left over is room to work in until it is time again. */
const RECENT = 0.25;
/** What was called last is worth more room: without it the model would call the same again. */
const NEWEST = 0.5;
const RECORD = 0.25;
const MOST_RECORD_TOKENS = 24_000;
/** Record and newest messages together, where what the person said needs the room. */
const MOST = 0.7;
/** The request that is being worked on is put again, as it was, where it takes no more. */
const REQUEST = 0.15;

export interface CondensedHistory {
  messages: ModelMessage[];
  /** Messages of the session that the record stands for. */
  condensed: number;
}

/**
 * @param session all that the file holds, the newest of `messages` included
 * @param room tokens, estimated, that the messages may have at most
 * @returns `undefined` where nothing older than the newest messages is there, or the room is too small for a record
 */
export async function condenseHistory(
  session: Session,
  messages: readonly ModelMessage[],
  room: number,
): Promise<CondensedHistory | undefined> {
  const start = recentFrom(messages, room);
  const recent = messages.slice(start);
  const recordTokens = Math.floor(Math.min(MOST_RECORD_TOKENS, room * RECORD));
  if (start === 0 || recordTokens < LEAST_MAX_TOKENS) return undefined;
  const end = endOfOlder(
    session.messages,
    recent.map(({ role }) => role),
  );
  if (end === undefined || end === 0) return undefined;
  const older = session.messages.slice(0, end);
  const { text } = await recordOf(session, older, recordTokens, Math.floor(room * MOST - sizeOf(recent)));
  const [first, ...rest] = recent;
  const underWay = recent.some(({ role }) => role === "user") ? "" : requestIn(older, room * REQUEST);
  const record = joinUserText([PREFACE, text.trim(), underWay === "" ? "" : `${UNDER_WAY}\n\n${underWay}`]);
  return {
    messages:
      first?.role === "user"
        ? [{ role: "user", text: joinUserText([record, first.text]) }, ...rest]
        : [{ role: "user", text: record }, ...recent],
    condensed: older.length,
  };
}

/** Within the usual bound; where that would cut the person's words, within the wide one. */
async function recordOf(header: Session, messages: Message[], usual: number, wide: number): Promise<CondensedSession> {
  const within = (maxTokens: number) => condenseSession({ header, messages }, { maxTokens, reader: "participant" });
  const condensed = await within(usual);
  const isWhole = condensed.turns.every((turn) =>
    turn.messages.every(({ kind, shown }) => kind !== "person" || shown === "whole"),
  );
  return isWhole || wide <= usual ? condensed : within(wide);
}

const PREFACE =
  "[Put here by the program: what was said before was condensed to make room; the record of it follows. What the user said in it still holds. Where something is cut that you need, read the file or run the command again.]";
const UNDER_WAY = "[The user's request that was being worked on then, as it was put:]";

/** Where the newest messages begin that stay as they are: a place that a conversation can go on from. */
function recentFrom(messages: readonly ModelMessage[], room: number): number {
  let start = messages.length;
  let tokens = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined) break;
    tokens += tokensOfMessage(message);
    if (message.role === "tool") continue;
    const isNewest = start === messages.length;
    const fits = tokens <= room * (isNewest ? NEWEST : RECENT);
    if (!fits && !(isNewest && message.role === "user")) break;
    start = index;
  }
  return start;
}

/**
 * How many messages of the session come before those that became the newest of the conversation: a run of person and host
 * messages is one of the user's, a run of results one of the tool's. `undefined` where the two do not agree.
 */
function endOfOlder(messages: readonly Message[], roles: readonly ModelMessage["role"][]): number | undefined {
  let end = messages.length;
  for (const role of roles.toReversed()) {
    const before = end;
    for (; end > 0; end--) {
      const message = messages[end - 1];
      if (message === undefined || message.compaction === true) continue;
      if (roleOf(message) !== role) break;
      if (role === "assistant") {
        end -= 1;
        break;
      }
    }
    if (end === before) return undefined;
  }
  return end;
}

function roleOf({ origin }: Message): ModelMessage["role"] {
  if (origin === "tool") return "tool";
  return origin === "model" ? "assistant" : "user";
}

/** The last of the user's messages with what was put before it, or without, or nothing: what fits. */
function requestIn(messages: readonly Message[], room: number): string {
  const end = messages.findLastIndex(({ origin }) => origin === "person");
  if (end < 0) return "";
  let start = end;
  while (start > 0 && isOfUser(messages[start - 1])) start -= 1;
  const all = messages.slice(start, end + 1).filter(({ compaction }) => compaction !== true);
  const ways = [all, all.filter(({ origin }) => origin === "person")];
  return ways.map((way) => joinUserText(way.map(messageText))).find((text) => estimateTokens(text) <= room) ?? "";
}

function isOfUser(message: Message | undefined): boolean {
  return message !== undefined && roleOf(message) === "user";
}

const counted = new WeakMap<ModelMessage, number>();
/** What a service adds to each message, about. */
const FRAME_TOKENS = 8;

/** Estimated; once for each message, for a long conversation is measured before every request. */
function tokensOfMessage(message: ModelMessage): number {
  let tokens = counted.get(message);
  if (tokens === undefined) {
    tokens = FRAME_TOKENS + estimateTokens(textOfMessage(message));
    counted.set(message, tokens);
  }
  return tokens;
}

export function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 0);
}

function textOfMessage(message: ModelMessage): string {
  switch (message.role) {
    case "user":
      return message.text;
    case "assistant":
      return JSON.stringify(message.providerContent?.parts ?? [message.text, message.toolCalls ?? []]);
    case "tool":
      return message.results.map(({ id, output }) => `${id} ${output}`).join("\n");
  }
}
