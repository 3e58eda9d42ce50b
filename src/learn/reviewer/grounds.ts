/**
 * What of a session a rule can rest on: who said what, which commands ran and how they ended, what was written. Made in
 * one reading of the messages; holds no tool output.
 */
import {
  createFactCollector,
  isPersonTurn,
  type MessageReading,
  messageText,
  type SessionFacts,
  type SessionHeader,
  type StatementFact,
  type ToolCallFact,
} from "../../session/index.ts";
import { baseName, readShell } from "../distil/shell-units.ts";
import { terms } from "../similarity.ts";

export interface PersonMessage {
  pointer: SessionFacts["personWords"][number]["pointer"];
  text: string;
  statements: StatementFact[];
}

/** One simple command that ran. */
export interface RanCommand {
  call: ToolCallFact;
  /** Program as it was called, then its arguments; paths below the project are relative. */
  words: string[];
  outcome: "worked" | "failed" | "unknown";
}

export interface SessionGrounds {
  facts: SessionFacts;
  /** What a person said in the message, by its id. */
  saidIn: ReadonlyMap<string, PersonMessage>;
  /** The calls that a message makes or answers, by its id. */
  callsIn: ReadonlyMap<string, ToolCallFact[]>;
  commands: RanCommand[];
  /** Lines of files that the session wrote, and of commands that worked. */
  written: ReadonlySet<string>;
  /** Paths and words of commands that did not fail, as they are and by base name. */
  names: ReadonlySet<string>;
  /** Terms of everything that persons and the model themselves said, of commands, and of the errors of failed calls. */
  vocabulary: ReadonlySet<string>;
}

const MAX_LINES = 50_000;
const MAX_LINE = 400;
const MAX_TERMS = 100_000;
const MAX_TEXT = 20_000;

export async function collectGrounds(header: SessionHeader, read: MessageReading): Promise<SessionGrounds> {
  const collector = createFactCollector(header);
  const saidIn = new Map<string, string>();
  const writtenBy = new Map<string, string[]>();
  const vocabulary = new Set<string>();
  let lines = 0;
  await read((message) => {
    collector.add(message);
    if (message.thread !== undefined) return true;
    const text = messageText(message);
    if (isPersonTurn(message, header)) saidIn.set(message.id, text);
    if (message.origin === "person" || message.origin === "model") {
      if (vocabulary.size < MAX_TERMS) for (const term of terms(text.slice(0, MAX_TEXT))) vocabulary.add(term);
    }
    for (const part of message.parts) {
      if (part.type !== "tool_call" || lines >= MAX_LINES) continue;
      const found = linesOf(part.input);
      lines += found.length;
      writtenBy.set(part.callId, [...(writtenBy.get(part.callId) ?? []), ...found]);
    }
    return true;
  });
  const facts = collector.finish();
  return assemble(header, facts, saidIn, writtenBy, vocabulary);
}

function assemble(
  header: SessionHeader,
  facts: SessionFacts,
  texts: ReadonlyMap<string, string>,
  writtenBy: ReadonlyMap<string, string[]>,
  vocabulary: Set<string>,
): SessionGrounds {
  const saidIn = new Map<string, PersonMessage>();
  for (const { pointer } of facts.personWords) {
    const text = texts.get(pointer.messageId);
    if (text === undefined) continue;
    const statements = facts.statements.filter((statement) => statement.pointer.messageId === pointer.messageId);
    saidIn.set(pointer.messageId, { pointer, text, statements });
  }
  const callsIn = new Map<string, ToolCallFact[]>();
  const written = new Set<string>();
  const names = new Set<string>();
  for (const call of facts.toolCalls) {
    for (const id of new Set([call.call.messageId, call.result?.messageId])) {
      if (id !== undefined) callsIn.set(id, [...(callsIn.get(id) ?? []), call]);
    }
    for (const term of terms(call.errorExcerpt ?? "")) vocabulary.add(term);
    if (call.status === "error" || call.status === "cancelled") continue;
    for (const line of writtenBy.get(call.callId) ?? []) written.add(line);
    for (const path of call.paths ?? []) addName(names, relativeTo(header.projectRoot, path));
  }
  const commands = commandsOf(header, facts);
  for (const command of commands) {
    for (const word of command.words) {
      if (command.outcome !== "failed") addName(names, word);
      for (const term of terms(word)) vocabulary.add(term);
    }
  }
  return { facts, saidIn, callsIn, commands, written, names, vocabulary };
}

function commandsOf(header: SessionHeader, facts: SessionFacts): RanCommand[] {
  const verdicts = new Map(facts.checks.map((check) => [check.toolCall, check.passed]));
  return facts.toolCalls.flatMap((call) => {
    if (call.capability !== "shell" || call.command === undefined || call.status === "cancelled") return [];
    const { units } = readShell(call.command);
    return units.map((unit): RanCommand => {
      const verdict = verdicts.get(call.index);
      const sure = unit.certain && (!unit.filtered || verdict === true);
      const failed = verdict === false || call.status === "error";
      const outcome =
        call.status === "ok" && verdict !== false && sure
          ? "worked"
          : failed && units.length === 1
            ? "failed"
            : "unknown";
      return { call, words: unit.words.map((word) => relativeTo(header.projectRoot, word.value)), outcome };
    });
  });
}

function relativeTo(root: string | undefined, value: string): string {
  if (root === undefined || root === "" || root === "/") return value;
  return value === root ? "." : value.startsWith(`${root}/`) ? value.slice(root.length + 1) : value;
}

function addName(names: Set<string>, name: string): void {
  if (name === "" || name.length > MAX_LINE) return;
  names.add(name);
  names.add(baseName(name));
  const value = /^[\w-]+=(.+)$/.exec(name)?.[1];
  if (value !== undefined) names.add(value);
  const variable = /^([A-Z_][A-Z0-9_]*)=/.exec(name)?.[1];
  if (variable !== undefined) names.add(variable);
}

/** Every line of every text in a call's input, trimmed. */
function linesOf(input: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (found.length > MAX_LINES || depth > 6) return;
    if (typeof value === "string") {
      for (const line of value.split("\n")) {
        const trimmed = line.trim().replace(/^[+-]\s?(?=\S)/, "");
        if (trimmed !== "" && trimmed.length <= MAX_LINE) found.push(trimmed);
      }
    } else if (Array.isArray(value)) for (const item of value) walk(item, depth + 1);
    else if (typeof value === "object" && value !== null)
      for (const item of Object.values(value)) walk(item, depth + 1);
  };
  walk(input, 0);
  return found;
}
