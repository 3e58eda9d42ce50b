import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../base/index.ts";
import { digestMessage, finishMessage, TEXT_LIMIT, TOOL_TEXT_LIMIT } from "./finish-message.ts";
import type { Message, MessagePart } from "./model.ts";

const secret = (): string => `ghp_${"a1B2".repeat(9)}`;

function finished(part: MessagePart): MessagePart {
  const message: Message = { id: "1", role: "user", origin: "person", parts: [part], spans: [{ start: 0, end: 1 }] };
  return finishMessage(message).parts[0] as MessagePart;
}

test("secrets are replaced in texts, results, calls and references", () => {
  const parts: MessagePart[] = [
    { type: "text", text: `use ${secret()} now` },
    { type: "tool_result", callId: "c", status: "ok", text: `use ${secret()} now` },
    { type: "tool_call", callId: "c", name: "Bash", input: { command: `use ${secret()} now` } },
    { type: "tool_call", callId: "c", name: "Bash", input: `use ${secret()} now` },
    { type: "file", reference: `https://x.example/?q=${secret()}` },
  ];
  for (const part of parts) {
    const text = JSON.stringify(finished(part));
    expect(text).not.toContain(secret());
    expect(text).toContain("[redacted:");
  }
});

test("what is within bounds stays as it is", () => {
  const text = "y".repeat(TEXT_LIMIT);
  expect(finished({ type: "text", text })).toEqual({ type: "text", text });
  const input = { a: ["b", { c: 1 }], d: null };
  expect(finished({ type: "tool_call", callId: "c", name: "n", input })).toEqual({
    type: "tool_call",
    callId: "c",
    name: "n",
    input,
  });
});

test("a long result keeps its head and its tail and says its size", () => {
  const text = `HEAD ${"word ".repeat(50_000)} TAIL`;
  const part = finished({ type: "tool_result", callId: "c", status: "ok", text });
  if (part.type !== "tool_result") throw new Error("not a result");
  expect(part.originalLength).toBe(text.length);
  expect(part.text.startsWith("HEAD ")).toBe(true);
  expect(part.text.endsWith(" TAIL")).toBe(true);
  expect(part.text).toContain(`[… ${text.length - TOOL_TEXT_LIMIT} characters left out …]`);
  expect(part.text.length).toBeLessThan(TOOL_TEXT_LIMIT + 100);
});

test("a secret that lies across a cut leaves no piece of itself", () => {
  for (let shift = 0; shift <= secret().length; shift += 3) {
    const filler = "some words here\n".repeat(10_000);
    const at = TOOL_TEXT_LIMIT / 2 - shift;
    const head = `${filler.slice(0, at - 1)} ${secret()} ${filler}`;
    const tail = `${filler}\n ${secret()} ${filler.slice(0, TOOL_TEXT_LIMIT / 2 - shift)}`;
    for (const text of [head, tail]) {
      const part = finished({ type: "tool_result", callId: "c", status: "ok", text });
      expect(JSON.stringify(part)).not.toContain("a1B2a1B2");
    }
  }
});

test("long strings, many values and deep nesting in a call's input are bounded, and say so", () => {
  let deep: unknown = "bottom";
  for (let level = 0; level < 5000; level++) deep = [deep];
  const input = { long: "z".repeat(100_000), many: Array.from({ length: 20_000 }, (_, index) => index), deep };
  const part = finished({ type: "tool_call", callId: "c", name: "n", input });
  const text = JSON.stringify(part);
  expect(text).toContain("characters left out");
  expect(text).toContain("values left out");
  expect(text.length).toBeLessThan(100_000);
  expect(JSON.stringify(finished({ type: "tool_call", callId: "c", name: "n", input: { deep } }))).toContain(
    "deeper than 32 levels",
  );
});

test("a cut never leaves half a character", () => {
  const part = finished({ type: "text", text: `a${"😀".repeat(40_000)}` });
  expect(part.type === "text" && part.text.isWellFormed()).toBe(true);
});

test("a data URL is no reference", () => {
  expect(finished({ type: "image", reference: "data:image/png;base64,AAAA", encodedLength: 4 })).toEqual({
    type: "image",
    encodedLength: 4,
  });
});

test("the digest is of what was said, not of where or when, nor of the secret in it", () => {
  const say = (text: string, id: string, at: string): Message =>
    finishMessage({
      id,
      at,
      role: "user",
      origin: "person",
      parts: [{ type: "text", text }],
      spans: [{ start: id.length, end: 9 }],
    });
  const one = say(`use ghp_${"b2C3".repeat(9)} now`, "1", "2026-01-01T00:00:00Z");
  const other = say(`use ${secret()} now`, "22", "2026-02-02T00:00:00Z");
  expect(digestMessage(one)).toBe(digestMessage(other));
  expect(digestMessage(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(digestMessage(say("else", "1", "x"))).not.toBe(digestMessage(one));
});

test("finishing twice changes nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (input, text) => {
      const message: Message = {
        id: "1",
        role: "assistant",
        origin: "model",
        parts: [
          { type: "tool_call", callId: "c", name: "n", input },
          { type: "text", text },
        ],
        spans: [{ start: 0, end: 1 }],
      };
      const once = digestMessage(finishMessage(message));
      expect(digestMessage(finishMessage(message))).toBe(once);
    }),
  );
});

test("the digest is the sha256 of the canonical JSON of role, origin and parts", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.jsonValue(), (text, name, input) => {
      const message: Message = {
        id: "1",
        role: "assistant",
        origin: "model",
        parts: [
          { type: "reasoning", text, originalLength: 70_000 },
          { type: "tool_call", name, callId: "c", input: { b: [input], a: text } },
          { type: "tool_result", status: "error", exitCode: 2, callId: "c", text },
        ],
        spans: [],
      };
      const [said, called] = [JSON.stringify(text), JSON.stringify(name)];
      const bytes =
        `{"origin":"model","parts":[{"originalLength":70000,"text":${said},"type":"reasoning"},` +
        `{"callId":"c","input":{"a":${said},"b":[${canonicalJson(input)}]},"name":${called},"type":"tool_call"},` +
        `{"callId":"c","exitCode":2,"status":"error","text":${said},"type":"tool_result"}],"role":"assistant"}`;
      expect(digestMessage(message)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
  );
});
