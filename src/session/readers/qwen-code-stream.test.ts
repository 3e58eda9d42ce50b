import { expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { qwenStreamFixture } from "./agent-fixtures.test-helper.ts";
import { qwenCodeStream } from "./qwen-code-stream.ts";
import { isAccounted, runFormat, withTranscript } from "./run-format.test-helper.ts";

test("what Qwen Code prints is a session of its own kind, though the lines look like Claude Code's", async () => {
  await withTranscript(qwenStreamFixture, async (path) => {
    expect(await checkTranscript(path)).toMatchObject({
      kind: "qwen-code",
      userTurns: 0,
      toolCalls: 1,
      unaccounted: 0,
    });
  });
  const run = runFormat(qwenCodeStream, qwenStreamFixture);
  expect(run.sessions[0]).toMatchObject({ id: "qs-1", header: { projectRoot: "/work/demo", sourceVersion: "0.24.0" } });
  expect(run.sessions[0]?.messages.map((message) => [message.role, message.thread])).toEqual([
    ["assistant", undefined],
    ["tool", undefined],
    ["user", "c1"],
  ]);
  expect(run.skipped).toEqual({ stream_event: 1, metadata: 1 });
  expect(isAccounted(run)).toBe(true);
});
