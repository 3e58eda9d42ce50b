/** What holds for each of these readers whatever a file does to it, and which of them claims which content. */
import { describe, expect, test } from "vitest";
import type { TranscriptFormat } from "../reader.ts";
import * as fixtures from "./agent-fixtures.test-helper.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { geminiCliDocument, geminiCliLines } from "./gemini-cli.ts";
import { transcriptFormats } from "./index.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { openClaw } from "./openclaw.ts";
import { openCodeDocument } from "./opencode.ts";
import { openCodeRun } from "./opencode-run.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";
import { qwenCodeStream } from "./qwen-code-stream.ts";

const openCodeExport = { info: fixtures.openCodeInfo, messages: fixtures.openCodeMessages };
const openCodeRows = {
  session: [{ ...fixtures.openCodeInfo, revert: '{"messageID":"msg_4"}' }],
  message: fixtures.openCodeMessages.map(({ info }) => ({ id: info.id, session_id: "ses_1", data: info })),
  part: fixtures.openCodeMessages.flatMap(({ info, parts }) =>
    parts.map((part, index) => ({ id: `p${index}`, message_id: info.id, session_id: "ses_1", data: part })),
  ),
};

const cases: [name: string, format: TranscriptFormat, fixture: readonly unknown[]][] = [
  ["Qwen Code", qwenCode, fixtures.qwenFixture],
  ["Qwen Code's stream", qwenCodeStream, fixtures.qwenStreamFixture],
  ["Gemini CLI", geminiCliLines, fixtures.geminiFixture],
  ["Gemini CLI's document", geminiCliDocument, [fixtures.geminiDocumentFixture]],
  ["an OpenCode export", openCodeDocument, [openCodeExport]],
  ["OpenCode's rows", openCodeDocument, [openCodeRows]],
  ["OpenCode's run stream", openCodeRun, fixtures.openCodeRunFixture],
  ["Copilot CLI", copilotCli, fixtures.copilotFixture],
  ["Cursor", cursor, fixtures.cursorFixture],
  ["Pi", pi, fixtures.piFixture],
  ["OpenClaw", openClaw, fixtures.openClawFixture],
];

describe.each(cases)("%s", (_name, format, fixture) => {
  test("loses no record, throws on nothing, and gives every message its own id, however the data is damaged", () => {
    expectToHoldUnderMutation(format, fixture);
  });

  test("is claimed by its own reader before any other", () => {
    const text = fixture.map((value) => JSON.stringify(value)).join("\n");
    const claims = transcriptFormats
      .filter((other) => other.layout !== "document" || fixture.length === 1)
      .map((other) => ({ other, confidence: other.recognise({ layout: other.layout, values: [...fixture], text }) }));
    claims.sort((a, b) => b.confidence - a.confidence);
    expect(claims[0]?.other).toBe(format);
    expect(claims[0]?.confidence).toBeGreaterThan(claims[1]?.confidence ?? 1);
  });
});

test.each([
  [
    "a hook's payload",
    { session_id: "s", transcript_path: "/x", cwd: "/", hook_event_name: "Stop", timestamp: "2026-01-01" },
  ],
  ["settings", { hooks: { SessionStart: [] }, mcpServers: {} }],
  ["a usage line", { version: 1, sessionId: "s", timestamp: 1, models: {}, tools: {} }],
  [
    "a plugin's event",
    { hook: "event", event: { id: "e", type: "message.part.updated", properties: { sessionID: "s", part: {} } } },
  ],
  ["a result", { type: "result", timestamp: "2026-01-01", sessionId: "s", exitCode: 0 }],
  ["text", "user: hello"],
  ["null", null],
])("%s is no session of any of these", (_name, value) => {
  for (const [, format] of cases) {
    expect(format.recognise({ layout: format.layout, values: [value], text: JSON.stringify(value) })).toBe(0);
  }
});
