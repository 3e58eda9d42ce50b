/**
 * Collects the facts of one session, message by message, in memory that does not grow with the length of outputs.
 *
 * Contract: messages come in conversation order. Messages of a thread (inline sidechains) and sessions that are a
 * sub-agent's give no facts; neither does a session that autoskill itself ran (see OWN_RUN_MARKER).
 */
import { OWN_RUN_MARKER } from "../../base/index.ts";
import { messageText } from "../message-text.ts";
import type { Message, Session, SessionHeader, ToolCallPart, ToolResultPart } from "../model.ts";
import { isPersonTurn } from "../turns.ts";
import { boundedMemo } from "./bounded-memo.ts";
import { createCheckTracker } from "./check-tracker.ts";
import { callEnd, errorExcerpt, failureCause } from "./failure.ts";
import { placeOf, pointerOf } from "./message-pointer.ts";
import type {
  FileWriteFact,
  MessagePlace,
  MessagePointer,
  SessionFacts,
  StatementFact,
  ToolCallFact,
} from "./model.ts";
import { ownCopy } from "./own-copy.ts";
import { createRecoveryTracker } from "./recoveries.ts";
import { INSTALLING } from "./shell/programs.ts";
import { baseName } from "./shell/writes.ts";
import { isSkillPath } from "./skill-paths.ts";
import { findStatements, type Preceding } from "./statements/find-statements.ts";
import { type ToolUse, toolUseOf } from "./tool-use.ts";

/** Bounds of the record; what goes beyond is counted in `omitted`. */
export const FACT_LIMITS = { toolCalls: 20_000, filesWritten: 20_000, statements: 500, personWords: 5_000 } as const;
const NAME_LENGTH = 200;
const COMMAND_LENGTH = 2_000;
const PATH_LENGTH = 1_024;
const WORDS_LENGTH = 200;
const SHARED_TEXTS = 200;

export interface FactCollector {
  add(message: Message): void;
  finish(): SessionFacts;
}

interface PendingCall {
  fact: ToolCallFact;
  part: ToolCallPart;
  use: ToolUse;
}

export function createFactCollector(header: SessionHeader): FactCollector {
  const toolCalls: ToolCallFact[] = [];
  const filesWritten: FileWriteFact[] = [];
  const skillWrites: FileWriteFact[] = [];
  const statements: StatementFact[] = [];
  const personWords: SessionFacts["personWords"] = [];
  const omitted = { toolCalls: 0, filesWritten: 0, statements: 0, personWords: 0 };
  const pending = new Map<string, PendingCall>();
  const checks = createCheckTracker();
  const recoveries = createRecoveryTracker();
  /** Tools, commands and paths come again and again: one copy of each serves all facts. */
  const nameOf = boundedMemo(SHARED_TEXTS, (name) => ownCopy(name, NAME_LENGTH));
  const commandOf = boundedMemo(SHARED_TEXTS, (command) => ownCopy(command, COMMAND_LENGTH));
  const pathOf = boundedMemo(SHARED_TEXTS, (path) => ownCopy(path, PATH_LENGTH));
  let turn = 0;
  let ownRun = false;
  let preceding: Preceding = "nothing";

  const addPerson = (message: Message, pointerTo: () => MessagePointer) => {
    const text = messageText(message);
    if (personWords.length < FACT_LIMITS.personWords) {
      personWords.push({
        text: ownCopy(text.slice(0, 2_000).replace(/\s+/g, " ").trim(), WORDS_LENGTH),
        pointer: pointerTo(),
      });
    } else omitted.personWords += 1;
    for (const found of findStatements(text, { firstTurn: turn === 1, preceding })) {
      if (statements.length < FACT_LIMITS.statements) statements.push({ ...found, pointer: pointerTo() });
      else omitted.statements += 1;
    }
    preceding = "nothing";
  };

  const addCall = (part: ToolCallPart, pointerTo: () => MessagePointer) => {
    if (toolCalls.length >= FACT_LIMITS.toolCalls) {
      omitted.toolCalls += 1;
      return;
    }
    const use = toolUseOf(part);
    const fact: ToolCallFact = {
      index: toolCalls.length,
      callId: part.callId,
      name: nameOf(part.name),
      capability: use.capability,
      ...(use.command === undefined ? {} : { command: commandOf(use.command) }),
      ...(use.shell === undefined ? {} : { commandKinds: use.shell.kinds.slice(0, 20) }),
      ...(use.paths.length === 0 ? {} : { paths: use.paths.map(pathOf) }),
      status: part.status ?? "unknown",
      call: pointerTo(),
    };
    toolCalls.push(fact);
    pending.set(part.callId, { fact, part: { ...part, input: undefined }, use });
  };

  const endCall = (call: PendingCall, result: ToolResultPart | undefined, place: MessagePlace | undefined) => {
    const { fact, use } = call;
    const end = callEnd(call.part, result);
    const text = result?.text ?? "";
    fact.status = end.status;
    if (end.exitCode !== undefined) fact.exitCode = end.exitCode;
    if (place !== undefined) fact.result = place;
    const bad = end.status === "error" || end.status === "cancelled";
    if (bad) {
      fact.failureCause = failureCause(end.status, end.exitCode, text);
      const excerpt = errorExcerpt(text);
      if (excerpt !== undefined) fact.errorExcerpt = excerpt;
    }
    addWrites(call, bad);
    const verdict = checks.add(fact, use.shell, text);
    const deciding = use.shell?.deciding.filter((command) => !command.exploratory && !command.plumbing) ?? [];
    const hidden = verdict.failed.filter((command) => !deciding.includes(command));
    const speaking = hidden.length > 0 ? hidden : deciding;
    const failed = end.status === "error" || hidden.length > 0;
    if (failed && !bad) {
      const excerpt = errorExcerpt(text);
      if (excerpt !== undefined) fact.errorExcerpt = excerpt;
    }
    const keyed = failed ? speaking : [...speaking, ...verdict.passed];
    recoveries.add({
      index: fact.index,
      keys: use.shell === undefined ? editKeys(use) : [...new Set(keyed.map((command) => command.key))],
      ...(fact.command === undefined ? {} : { command: fact.command }),
      failed,
      ordinary: failed && (fact.failureCause === undefined || fact.failureCause === "ordinary"),
      succeeded: end.status === "ok" && !failed,
      changes: changesSomething(call, bad),
    });
  };

  const addWrites = ({ fact, use }: PendingCall, bad: boolean) => {
    for (const write of use.writes) {
      // A failed command has still emptied the file that its output goes to; other writes may not have happened.
      if (bad && write.how !== "redirect") continue;
      const inSkill = isSkillPath(write.path);
      if (write.how === "remove" && !inSkill) continue;
      const file: FileWriteFact = {
        path: pathOf(write.path),
        toolCall: fact.index,
        how: write.how === "remove" ? "other" : write.how,
      };
      if (inSkill && skillWrites.length < FACT_LIMITS.filesWritten) skillWrites.push(file);
      if (filesWritten.length < FACT_LIMITS.filesWritten) filesWritten.push(file);
      else omitted.filesWritten += 1;
    }
  };

  return {
    add(message) {
      if (message.thread !== undefined || header.subAgentOf !== undefined || ownRun) return;
      if (turn <= 1 && (message.origin === "person" || message.origin === "host") && hasMarker(message)) {
        ownRun = true;
        return;
      }
      const person = isPersonTurn(message, header);
      if (person) turn += 1;
      const pointerTo = lazyPointer(message, turn);
      if (person) addPerson(message, pointerTo);
      if (message.origin === "model" && preceding !== "actions") {
        if (message.parts.some((part) => part.type === "tool_call")) preceding = "actions";
        else if (message.parts.some((part) => part.type === "text")) preceding = "words";
      }
      for (const part of message.parts) {
        if (part.type === "tool_call") addCall(part, pointerTo);
        else if (part.type === "tool_result") {
          const call = pending.get(part.callId);
          if (call === undefined) continue;
          pending.delete(part.callId);
          endCall(call, part, placeOf(message, turn));
        }
      }
    },
    finish() {
      for (const call of pending.values()) endCall(call, undefined, undefined);
      pending.clear();
      if (ownRun) return emptyFacts(header);
      const byCall = (left: FileWriteFact, right: FileWriteFact) => left.toolCall - right.toolCall;
      filesWritten.sort(byCall);
      const anyOmitted = Object.values(omitted).some((count) => count > 0);
      return {
        toolCalls,
        recoveries: recoveries.finish(),
        statements,
        checks: checks.finish(),
        filesWritten,
        skillWrites: skillWrites.sort(byCall),
        outcome: checks.outcome(header.outcome, toolCalls, filesWritten),
        personTurns: turn,
        personWords,
        ownRun: false,
        ...(anyOmitted ? { omitted } : {}),
      };
    },
  };
}

/** All facts of a session that is in memory. Its children (sub-agents) are left out. */
export function collectFacts(session: Session): SessionFacts {
  const collector = createFactCollector(session);
  for (const message of session.messages) collector.add(message);
  return collector.finish();
}

function emptyFacts(header: SessionHeader): SessionFacts {
  return {
    toolCalls: [],
    recoveries: [],
    statements: [],
    checks: [],
    filesWritten: [],
    skillWrites: [],
    outcome: header.outcome,
    personTurns: 0,
    personWords: [],
    ownRun: true,
  };
}

function lazyPointer(message: Message, turn: number): () => MessagePointer {
  let pointer: MessagePointer | undefined;
  return () => {
    pointer ??= pointerOf(message, turn);
    return pointer;
  };
}

function hasMarker(message: Message): boolean {
  return message.parts.some((part) => part.type === "text" && part.text.includes(OWN_RUN_MARKER));
}

function editKeys(use: ToolUse): string[] {
  if (use.capability !== "edit" && use.capability !== "write") return [];
  const path = use.paths[0];
  return path === undefined ? [] : [`edit:${baseName(path)}`];
}

function changesSomething({ use }: PendingCall, bad: boolean): boolean {
  if (bad) return false;
  if (use.writes.length > 0) return true;
  return (
    use.shell?.commands.some(
      (command) =>
        INSTALLING.test(command.kind) || (!command.exploratory && !command.plumbing && command.check === undefined),
    ) ?? false
  );
}
