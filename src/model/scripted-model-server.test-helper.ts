/**
 * A model server for tests: real HTTP on 127.0.0.1, in three wire formats (OpenAI chat completions, Anthropic messages,
 * Google generateContent; whole or streamed), with answers from a script.
 *
 * Contract: every request is checked as the real services check it (messages, roles, tool results, tools, the key). A
 * request that does not hold gets a 400, uses up no reply, and its problems stand in `problems`; so does a request for
 * which the script has no reply left. Tests end with `expect(server.problems).toEqual([])`.
 *
 * @example
 * const server = await startScriptedModelServer({ replies: [{ toolCalls: [{ name: "ls", input: { path: "." } }] }, { text: "done" }] });
 * // base URLs: server.openaiBaseUrl, server.anthropicBaseUrl, server.googleBaseUrl; key: server.apiKey
 * await server.close();
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { seededNumbers, seededText } from "../base/seeded.test-helper.ts";
import { anthropicWire } from "./scripted/anthropic-wire.test-helper.ts";
import { googleWire } from "./scripted/google-wire.test-helper.ts";
import { openaiWire } from "./scripted/openai-wire.test-helper.ts";
import {
  type CompleteReply,
  isRecord,
  type ScriptedReply,
  type ScriptedRequest,
  type ScriptedWire,
  type WireFormat,
} from "./scripted/scripted.test-helper.ts";

export type {
  ScriptedMessage,
  ScriptedReply,
  ScriptedRequest,
  ScriptedToolCall,
  ScriptedWire,
} from "./scripted/scripted.test-helper.ts";

export type ScriptedReplies =
  | readonly ScriptedReply[]
  | ((request: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedModelServer {
  readonly url: string;
  readonly openaiBaseUrl: string;
  readonly anthropicBaseUrl: string;
  readonly googleBaseUrl: string;
  /** The only key that is accepted; made at run time. */
  readonly apiKey: string;
  /** Requests that held, in order. */
  readonly requests: ScriptedRequest[];
  readonly problems: string[];
  /** Ends open connections too. */
  close(): Promise<void>;
}

const WIRES: Record<ScriptedWire, WireFormat> = { openai: openaiWire, anthropic: anthropicWire, google: googleWire };

const random = seededNumbers("model server");

export async function startScriptedModelServer(options: { replies: ScriptedReplies }): Promise<ScriptedModelServer> {
  const requests: ScriptedRequest[] = [];
  const problems: string[] = [];
  const apiKey = `test-${seededText(random, 32)}`;

  const nextReply = async (request: ScriptedRequest): Promise<ScriptedReply | undefined> =>
    typeof options.replies === "function" ? options.replies(request) : options.replies[request.number];

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? "";
    const wire = wireOf(path);
    const refuse = (status: number, found: string[]): void => {
      problems.push(...found.map((problem) => `${incoming.method} ${path}: ${problem}`));
      sendJson(response, status, WIRES[wire ?? "openai"].error(status, found.join("; ")));
    };
    const text = await readBody(incoming);
    if (wire === undefined || incoming.method !== "POST") return refuse(404, ["no such endpoint"]);
    if (keyOf(incoming, wire) !== apiKey) return sendJson(response, 401, WIRES[wire].error(401, "invalid api key"));

    const found: string[] = [];
    const report = (problem: string): void => void found.push(problem);
    const body = parseObject(text, report);
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    if (wire === "anthropic" && headers["anthropic-version"] === undefined) report("no anthropic-version header");
    const request: ScriptedRequest = {
      wire,
      number: requests.length,
      path,
      headers,
      body,
      ...WIRES[wire].read(body, path, report),
    };
    if (found.length > 0) return refuse(400, found);
    requests.push(request);
    const reply = await nextReply(request);
    if (reply === undefined) return refuse(400, [`the script has no reply for request ${request.number + 1}`]);
    await send(response, reply, request);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      problems.push(`the script failed: ${String(error)}`);
      if (!response.headersSent) sendJson(response, 500, openaiWire.error(500, String(error)));
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    openaiBaseUrl: `${url}/v1`,
    anthropicBaseUrl: `${url}/anthropic/v1`,
    googleBaseUrl: `${url}/google/v1beta`,
    apiKey,
    requests,
    problems,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function wireOf(path: string): ScriptedWire | undefined {
  if (path.endsWith("/chat/completions")) return "openai";
  if (/\/messages(\?|$)/.test(path)) return "anthropic";
  if (/\/models\/[^/]+:(generateContent|streamGenerateContent)/.test(path)) return "google";
  return undefined;
}

function keyOf(incoming: IncomingMessage, wire: ScriptedWire): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? "")?.[1];
  if (wire === "openai") return bearer;
  const header = incoming.headers[wire === "anthropic" ? "x-api-key" : "x-goog-api-key"];
  return typeof header === "string" ? header : bearer;
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parseObject(text: string, report: (problem: string) => void): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) return body;
  } catch {
    // Reported below.
  }
  report("the body is not a JSON object");
  return {};
}

async function send(response: ServerResponse, reply: ScriptedReply, request: ScriptedRequest): Promise<void> {
  if (reply.hang === true) return;
  if (reply.delayMs !== undefined) await pause(reply.delayMs);
  const wire = WIRES[request.wire];
  const status = reply.status ?? 200;
  if (reply.raw !== undefined) {
    response.writeHead(status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.raw);
    return;
  }
  if (status >= 400) {
    sendJson(response, status, wire.error(status, reply.text ?? "scripted failure"), reply.headers);
    return;
  }
  const complete = completeReply(reply, request.number);
  if (!request.stream) {
    const text = JSON.stringify(wire.answer(complete, request));
    if (reply.cutAfterPieces === undefined) return sendText(response, status, text, reply.headers);
    response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(status, { "content-type": "text/event-stream", ...reply.headers });
  const parts = wire.stream(complete, request);
  for (const part of parts.slice(0, reply.cutAfterPieces ?? parts.length)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(part, () => resolve()));
    if (reply.pieceDelayMs !== undefined) await pause(reply.pieceDelayMs);
  }
  if (reply.cutAfterPieces !== undefined) response.destroy();
  else response.end();
}

function completeReply(reply: ScriptedReply, number: number): CompleteReply {
  const toolCalls = (reply.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${number}_${index}`,
    name: call.name,
    input: call.input ?? {},
    json: call.rawInput ?? JSON.stringify(call.input ?? {}),
  }));
  return {
    id: `reply_${number}`,
    text: reply.text ?? "",
    toolCalls,
    usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, ...reply.usage },
    finish: reply.finish ?? (toolCalls.length > 0 ? "tool_calls" : "stop"),
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers?: Record<string, string>): void {
  sendText(response, status, JSON.stringify(body), headers);
}

function sendText(response: ServerResponse, status: number, text: string, headers?: Record<string, string>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
