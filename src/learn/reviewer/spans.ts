/** What a rule points to: commands, names and snippets in code, and addresses in its prose. */
import type { ToolCallFact } from "../../session/index.ts";
import { readShell, type ShellUnit } from "../distil/shell-units.ts";
import type { PersonMessage, RanCommand, SessionGrounds } from "./grounds.ts";

/** Where a piece of code in a rule comes from. */
export interface SpanGround {
  text: string;
  /** Calls in which exactly this ran and worked; or failed. */
  worked: ToolCallFact[];
  failed: ToolCallFact[];
  /** A person wrote it. */
  said: boolean;
  /** A file that the session wrote or named, a line or word of what it wrote, an argument of a command. */
  known: boolean;
  /** It is a part of the error of a failed call. */
  error: boolean;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

/** The code in a rule: spans, and the lines of fenced blocks, without comments. */
export function codeIn(rule: string): string[] {
  return piecesOf(rule)
    .code.map((text) => cutComment(text)[0])
    .filter((text) => text !== "");
}

/** The rule without its code. Comments in code are prose: they run nowhere, and a model reads them as it reads the rest. */
export function proseOf(rule: string): string {
  const { code, prose } = piecesOf(rule);
  return [prose, ...code.map((text) => cutComment(text)[1])].join(" ").replace(/\s+/g, " ").trim();
}

function piecesOf(rule: string): { code: string[]; prose: string } {
  const fenced: string[] = [];
  const rest = rule.replace(FENCE, (_whole, _fence, body: string) => {
    fenced.push(...body.split("\n"));
    return "\n";
  });
  const { code, prose } = splitSpans(rest);
  return { code: [...fenced, ...code], prose };
}

/** Code and comment: `#` begins one after white space outside of quotes, and `#` or `//` at the start. */
function cutComment(text: string): [code: string, comment: string] {
  const line = text.trim();
  if (/^(?:#|\/\/)/.test(line)) return ["", line];
  let quote = "";
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "#" && /\s/.test(line[at - 1] ?? "")) return [line.slice(0, at).trim(), line.slice(at)];
  }
  return [line, ""];
}

/**
 * Code spans end at the next run of as many backticks (CommonMark 0.31 §6.1); a run without a partner is prose. Where there
 * is one, readers may pair the others otherwise, so that whatever stands between two runs is held to be code, too.
 */
function splitSpans(text: string): { code: string[]; prose: string } {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const code: string[] = [];
  let prose = "";
  let from = 0;
  let stray = false;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (open === undefined) break;
    const end = runs.findIndex((run, later) => later > index && run.length === open.length);
    const close = runs[end];
    if (close === undefined) {
      stray = true;
      continue;
    }
    prose += `${text.slice(from, open.at)} `;
    code.push(text.slice(open.at + open.length, close.at));
    from = close.at + close.length;
    index = end;
  }
  if (stray) {
    for (const [index, { at, length }] of runs.entries()) code.push(text.slice(at + length, runs[index + 1]?.at ?? at));
  }
  return { code, prose: prose + text.slice(from) };
}

export function groundOf(text: string, grounds: SessionGrounds): SpanGround {
  const ran = grounds.commands.length === 0 ? undefined : commandsLike(text, grounds.commands);
  const plain = text.replace(/^\$ /, "").trim();
  return {
    text,
    worked: ran === undefined || ran.failedOnly ? [] : ran.worked,
    failed: ran === undefined || !ran.failedOnly ? [] : ran.failed,
    said: [...grounds.saidIn.values()].some((message) => saysLiterally(message, plain)),
    known: ran?.unclear === true || isKnown(plain, grounds),
    error: plain.length >= 4 && grounds.facts.toolCalls.some((call) => quotes(call.errorExcerpt ?? "", plain)),
  };
}

export function saysLiterally(message: PersonMessage, text: string): boolean {
  return holdsWords(message.text, text);
}

/** `text` stands in `whole`, not inside of a longer word; runs of white space count as one. */
function holdsWords(whole: string, text: string): boolean {
  const flat = whole.replace(/\s+/g, " ");
  const wanted = text.replace(/\s+/g, " ");
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = flat.indexOf(wanted); at !== -1; at = flat.indexOf(wanted, at + 1)) {
    const before = isWord(flat[at - 1]) && isWord(wanted[0]);
    const after = isWord(flat[at + wanted.length]) && isWord(wanted.at(-1));
    if (!before && !after) return true;
  }
  return false;
}

/** An error, with placeholders for what differs each time. */
function quotes(error: string, text: string): boolean {
  if (!/<[\p{L}]/u.test(text)) return holdsWords(error, text);
  const pieces = withoutPlaceholders(text)
    .split(HOLE)
    .map((piece) => piece.replace(/\s+/g, " "));
  const flat = error.replace(/\s+/g, " ");
  let at = 0;
  for (const piece of pieces) {
    const found = flat.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return true;
}

function isKnown(text: string, { names, written }: SessionGrounds): boolean {
  if (written.has(text)) return true;
  if (!/\s/.test(text)) {
    const bare = text.replace(/^\.\//, "").replace(/\/$/, "");
    return (
      names.has(text) || names.has(bare) || [...written].some((line) => line.length < 200 && holdsWords(line, text))
    );
  }
  return text.length >= 8 && [...written].some((line) => holdsWords(line, text));
}

interface CommandsLike {
  worked: ToolCallFact[];
  failed: ToolCallFact[];
  /** Some part of it only ever failed. */
  failedOnly: boolean;
  /** All of it ran, and of some part nobody can tell how that ended. */
  unclear: boolean;
}

/** The calls in which every command of `text` ran, or nothing when one of them never did. */
function commandsLike(text: string, commands: readonly RanCommand[]): CommandsLike | undefined {
  const plain = withoutPlaceholders(text.replace(/^\$ /, ""));
  // A placeholder alone fits every command and is none.
  if (plain.replaceAll(HOLE, "").trim() === "") return { worked: [], failed: [], failedOnly: false, unclear: true };
  const { units } = readShell(plain);
  if (units.length === 0 || !isAllRead(plain, units, commands)) return undefined;
  const worked = new Map<number, ToolCallFact>();
  const failed = new Map<number, ToolCallFact>();
  let failedOnly = false;
  let unclear = false;
  for (const unit of units) {
    const wanted = unit.words.map((word) => word.value);
    const same = commands.filter((command) => startsWith(command.words, wanted));
    const good = same.filter((command) => command.outcome === "worked");
    const bad = same.filter((command) => command.outcome === "failed");
    if (same.length === 0) return undefined;
    if (good.length === 0 && bad.length === same.length) failedOnly = true;
    else if (good.length === 0) unclear = true;
    for (const { call } of good) worked.set(call.index, call);
    for (const { call } of bad) failed.set(call.index, call);
  }
  return { worked: unclear ? [] : [...worked.values()], failed: [...failed.values()], failedOnly, unclear };
}

/** What says nothing about the work: signs between commands, output thrown away, a time limit, the end of an output. */
const PLAIN_SIGN =
  /^(?:&&|\|\|?|;|&|\\|\d?>{1,2}|<|\d?>&\d|(?:\d|&)?>{1,2}\/dev\/null|\/dev\/null|cd|time|nohup|timeout|tail|head|-n|-?\d+[smh]?)$/;

/**
 * Whether nothing stands beside the commands that were read but what the session's commands held, too. Variables,
 * redirections, loops and what follows a pipe are no commands of their own, and can do as much.
 */
function isAllRead(text: string, units: readonly ShellUnit[], commands: readonly RanCommand[]): boolean {
  const read = new Set(units.flatMap(({ words }) => words.flatMap(({ value }) => value.split(/\s+/))));
  const ran = new Set(commands.map(({ call }) => call.command ?? ""));
  return text.split(/\s+/).every((token) => {
    const bare = token.replace(/;$/, "").replace(/["']/g, "");
    return (
      bare === "" || PLAIN_SIGN.test(bare) || read.has(bare) || [...ran].some((command) => holdsWords(command, token))
    );
  });
}

const HOLE = "AUTOSKILLHOLE";

/** `<file>` would be a redirection to a shell. */
function withoutPlaceholders(text: string): string {
  return text
    .replace(/<[\p{L}][\p{L}\p{N} _./-]*>/gu, HOLE)
    .replace(/\{\{?[\w ]+\}?\}|\[[A-Za-z][\w ]*\]|…|\.\.\.(?=\s|$)/g, HOLE);
}

/** The same program, and every word of `wanted` at its place; a command may go on after it. */
function startsWith(words: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length > words.length) return false;
  return wanted.every((word, index) => sameWord(words[index] ?? "", word));
}

function sameWord(word: string, wanted: string): boolean {
  if (!wanted.includes(HOLE)) return word === wanted || word === wanted.replace(/^\.\//, "");
  const pattern = wanted.split(HOLE).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".+")}$`, "s").test(word);
}

const ADDRESS =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s)>\]"'`]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\b(?:\d{1,3}\.){3}\d{1,3}\b|(?:^|(?<=[\s(]))(?:~|\/(?:home|Users|root|etc|tmp|var|opt|usr))\/[\w./-]+|\bwww\.[\w.-]+/giu;

/** Addresses and paths of machines that the rule names, in code or prose. */
export function addressesIn(rule: string): string[] {
  return [...rule.matchAll(ADDRESS)].map((match) => match[0].replace(/[.,;:]$/, ""));
}
