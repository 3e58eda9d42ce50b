/** What the scripted model server understands of a request, and what it can answer, whatever the wire format. */

export type ScriptedWire = "openai" | "anthropic" | "google";

export interface ScriptedRequest {
  wire: ScriptedWire;
  /** 0 for the first request of this server. */
  number: number;
  path: string;
  headers: Record<string, string>;
  /** The JSON body as it came. */
  body: Record<string, unknown>;
  model: string;
  stream: boolean;
  /** System prompt; parts joined by a newline. */
  system: string;
  messages: ScriptedMessage[];
  tools: { name: string; description: string; schema: Record<string, unknown> }[];
  maxOutputTokens?: number;
}

export interface ScriptedMessage {
  role: "user" | "assistant" | "tool";
  text: string;
  toolCalls: { id: string; name: string; input: unknown }[];
  results: { id: string; output: string; isError?: boolean }[];
}

export interface ScriptedReply {
  text?: string;
  toolCalls?: ScriptedToolCall[];
  /** Default: 10 in, 5 out. */
  usage?: { inputTokens?: number; cachedInputTokens?: number; outputTokens?: number };
  /** Default: `tool_calls` where there are some, else `stop`. */
  finish?: "stop" | "tool_calls" | "length" | "refused";
  /** HTTP status, default 200. From 400 on the body is an error of the wire format, with `text` as its message. */
  status?: number;
  headers?: Record<string, string>;
  /** Wait before anything is sent. */
  delayMs?: number;
  /** Wait between the pieces of a stream. */
  pieceDelayMs?: number;
  /** Sent as the whole body instead of an answer. */
  raw?: string;
  /** The connection is cut after so many pieces of a stream, or in the middle of a body that is not streamed. */
  cutAfterPieces?: number;
  /** Nothing is ever sent; the connection stays open until the client goes or the server closes. */
  hang?: boolean;
}

export interface ScriptedToolCall {
  /** Default: unique within the server. */
  id?: string;
  name: string;
  input?: unknown;
  /** Sent as the arguments instead of `input` as JSON (OpenAI; a stream of Anthropic), to send what does not parse. */
  rawInput?: string;
}

/** A reply with all that a wire needs. */
export interface CompleteReply {
  id: string;
  text: string;
  toolCalls: { id: string; name: string; input: unknown; json: string }[];
  usage: { inputTokens: number; cachedInputTokens: number; outputTokens: number };
  finish: "stop" | "tool_calls" | "length" | "refused";
}

/** One wire format: reads and checks requests, writes answers. */
export interface WireFormat {
  read(body: Record<string, unknown>, path: string, report: (problem: string) => void): ReadRequest;
  answer(reply: CompleteReply, request: ScriptedRequest): unknown;
  /** The pieces of a server-sent event stream. */
  stream(reply: CompleteReply, request: ScriptedRequest): string[];
  error(status: number, message: string): unknown;
}

export type ReadRequest = Pick<
  ScriptedRequest,
  "model" | "stream" | "system" | "messages" | "tools" | "maxOutputTokens"
>;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asArray(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Splits into pieces of a few characters, as models send them; never inside a surrogate pair. */
export function pieces(text: string, length = 12): string[] {
  const characters = [...text];
  const parts: string[] = [];
  for (let from = 0; from < characters.length; from += length)
    parts.push(characters.slice(from, from + length).join(""));
  return parts;
}

export function checkTools(
  tools: { name: string; schema: Record<string, unknown> }[],
  report: (problem: string) => void,
): void {
  const names = new Set<string>();
  for (const { name, schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) report(`tool name ${JSON.stringify(name)}`);
    if (names.has(name)) report(`tool ${name} is defined twice`);
    names.add(name);
    if (schema.type !== "object") report(`tool ${name}: the schema of its input is not of type object`);
  }
}

/** Every call is answered, once, directly after the message that made it; no answer without a call. */
export function checkToolResults(messages: ScriptedMessage[], report: (problem: string) => void): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      for (const { id } of message.results) {
        if (!open.includes(id)) report(`a tool result for ${id}, which was not called just before`);
        open = open.filter((other) => other !== id);
      }
    } else {
      if (open.length > 0) report(`tool calls without results: ${open.join(", ")}`);
      open = message.toolCalls.map(({ id }) => id);
    }
  }
  if (open.length > 0) report(`tool calls without results at the end: ${open.join(", ")}`);
}
