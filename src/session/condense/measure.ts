/**
 * The first pass: what every message of a session would cost and how much it matters, in a few numbers a message.
 *
 * What matters comes from the facts: a failure that was overcome, the calls that overcame it, checks that passed.
 */
import { tokenParts } from "../../base/index.ts";
import { createFactCollector } from "../facts/collector.ts";
import type { MessagePointer, SessionFacts, ToolCallFact } from "../facts/index.ts";
import { pointerOf } from "../facts/message-pointer.ts";
import type { Message, SessionHeader } from "../model.ts";
import { heading, overcomesNote } from "./headings.ts";
import type { CondensedKind } from "./model.ts";
import { createOutline, type OutlinedMessage, type Piece } from "./outline.ts";
import { quote } from "./quote.ts";

/** In order of importance. `person` is cut last; `repair`: a failure that was overcome, its cause and what worked. */
export const WEIGHTS = [
  "person",
  "repair",
  "repair_detail",
  "failure",
  "answer",
  "proof",
  "call",
  "speech",
  "output",
  "background",
  "sub_agent",
] as const;

export type Weight = (typeof WEIGHTS)[number];

export interface Item {
  weight: Weight;
  /** Items of one group are only of use together; groups are numbered in the order of the session. */
  group: number;
  /** Token parts of the heading, without notes. */
  label: number;
  /** Token parts of heading and text. */
  whole: number;
  /** Characters of the original. */
  characters: number;
  /** Characters that the record still has. */
  recorded: number;
  failed: boolean;
  /** How a call's result ended, for its note. */
  ended?: string;
  /** For a call: its result. */
  result?: { item: Item; id: string };
  /** For a call: a note on what it overcame. */
  overcomes?: string;
  /** For a failed result: the line that says what went wrong. */
  telling?: string;
}

export interface MeasuredMessage {
  id: string;
  pointer: MessagePointer;
  kind: CondensedKind;
  /** One for each piece, in order. */
  items: Item[];
}

export interface Measured {
  messages: MeasuredMessage[];
  turns: number;
  characters: number;
}

export interface Measure {
  add(message: Message): void;
  finish(): Measured;
}

export function createMeasure(header: SessionHeader): Measure {
  const outline = createOutline(header);
  const facts = createFactCollector(header);
  const messages: MeasuredMessage[] = [];
  const calls = new Map<string, { id: string; item: Item }>();
  const results = new Map<string, Item>();
  let openCalls = new Map<string, Item>();
  let answer: Item[] = [];
  let turns = 0;
  let characters = 0;

  return {
    add(message) {
      facts.add(message);
      const outlined = outline(message);
      if (outlined.kind === "person") {
        turns += 1;
        for (const item of answer) item.weight = "answer";
        answer = [];
      }
      const items = outlined.pieces.map((piece) => itemOf(outlined, piece, messages.length));
      const words: Item[] = [];
      outlined.pieces.forEach((piece, index) => {
        const item = items[index];
        if (item === undefined) return;
        characters += item.characters;
        if (piece.kind === "words") words.push(item);
        if (piece.callId === undefined || message.thread !== undefined) return;
        if (piece.kind === "call") {
          calls.set(keyOf(message.id, piece.callId), { id: outlined.id, item });
          openCalls.set(piece.callId, item);
        } else {
          results.set(keyOf(message.id, piece.callId), item);
          const call = openCalls.get(piece.callId);
          openCalls.delete(piece.callId);
          if (call === undefined) return;
          call.result = { item, id: outlined.id };
          if (!item.failed) return;
          call.weight = "failure";
          item.group = call.group;
        }
      });
      if (words.length > 0) answer = words;
      messages.push({
        id: outlined.id,
        pointer: pointerOf(message, outlined.turn),
        kind: outlined.kind,
        items,
      });
    },
    finish() {
      for (const item of answer) item.weight = "answer";
      openCalls = new Map();
      weigh(facts.finish(), calls, results);
      return { messages, turns, characters };
    },
  };
}

function itemOf({ id, message }: OutlinedMessage, piece: Piece, group: number): Item {
  const label = tokenParts(`${heading(id, piece.label, "")}\n`);
  const text = quote(piece.text).reduce((sum, line) => sum + line.parts, 0);
  const failed = piece.status === "error" || piece.status === "cancelled";
  return {
    weight: weightOf(piece, failed, message),
    group,
    label,
    whole: label + text,
    characters: piece.characters,
    recorded: piece.text.length,
    failed,
    ...(piece.status === undefined || piece.status === "unknown" ? {} : { ended: failed ? " failed" : " ok" }),
  };
}

function weightOf(piece: Piece, failed: boolean, message: Message): Weight {
  switch (piece.kind) {
    case "person":
    case "call":
    case "sub_agent":
      return piece.kind;
    case "words":
      return "speech";
    case "result":
      return failed ? "failure" : "output";
    default:
      // A summary of what was compacted away is all that is left of it.
      return message.compaction ? "speech" : "background";
  }
}

type Calls = ReadonlyMap<string, { id: string; item: Item }>;

function weigh(facts: SessionFacts, calls: Calls, results: ReadonlyMap<string, Item>): void {
  const callOf = (fact: ToolCallFact | undefined) =>
    fact === undefined ? undefined : calls.get(keyOf(fact.call.messageId, fact.callId));
  const raise = (index: number, weights: { call: Weight; result: Weight }, group: number): void => {
    const fact = facts.toolCalls[index];
    const item = callOf(fact)?.item;
    if (item === undefined) return;
    for (const [part, weight] of [
      [item, weights.call],
      [item.result?.item, weights.result],
    ] as const) {
      if (part === undefined || WEIGHTS.indexOf(part.weight) <= WEIGHTS.indexOf(weight)) continue;
      part.weight = weight;
      part.group = group;
    }
  };
  for (const check of facts.checks) {
    if (check.passed) raise(check.toolCall, { call: "proof", result: "proof" }, check.toolCall);
  }
  facts.recoveries.forEach((recovery, group) => {
    raise(recovery.failed, { call: "repair", result: "repair" }, group);
    raise(recovery.succeeded, { call: "repair", result: "repair_detail" }, group);
    for (const index of recovery.between) raise(index, { call: "repair_detail", result: "output" }, group);
    for (const index of recovery.earlier) raise(index, { call: "repair_detail", result: "repair_detail" }, group);
    const failed = callOf(facts.toolCalls[recovery.failed]);
    const worked = callOf(facts.toolCalls[recovery.succeeded]);
    if (failed !== undefined && worked !== undefined) worked.item.overcomes ??= overcomesNote(failed.id);
  });
  for (const fact of facts.toolCalls) {
    if (fact.errorExcerpt === undefined || fact.result === undefined) continue;
    const item = results.get(keyOf(fact.result.messageId, fact.callId));
    const [telling] = fact.errorExcerpt.split("\n");
    if (item === undefined || telling === undefined) continue;
    item.telling = telling;
    item.failed = true;
    if (item.weight === "output") item.weight = "failure";
  }
}

function keyOf(messageId: string, callId: string): string {
  return `${messageId}\n${callId}`;
}
