/** Whatever is in a file: no exception, and every record accounted for, with all formats that there are. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTranscript } from "./check-transcript.ts";
import { chatGptConversation, claudeAiConversation } from "./readers/chat-export-fixtures.test-helper.ts";
import { folderWith, linesOf } from "./transcript-file.test-helper.ts";

const claude = linesOf([
  { type: "user", uuid: "u1", sessionId: "s", message: { role: "user", content: "Größe prüfen 检查" } },
  {
    type: "assistant",
    uuid: "u2",
    sessionId: "s",
    message: { id: "m", role: "assistant", content: [{ type: "text", text: "ok" }] },
  },
  {
    type: "user",
    uuid: "u3",
    sessionId: "s",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "x" }] },
  },
]);
const codex = linesOf([
  { timestamp: "2026-01-01T00:00:00Z", type: "session_meta", payload: { id: "t" } },
  { timestamp: "2026-01-01T00:00:01Z", type: "event_msg", payload: { type: "user_message", message: "Größe prüfen" } },
]);
const chat = JSON.stringify(
  [
    {
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
      ],
    },
  ],
  null,
  2,
);
const exported = JSON.stringify([
  chatGptConversation("one", [{ id: "u", role: "user", content: "Größe prüfen 检查" }]),
  chatGptConversation("two", [{ id: "u", role: "user", content: "Again" }]),
]);
const exportedLines = linesOf([claudeAiConversation("one", [{ sender: "human", content: "Größe" }])]);
const prose = "# aider chat started at 2026-01-01 00:00:00\n\n#### fix it\n\nDone.\n";

const damaged = fc
  .tuple(
    fc.constantFrom(claude, codex, chat, exported, exportedLines, prose).map((text) => Buffer.from(text)),
    fc.nat({ max: 600 }),
    fc.nat({ max: 600 }),
    fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom("\n", "\0\0", "}{", '"', "\uFEFF", "\r\n\r\n").map((text) => Uint8Array.from(Buffer.from(text))),
    ),
  )
  .map(([bytes, from, length, insert]) =>
    Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + length)]),
  );

test("any bytes, and any damage to a transcript, end well", async () => {
  const path = join(folderWith({}), "transcript");
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: damaged }, { weight: 1, arbitrary: fc.uint8Array() }),
      async (bytes) => {
        writeFileSync(path, bytes);
        const check = await checkTranscript(path);
        expect(check.exception).toBeUndefined();
        expect(check.unaccounted).toBe(0);
        expect(check.skipped.reader_error).toBeUndefined();
        expect(check.kept).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 120 },
  );
});

test("two files glued together give what both give", async () => {
  const other = claude.replaceAll('"s"', '"other"').replaceAll(/"u(\d)"/g, '"v$1"');
  const folder = folderWith({ one: claude, both: claude.trimEnd() + other });
  const [one, both] = [await checkTranscript(join(folder, "one")), await checkTranscript(join(folder, "both"))];
  expect(one).toMatchObject({ records: 3, userTurns: 1 });
  expect(both).toMatchObject({ records: 6, sessions: 2, userTurns: 2, brokenLines: [] });
});
