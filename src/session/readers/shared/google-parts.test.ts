import { expect, test } from "vitest";
import { readGoogleContent } from "./google-parts.ts";

test("parts become text, reasoning, calls and media in order, and results beside them", () => {
  const { said, results } = readGoogleContent(
    [
      { text: "hm", thought: true },
      { text: "hello" },
      { functionCall: { id: "c1", name: "ls", args: { path: "." } } },
      { functionCall: { name: "nameless call" } },
      { inlineData: { mimeType: "image/png", data: "AAAA" } },
      { fileData: { mimeType: "application/pdf", fileUri: "files/a.pdf" } },
      { functionResponse: { id: "c1", name: "ls", response: { output: "a.ts" } } },
      { functionResponse: { id: "c2", name: "rm", response: { error: { message: "no" } } } },
    ],
    "m",
  );
  expect(said).toEqual([
    { type: "reasoning", text: "hm" },
    { type: "text", text: "hello" },
    { type: "tool_call", callId: "c1", name: "ls", input: { path: "." } },
    { type: "tool_call", callId: "m.3", name: "nameless call", input: {} },
    { type: "image", mediaType: "image/png", encodedLength: 4 },
    { type: "file", mediaType: "application/pdf", reference: "files/a.pdf" },
  ]);
  expect(results).toEqual([
    { type: "tool_result", callId: "c1", status: "unknown", text: "a.ts" },
    { type: "tool_result", callId: "c2", status: "error", text: '{"message":"no"}' },
  ]);
});

test("a string is one text; what is no part is left out", () => {
  expect(readGoogleContent("hi", "m").said).toEqual([{ type: "text", text: "hi" }]);
  expect(readGoogleContent([null, 5, {}, { text: 7 }, ""], "m")).toEqual({ said: [], results: [] });
});
