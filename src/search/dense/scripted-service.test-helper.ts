/** An embedding service on 127.0.0.1 that answers what a test says, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** Never answers. */
  hang?: boolean;
  /** Closes the connection without an answer. */
  drop?: boolean;
}

export interface ScriptedService {
  url: string;
  asked: AskedRequest[];
  close(): Promise<void>;
}

export async function startScriptedService(
  answer: (request: AskedRequest, number: number) => ScriptedAnswer,
): Promise<ScriptedService> {
  const asked: AskedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url: path = "", headers } = incoming;
      const request = { method, path, headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown };
      asked.push(request);
      const { status = 200, headers: extra = {}, body = {}, hang, drop } = answer(request, asked.length);
      if (drop) outgoing.destroy();
      if (hang || drop) return;
      outgoing.writeHead(status, { "content-type": "application/json", ...extra });
      outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A vector of 3 dimensions that says which text it belongs to: its angle is made of the text's length. */
export function vectorFor(text: string): number[] {
  const angle = text.length / 50;
  return [3 * Math.cos(angle), 3 * Math.sin(angle), 0];
}

/** `vectorFor` at length 1, as an embedder returns it. */
export function unitFor(text: string): Float32Array {
  return Float32Array.from(vectorFor(text), (value) => value / 3);
}
