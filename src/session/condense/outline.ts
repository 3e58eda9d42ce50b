/**
 * Goes through a session message by message and gives each its id, its kind and its pieces with their headings: the one
 * place where a message becomes something to show, for the condensed text and for a turn that is fetched.
 */
import { callEnd, failureCause } from "../facts/failure.ts";
import type { Message, MessagePart, SessionHeader, ToolCallPart, ToolResultPart, ToolStatus } from "../model.ts";
import { isPersonTurn } from "../turns.ts";
import { callText } from "./call-text.ts";
import type { CondensedKind } from "./model.ts";
import { plainText } from "./plain-text.ts";

export type PieceKind = "person" | "words" | "thinking" | "call" | "result" | "host" | "sub_agent";

export interface Piece {
  kind: PieceKind;
  /** What stands in the heading after the id. Ours alone, but for names of tools, which are cut to safe characters. */
  label: string;
  text: string;
  /** Of the original: more than `text` has where the record itself is cut. */
  characters: number;
  callId?: string;
  status?: ToolStatus;
}

export interface OutlinedMessage {
  /** `T3.2` */
  id: string;
  turn: number;
  kind: CondensedKind;
  message: Message;
  /** Only what has content: an empty message has none. */
  pieces: Piece[];
}

interface OpenCall {
  part: ToolCallPart;
  name: string;
}

/** @returns a function to call with every message of the session, in order */
export function createOutline(header: SessionHeader): (message: Message) => OutlinedMessage {
  const open = new Map<string, OpenCall>();
  let turn = 0;
  let inTurn = 0;

  return (message) => {
    const person = isPersonTurn(message, header);
    if (person) {
      turn += 1;
      inTurn = 0;
    }
    inTurn += 1;
    const id = `T${turn}.${inTurn}`;
    const kind = kindOf(message, person);
    const calls = message.parts.filter((part) => part.type === "tool_call");
    const pieces: Piece[] = [];
    for (const part of message.parts) {
      const piece = pieceOf(part, { message, person, calls, open });
      if (piece !== undefined) pieces.push(piece);
    }
    calls.forEach((part, index) => {
      const order = calls.length === 1 ? "" : ` (call ${index + 1})`;
      open.set(part.callId, { part: { ...part, input: undefined }, name: `${safeName(part.name)} in ${id}${order}` });
    });
    return { id, turn, kind, message, pieces };
  };
}

function kindOf(message: Message, person: boolean): CondensedKind {
  if (person) return "person";
  if (message.thread !== undefined) return "host";
  if (message.origin === "tool") return "tool_result";
  if (message.origin !== "model") return "host";
  return message.parts.some((part) => part.type === "tool_call") ? "tool_call" : "model";
}

interface Surroundings {
  message: Message;
  person: boolean;
  calls: ToolCallPart[];
  open: Map<string, OpenCall>;
}

function pieceOf(part: MessagePart, around: Surroundings): Piece | undefined {
  const { message } = around;
  const prefix = message.thread === undefined ? "" : "sub-agent ";
  const made = (kind: PieceKind, label: string, source: string, originalLength?: number): Piece => {
    const text = plainText(source);
    const beyond = originalLength === undefined ? 0 : Math.max(0, originalLength - source.length);
    const clipped = beyond === 0 ? "" : `; the record keeps ${source.length} of ${originalLength} characters`;
    return {
      kind: message.thread === undefined ? kind : "sub_agent",
      label: `${prefix}${label}${clipped}`,
      text,
      characters: text.length + beyond,
    };
  };
  switch (part.type) {
    case "text": {
      if (part.text.trim() === "") return undefined;
      const kind = around.person ? "person" : message.origin === "model" ? "words" : "host";
      return made(
        kind,
        around.person ? "person" : message.origin === "model" ? "model" : "host",
        part.text,
        part.originalLength,
      );
    }
    case "reasoning":
      return part.text.trim() === "" ? undefined : made("thinking", "model thinks", part.text, part.originalLength);
    case "tool_call": {
      const { calls } = around;
      const order = calls.length === 1 ? "" : `, call ${calls.indexOf(part) + 1} of ${calls.length}`;
      const piece = made("call", `model calls ${safeName(part.name)}${order}`, callText(part.input));
      return { ...piece, callId: part.callId };
    }
    case "tool_result":
      return resultPiece(part, around, made);
    default: {
      const kind = around.person ? "person" : message.origin === "model" ? "words" : "host";
      const size = part.encodedLength === undefined ? "" : `, ${part.encodedLength} characters encoded`;
      const type = part.mediaType === undefined ? part.type : safeName(part.mediaType);
      return made(kind, `attached: ${type}${size}`, part.reference ?? "");
    }
  }
}

function resultPiece(
  part: ToolResultPart,
  { open }: Surroundings,
  made: (kind: PieceKind, label: string, source: string, originalLength?: number) => Piece,
): Piece {
  const call = open.get(part.callId);
  open.delete(part.callId);
  const end = call === undefined ? { status: part.status } : callEnd(call.part, part);
  const of = call === undefined ? "" : ` of ${call.name}`;
  const piece = made("result", `result${of}${endWords(end, part.text)}`, part.text, part.originalLength);
  return { ...piece, callId: part.callId, status: end.status };
}

function endWords({ status, exitCode }: { status: ToolStatus; exitCode?: number }, text: string): string {
  if (status === "unknown") return "";
  if (status === "ok") return ": ok";
  const cause = failureCause(status, exitCode, text);
  const word = status === "cancelled" ? "cancelled" : "failed";
  const code = exitCode === undefined ? "" : `, exit ${exitCode}`;
  return `: ${word}${code}${cause === "ordinary" || cause === status ? "" : `, ${cause.replace("_", " ")}`}`;
}

const NAME_LENGTH = 60;

/** Letters, digits and a few signs; what could look like a heading becomes `_`. */
function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .slice(0, NAME_LENGTH)
    .replaceAll(/[^\p{L}\p{N}_.:/+-]/gu, "_");
  return safe === "" ? "_" : safe;
}
