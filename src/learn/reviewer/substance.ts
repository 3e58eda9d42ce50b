/** Does a person's message carry what a rule says, as something that is to last? In any language, without a model. */
import { cueTables, type StatementFact } from "../../session/index.ts";
import { numberedItems } from "../numbered-items.ts";
import { negates, terms } from "../similarity.ts";
import type { PersonMessage } from "./grounds.ts";
import { codeIn, proseOf } from "./spans.ts";

export type Carrying =
  | { kind: "carried"; text: string; statement?: StatementFact }
  /** It says the opposite. */
  | { kind: "opposite" }
  /** It asks for this as work to be done now; `opening`: nothing but its place in the first turn says so. */
  | { kind: "task"; text: string; opening: boolean }
  | { kind: "nothing" };

/** Share of the rule's terms that one passage of the message must hold. */
const MIN_COVERAGE = 0.5;
/** Sentences that are read together. */
const WINDOW = 2;

export function carries(message: PersonMessage, rule: string): Carrying {
  const wanted = termsOfRule(rule);
  if (wanted.length === 0) return { kind: "nothing" };
  let opposite = false;
  const statements = message.statements
    .map((statement) => ({ statement, coverage: coverageOf(wanted, statement.text) }))
    .filter(({ coverage }) => coverage >= MIN_COVERAGE)
    .sort((a, b) => b.coverage - a.coverage);
  for (const { statement } of statements) {
    if (negates(rule) === negates(itemAbout(wanted, statement.text)))
      return { kind: "carried", text: statement.text, statement };
    opposite = true;
  }
  const best = bestPassage(message.text, wanted);
  if (best === undefined) return { kind: opposite ? "opposite" : "nothing" };
  if (negates(rule) !== negates(itemAbout(wanted, best))) return { kind: "opposite" };
  if (opposite) return { kind: "opposite" };
  const asked = isAskedNow(message, best);
  // What opens a session is for now, unless the person said that it lasts.
  const opening = message.pointer.turn <= 1;
  return asked || opening ? { kind: "task", text: best, opening: !asked } : { kind: "carried", text: best };
}

function termsOfRule(rule: string): string[] {
  return [...new Set([...terms(proseOf(rule)), ...codeIn(rule).flatMap((code) => terms(code))])];
}

/** Of a passage that counts its items, the one that the rule is about: "(1) sign it, (2) never fold it" says no opposite of "sign it". */
function itemAbout(wanted: readonly string[], passage: string): string {
  const items = numberedItems(passage)?.items ?? [];
  const about = items
    .map((item) => ({ item, coverage: coverageOf(wanted, item) }))
    .filter(({ coverage }) => coverage >= MIN_COVERAGE)
    .sort((a, b) => b.coverage - a.coverage)[0];
  return about?.item ?? passage;
}

function coverageOf(wanted: readonly string[], text: string): number {
  const there = [...new Set(terms(text))];
  const found = wanted.filter((term) => there.some((other) => sameTerm(term, other))).length;
  return wanted.length < 2 && found < wanted.length ? 0 : found / wanted.length;
}

/** `formatter` and `format`: one begins with the other. */
function sameTerm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 4;
}

function bestPassage(text: string, wanted: readonly string[]): string | undefined {
  const sentences = sentencesIn(text);
  let best: { text: string; coverage: number } | undefined;
  for (let size = 1; size <= WINDOW; size += 1) {
    for (let at = 0; at + size <= sentences.length; at += 1) {
      const passage = sentences.slice(at, at + size).join(" ");
      const coverage = coverageOf(wanted, passage);
      if (coverage >= MIN_COVERAGE && coverage > (best?.coverage ?? 0)) best = { text: passage, coverage };
    }
  }
  return best?.text;
}

const MAX_SENTENCES = 400;

function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？；])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .slice(0, MAX_SENTENCES);
}

/** What asks, or asks for work, is for now, unless the person said that it lasts. */
function isAskedNow(message: PersonMessage, passage: string): boolean {
  // `Translate "Always sign it"` asks for a translation.
  const lowered = passage.toLowerCase().replace(QUOTED, '""');
  const tables = tablesFor(message.text.slice(0, LANGUAGE_SAMPLE).toLowerCase());
  return (
    /[?？]\s*$/u.test(passage) || tables.some((table) => table.taskRequest.test(lowered) || table.oneOff.test(lowered))
  );
}

const QUOTED = /"[^"]*"|“[^“”]*”|«[^«»]*»|「[^「」]*」/gu;
const LANGUAGE_SAMPLE = 4_000;

/** The tables of the language, or languages, that the text looks most like. */
function tablesFor(text: string): readonly (typeof cueTables)[number][] {
  const marks = cueTables.map((table) => ({ table, count: text.match(table.markers)?.length ?? 0 }));
  const most = Math.max(...marks.map(({ count }) => count));
  return marks.filter(({ count }) => count === most).map(({ table }) => table);
}
