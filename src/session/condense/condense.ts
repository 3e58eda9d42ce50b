/**
 * Condenses a session to a token budget: two passes over its messages, in memory that grows with their number only.
 *
 * What is kept, in this order: a person's words; failures that were overcome, with what overcame them; other failures; the
 * last words of each turn; checks that passed; calls; the rest. See `allot.ts` for how the room is shared.
 */
import { AutoskillError, PARTS_PER_TOKEN, sha256, tokenParts } from "../../base/index.ts";
import { type Allotment, allot, weightClasses } from "./allot.ts";
import { messageReading } from "./conversation.ts";
import { closing, opening } from "./headings.ts";
import { type Layout, layOut } from "./lay-out.ts";
import { createMeasure, type Measured } from "./measure.ts";
import type { CondensedMessage, CondensedSession, CondensedTurn, CondenseOptions, Conversation } from "./model.ts";
import { createWriter } from "./write-text.ts";

export const DEFAULT_MAX_TOKENS = 24_000;
export const LEAST_MAX_TOKENS = 500;
/** Beyond this nothing is ever cut. */
const MOST_MAX_TOKENS = 1e9;
/** Each halves what may be gained by another try. */
const TRIES = 14;

/**
 * @throws AutoskillError `INVALID_INPUT` for a budget under 500; `TRANSCRIPT_CHANGED` when the messages differ between the
 * two passes; whatever reading them throws.
 */
export async function condenseSession(
  conversation: Conversation,
  options: CondenseOptions = {},
): Promise<CondensedSession> {
  const maxTokens = Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, MOST_MAX_TOKENS);
  if (!(maxTokens >= LEAST_MAX_TOKENS)) throw tooSmall(maxTokens);
  const { header } = conversation;
  const read = messageReading(conversation);

  const measure = createMeasure(header);
  await read((message) => {
    measure.add(message);
    return true;
  });
  const measured = measure.finish();
  const totals = { turns: measured.turns, messages: measured.messages.length, characters: measured.characters };
  const first = opening(header, totals, options.reader);
  const most = totals.messages;
  const longest = closing({ whole: most, cut: most, omitted: most, characters: totals.characters }, totals);
  const frame = partsOf([...first, longest]);
  const { allotment, layout } = fitInto(measured, Math.floor(maxTokens) * PARTS_PER_TOKEN - frame);

  const writer = createWriter(header, measured, allotment, layout);
  let written = 0;
  await read((message) => {
    if (written === most) return false;
    if (!writer.add(message)) return false;
    written += 1;
    return written < most;
  });
  if (written < most) throw changed();
  const { lines, messages, hidden } = writer.finish();
  const count = (shown: CondensedMessage["shown"]) => messages.filter((message) => message.shown === shown).length;
  const last = closing(
    { whole: count("whole"), cut: count("cut"), omitted: count("omitted"), characters: hidden },
    totals,
  );
  const all = [...first, ...lines, last];
  const text = `${all.join("\n")}\n`;
  const turns = turnsOf(messages);
  return {
    text,
    tokens: Math.ceil(partsOf(all) / PARTS_PER_TOKEN),
    turns,
    cut: {
      turns: turns.filter((turn) => turn.messages.every((message) => message.shown === "omitted")).length,
      messages: messages.filter((message) => message.shown !== "whole").length,
      characters: hidden,
    },
    digest: sha256(text),
  };
}

/** The most that fits: what is shown and what the frame must say about the rest depend on each other. */
function fitInto(measured: Measured, room: number): { allotment: Allotment; layout: Layout } {
  const classes = weightClasses(measured.messages);
  const attempt = (offered: number) => {
    const allotment = allot(classes, offered);
    const layout = layOut(measured, allotment);
    let parts = layout.parts;
    for (const given of allotment.values()) parts += given;
    return { allotment, layout, fits: parts <= room };
  };
  let best = attempt(room);
  if (best.fits) return best;
  let low = 0;
  let high = room;
  best = attempt(0);
  for (let tries = 0; tries < TRIES; tries++) {
    const middle = Math.floor((low + high) / 2);
    const tried = attempt(middle);
    if (tried.fits) {
      best = tried;
      low = middle;
    } else high = middle;
  }
  return best;
}

function turnsOf(messages: readonly CondensedMessage[]): CondensedTurn[] {
  const turns: CondensedTurn[] = [];
  for (const message of messages) {
    const id = `T${message.pointer.turn}`;
    const last = turns.at(-1);
    if (last?.id === id) last.messages.push(message);
    else turns.push({ id, messages: [message] });
  }
  return turns;
}

function partsOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + tokenParts(`${line}\n`), 0);
}

function tooSmall(maxTokens: number): AutoskillError {
  return new AutoskillError({
    code: "INVALID_INPUT",
    message: "The token budget is too small for a condensed session.",
    expected: `at least ${LEAST_MAX_TOKENS} tokens`,
    found: String(maxTokens),
    next: "Raise the budget.",
  });
}

function changed(): AutoskillError {
  return new AutoskillError({
    code: "TRANSCRIPT_CHANGED",
    message: "The session changed while it was condensed.",
    next: "Condense it again when the session is over.",
  });
}
