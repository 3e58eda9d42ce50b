/**
 * Finds what a person said that should hold beyond the moment: corrections, standing rules, requests to remember.
 *
 * Contract:
 * - Only the person's own words count: never code, logs, quotations, documents, role prompts or texts to work on.
 * - A statement's text is the person's own sentence, in their language, at most 300 characters; with its neighbour where
 *   it makes no sense alone. Offsets and order follow the message; a sentence is used once.
 * - Precision first: a question, a request for this moment, or a constraint of a task is no statement.
 */
import type { StatementFact } from "../model.ts";
import { ownCopy } from "../own-copy.ts";
import type { Cue, CueTable } from "./cue-table.ts";
import { cueTables } from "./cue-tables.ts";
import { announcesBlock, exampleAfter } from "./example-after.ts";
import { type Prose, personProse } from "./person-prose.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** What the agent did since the person's last message. */
export type Preceding = "nothing" | "words" | "actions";

export interface StatementContext {
  /** The message opens the session. */
  firstTurn: boolean;
  preceding: Preceding;
}

export type FoundStatement = Omit<StatementFact, "pointer">;

const MAX_LENGTH = 300;
const MAX_PER_MESSAGE = 20;
/** Longer messages are looked at only at both ends, where people say what they want. */
const LONG_MESSAGE = 1_500;
const HEAD = 600;
const TAIL = 700;
/** A first message beyond this describes a task: only cues that say they last count in it. */
const SHORT_TASK = 400;
const LANGUAGE_SAMPLE = 4_000;

export function findStatements(message: string, context: StatementContext): FoundStatement[] {
  if (message.length < 4) return [];
  const lowered = message.toLowerCase();
  const hinted = cueTables.filter((table) => table.hint.test(lowered));
  if (hinted.length === 0) return [];
  const prose = personProse(message);
  const tables = inLanguageOf(prose.masked, hinted);
  if (tables.length === 0 || tables.some((table) => table.foreignText.test(prose.masked.trimStart().toLowerCase())))
    return [];
  const sentences = sentencesOf(prose.masked).filter((sentence) => isLookedAt(sentence, prose));
  const found: FoundStatement[] = [];
  let taskBefore = false;
  for (let at = 0; at < sentences.length && found.length < MAX_PER_MESSAGE; at += 1) {
    const sentence = sentences[at];
    if (sentence === undefined) continue;
    const list = ruleList(sentences, at, prose, tables);
    if (list !== undefined) {
      found.push(...list.statements.slice(0, MAX_PER_MESSAGE - found.length));
      at = list.last;
      continue;
    }
    const match = matchSentence(sentences, at, prose, tables, { ...context, taskBefore });
    if (match !== undefined) {
      const { cue, table, from, to } = match;
      const text = statementText(prose, sentences.slice(from, to + 1), table);
      if (text !== undefined) {
        const confidence = context.firstTurn && cue.durable === undefined ? cue.confidence - 0.1 : cue.confidence;
        const example = exampleAfter(prose, sentences[to] ?? sentence, sentences[to + 1]);
        found.push({
          kind: cue.kind,
          text,
          language: table.language,
          cue: cue.id,
          confidence: Math.round(confidence * 100) / 100,
          ...(example === undefined ? {} : { example }),
        });
        at = Math.max(at, to);
      }
    }
    taskBefore ||= tables.some((table) => table.taskRequest.test(maskedOf(sentence, prose, table)));
  }
  return found;
}

function isLookedAt(sentence: Sentence, prose: Prose): boolean {
  if (sentence.start >= prose.headingAt) return false;
  if (prose.mostlyForeign) return sentence.start < 300 || sentence.end > prose.text.length - 300;
  if (prose.ownLength <= LONG_MESSAGE) return true;
  return sentence.start < HEAD || sentence.end > prose.text.length - TAIL;
}

/** Tables of the scripts that the text is written in; of those sharing a script, the ones that it looks most like. */
function inLanguageOf(masked: string, tables: readonly CueTable[]): CueTable[] {
  const scripts = scriptsOf(masked);
  if (scripts.kana > 1 && scripts.kana * 8 > scripts.han) scripts.han = 0;
  else scripts.kana = 0;
  const present = tables.filter((table) => scripts[table.script] > 1);
  const latin = present.filter((table) => table.script === "latin");
  const sample = masked.slice(0, LANGUAGE_SAMPLE).toLowerCase();
  const scored = latin.map((table) => ({ table, score: sample.match(table.markers)?.length ?? 0 }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return [
    ...present.filter((table) => table.script !== "latin"),
    ...scored.filter(({ score }) => score === best && (best > 0 || latin.length === 1)).map(({ table }) => table),
  ];
}

/** Letters of each script; a Latin word counts about as much as an East Asian character. */
function scriptsOf(text: string): Record<CueTable["script"], number> {
  const scripts = { kana: 0, hangul: 0, cyrillic: 0, han: 0, latin: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= 0x41 && code <= 0x7a) || (code >= 0xc0 && code <= 0x24f)) scripts.latin += 0.25;
    else if (code < 0x400) continue;
    else if (code <= 0x4ff) scripts.cyrillic += 1;
    else if (code >= 0x3041 && code <= 0x30ff) scripts.kana += 1;
    else if (code >= 0x4e00 && code <= 0x9fff) scripts.han += 1;
    else if (code >= 0xac00 && code <= 0xd7af) scripts.hangul += 1;
  }
  return scripts;
}

interface Match {
  cue: Cue;
  table: CueTable;
  from: number;
  to: number;
}

function matchSentence(
  sentences: readonly Sentence[],
  at: number,
  prose: Prose,
  tables: readonly CueTable[],
  context: StatementContext & { taskBefore: boolean },
): Match | undefined {
  const sentence = sentences[at];
  if (sentence === undefined) return undefined;
  let best: Match | undefined;
  for (const table of tables) {
    const masked = maskedOf(sentence, prose, table);
    if (table.nearMisses.some((pattern) => pattern.test(masked))) continue;
    const question = table.question.test(masked);
    const oneOff = table.oneOff.test(masked);
    const asksForWork = context.taskBefore || table.taskRequest.test(masked);
    for (const cue of table.cues) {
      if (best !== undefined && cue.confidence <= best.cue.confidence) continue;
      if (question && cue.asked === undefined) continue;
      if (oneOff && cue.durable === undefined) continue;
      if (!mayCount(cue, prose, context, asksForWork)) continue;
      if (!cue.pattern.test(masked) || cue.also?.test(masked) === false || cue.unless?.test(masked)) continue;
      const span = spanOf(cue, table, masked, sentences, at, prose);
      if (span !== undefined) best = { cue, table, ...span };
    }
  }
  return best;
}

function mayCount(cue: Cue, prose: Prose, context: StatementContext, asksForWork: boolean): boolean {
  if (cue.after === "agent" && context.preceding === "nothing") return false;
  if (cue.after === "action" && context.preceding !== "actions") return false;
  if (cue.constraint === true && asksForWork) return false;
  const long = prose.ownLength > (context.firstTurn || context.preceding === "nothing" ? SHORT_TASK : LONG_MESSAGE);
  return !long || cue.durable === true;
}

/** Which sentences carry the statement, or undefined when the cue's other half is missing. */
function spanOf(
  cue: Cue,
  table: CueTable,
  masked: string,
  sentences: readonly Sentence[],
  at: number,
  prose: Prose,
): { from: number; to: number } | undefined {
  const neighbour = (index: number) => {
    const other = sentences[index];
    return other === undefined ? undefined : maskedOf(other, prose, table);
  };
  if (cue.bare === "next") {
    const next = neighbour(at + 1);
    if (next === undefined || !table.directive.test(next) || table.question.test(next)) return undefined;
    if (table.nearMisses.some((pattern) => pattern.test(next)) || table.oneOff.test(next)) return undefined;
    return { from: at, to: at + 1 };
  }
  if (cue.bare === "previous") {
    const previous = neighbour(at - 1);
    if (previous !== undefined && !table.question.test(previous)) return { from: at - 1, to: at };
    return neighbour(at + 1) === undefined ? undefined : { from: at, to: at + 1 };
  }
  const previous = neighbour(at - 1);
  if (table.anaphora.test(masked) && previous !== undefined && !table.question.test(previous))
    return { from: at - 1, to: at };
  // A heading-like sentence ("Remember:") has its content after it.
  const content = sentences[at];
  if (content !== undefined && announcesBlock(prose, content)) return { from: at, to: at };
  if (/[:：]\s*$/.test(masked) && neighbour(at + 1) !== undefined) return { from: at, to: at + 1 };
  return { from: at, to: at };
}

function ruleList(
  sentences: readonly Sentence[],
  at: number,
  prose: Prose,
  tables: readonly CueTable[],
): { statements: FoundStatement[]; last: number } | undefined {
  const header = sentences[at];
  if (header === undefined) return undefined;
  const table = tables.find((candidate) => candidate.listHeader.test(maskedOf(header, prose, candidate)));
  if (table === undefined) return undefined;
  const statements: FoundStatement[] = [];
  let last = at;
  for (let next = at + 1; next < sentences.length; next += 1) {
    const item = sentences[next];
    const before = sentences[next - 1];
    if (item === undefined || before === undefined) break;
    // A blank line that no list item follows ends the list.
    const gap = prose.text.slice(before.end, item.start);
    if (!item.lineStart || !gap.includes("\n")) continue;
    if (!/^[ \t]*(?:[-*+•·]|\d{1,2}[.)、]|[（(]\d)/.test(lineOf(prose.text, item.start))) break;
    const rest = sentences.slice(next + 1).findIndex((sentence) => sentence.lineStart);
    const end = rest < 0 ? sentences.length : next + 1 + rest;
    const text = statementText(prose, sentences.slice(next, end), table);
    if (text !== undefined) {
      statements.push({
        kind: "standing_rule",
        text,
        language: table.language,
        cue: `${table.language}.list`,
        confidence: 0.8,
      });
    }
    last = end - 1;
  }
  return statements.length === 0 ? undefined : { statements, last };
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return text.slice(start, end < 0 ? text.length : end);
}

function maskedOf(sentence: Sentence, prose: Prose, table: CueTable): string {
  return withoutOpener(prose.masked.slice(sentence.start, sentence.end).toLowerCase(), table);
}

function withoutOpener(text: string, table: CueTable): string {
  let rest = text;
  for (let times = 0; times < 4; times += 1) {
    const opener = table.opener.exec(rest.slice(0, 40).toLowerCase())?.[0];
    if (opener === undefined || rest.length === opener.length) return rest;
    rest = rest.slice(opener.length);
  }
  return rest;
}

/** The words themselves, from the original text. Undefined when too little or too much is left. */
function statementText(prose: Prose, sentences: readonly Sentence[], table: CueTable): string | undefined {
  const first = sentences[0];
  const last = sentences.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const raw = prose.text.slice(first.start, last.end).replace(/\s+/g, " ").trim();
  const text = withoutOpener(raw, table).trim();
  if (text.length < 4) return undefined;
  return ownCopy(text, MAX_LENGTH);
}
