/**
 * A standalone search query from a turn and what came before it, without a model: the same task or another one is told
 * from references, openings and shared content words; what a turn leaves unsaid is taken from the task that it goes on
 * with, in the person's own words.
 */
import { terms } from "../similarity.ts";
import { turnWordsFor } from "./turn-words.ts";

export interface HistoryTurn {
  role: "user" | "assistant";
  text: string;
}

export interface RuledQuery {
  query: string;
  topic: "same" | "switch";
  /** The turn does not say by itself what it is about. */
  leans: boolean;
}

/** Turns of the person that are looked back on. */
const LOOK_BACK = 6;
/** Characters of a query. */
const MAX_QUERY = 400;
const MAX_ANCHOR = 240;
/** Fewer content words than this say no task by themselves. */
const MIN_OWN_TERMS = 3;
/** Share of the anchor's words that a turn repeats when it needs no anchor. */
const SELF_CONTAINED = 0.6;

export function queryByRules(turn: string, history: readonly HistoryTurn[]): RuledQuery {
  const now = lookAt(turn);
  const said = history.filter(({ role }) => role === "user").slice(-LOOK_BACK);
  const alone: RuledQuery = {
    query: bounded(now.plain === "" ? turn.trim() : now.plain),
    topic: "switch",
    leans: false,
  };
  if (said.length === 0 || now.switches) return alone;
  const task = taskOf(said.map(({ text }) => text));
  if (task === undefined) return alone;

  const own = new Set(now.content);
  const there = new Set([...terms(task.anchor), ...task.added.flatMap((text) => terms(text))]);
  const shared = [...own].filter((term) => there.has(term)).length;
  const lacking = now.styleOnly || own.size < MIN_OWN_TERMS;
  const goesOn = lacking || now.goesOn || now.refers || shared >= 2 || (shared === 1 && own.size <= 2 * MIN_OWN_TERMS);
  if (!goesOn) return alone;
  const anchorTerms = new Set(terms(task.anchor));
  const repeated = [...anchorTerms].filter((term) => own.has(term)).length;
  const selfContained = !lacking && anchorTerms.size > 0 && repeated / anchorTerms.size >= SELF_CONTAINED;
  if (selfContained) return { query: bounded(now.plain), topic: "same", leans: false };
  const parts = [
    task.anchor.slice(0, MAX_ANCHOR).toWellFormed(),
    ...task.added,
    now.rest === "" ? now.plain : now.rest,
  ];
  return { query: bounded(joined(parts)), topic: "same", leans: true };
}

interface TurnLook {
  /** Without politeness. */
  plain: string;
  /** Without politeness and references. */
  rest: string;
  /** Content words that are neither style nor reference. */
  content: string[];
  styleOnly: boolean;
  refers: boolean;
  goesOn: boolean;
  switches: boolean;
}

function lookAt(text: string): TurnLook {
  const words = turnWordsFor(text);
  const flat = text.normalize("NFC").replace(/\s+/g, " ").trim();
  const plain = tidy(flat.replace(words.polite, " "));
  const rest = tidy(plain.replace(words.references, " "));
  const content = terms(rest.replace(words.style, " "));
  return {
    plain,
    rest,
    content,
    styleOnly: content.length === 0,
    refers: plain !== rest,
    goesOn: words.goesOn.test(plain),
    switches: words.switches.test(flat),
  };
}

interface Task {
  /** The turn that says what the work is. */
  anchor: string;
  /** What later turns of style added to it. */
  added: string[];
}

/** The task of the recent turns: the last turn that says one, and the constraints since. */
function taskOf(said: readonly string[]): Task | undefined {
  const added: string[] = [];
  for (const text of said.toReversed()) {
    const look = lookAt(text);
    const names = new Set(look.content).size;
    if (names >= MIN_OWN_TERMS || (names > 0 && !look.refers && !look.goesOn)) {
      return { anchor: firstSentences(look.plain), added: added.reverse() };
    }
    if (look.rest !== "") added.push(look.rest);
  }
  return undefined;
}

/** A long turn says its task at its beginning; what follows is often the material. */
function firstSentences(text: string): string {
  if (text.length <= MAX_ANCHOR) return text;
  const sentence = /^.{20,}?[.!?:。！？：](?=\s|$|[^\x00-\x7f])/su.exec(text)?.[0];
  return (
    sentence !== undefined && sentence.length <= MAX_ANCHOR ? sentence : text.slice(0, MAX_ANCHOR)
  ).toWellFormed();
}

function joined(parts: readonly string[]): string {
  const whole = parts.map((part) => part.replace(/[\s.,;:!?。，；：！？]+$/u, "")).filter((part) => part !== "");
  const separator = whole.some((part) => /[\u3040-\u30ff\u3400-\u9fff]/u.test(part)) ? "；" : "; ";
  return [...new Set(whole)].join(separator);
}

/** The newest words stay: what is too long loses its beginning's end, never the turn itself. */
function bounded(text: string): string {
  return text.length <= MAX_QUERY ? text : text.slice(0, MAX_QUERY).toWellFormed();
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\s+([.,;:!?])/g, "$1")
    .replace(/^[\s.,;:!?，。；：！？、]+/u, "")
    .trim();
}
