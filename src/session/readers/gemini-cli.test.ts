import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { geminiDocumentFixture, geminiFixture } from "./agent-fixtures.test-helper.ts";
import { geminiCliDocument, geminiCliLines } from "./gemini-cli.ts";
import { type FormatRun, isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

const partsOf = (run: FormatRun) =>
  run.sessions.flatMap((session) => session.messages).flatMap((message) => message.parts);

const header = { sessionId: "gs-1", projectHash: "abc" };
const user = (id: string, text: string) => ({ id, type: "user", content: [{ text }] });
const model = (id: string, text: string) => ({ id, type: "gemini", content: text });

describe("Gemini CLI transcripts", () => {
  test("count a record that was written twice once, and a result that is repeated as a user record not at all", async () => {
    const run = runFormat(geminiCliLines, geminiFixture);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(run.skipped).toEqual({ metadata: 1, superseded: 1, tool_result_repeated: 1 });
    expect(isAccounted(run)).toBe(true);
    await withTranscript(geminiFixture, async (path) => {
      const check = await checkTranscript(path);
      expect(check).toMatchObject({ kind: "gemini-cli", userTurns: 1, toolCalls: 1, kept: 6, unaccounted: 0 });
    });
  });

  test("take the exit code of a shell over the word success", () => {
    const results = partsOf(runFormat(geminiCliLines, geminiFixture)).filter((part) => part.type === "tool_result");
    expect(results).toMatchObject([{ callId: "c1", status: "error", exitCode: 1 }]);
  });

  test("find the exit code in output whose line ends were escaped twice", () => {
    const call = (output: string, name = "run_shell_command") => ({
      id: "m",
      type: "gemini",
      content: "",
      toolCalls: [
        {
          id: "c",
          name,
          args: {},
          status: "success",
          result: [{ functionResponse: { id: "c", name, response: { output } } }],
        },
      ],
    });
    const escaped = runFormat(geminiCliLines, [header, call("Output: no\\nExit Code: 2\\nSignal: 0")]);
    expect(partsOf(escaped)[1]).toMatchObject({ status: "error", exitCode: 2 });
    const file = runFormat(geminiCliLines, [header, call("a file with\nExit Code: 2\nin it", "read_file")]);
    expect(partsOf(file)[1]).toEqual({
      type: "tool_result",
      callId: "c",
      status: "ok",
      text: "a file with\nExit Code: 2\nin it",
    });
  });

  test("keep the session context for the host and the words for the person", () => {
    const run = runFormat(geminiCliLines, geminiFixture);
    expect(personTexts(run)).toEqual(["Make the tests pass"]);
    expect(run.sessions[0]?.messages.map((message) => message.origin)).toEqual([
      "host",
      "person",
      "model",
      "tool",
      "host",
      "model",
    ]);
  });

  test("fill the header from header line and patches", () => {
    expect(runFormat(geminiCliLines, geminiFixture).sessions[0]).toMatchObject({
      id: "gs-1",
      header: {
        title: "Fixing tests",
        projectRoot: "/work/demo",
        model: "test-model",
        endedAt: "2026-01-01T00:00:02.000Z",
      },
    });
  });

  test("drop the target of a rewind and all after it; an unknown target drops everything", () => {
    const said = [header, user("a", "one"), model("b", "1"), user("c", "two"), model("d", "2")];
    const back = runFormat(geminiCliLines, [...said, { $rewindTo: "c" }, user("e", "three")]);
    expect(personTexts(back)).toEqual(["one", "three"]);
    expect(back.skipped).toEqual({ rewind_marker: 1, rewound: 2 });
    expect(isAccounted(back)).toBe(true);
    const unknown = runFormat(geminiCliLines, [...said, { $rewindTo: "nowhere" }]);
    expect(personTexts(unknown)).toEqual([]);
    expect(unknown.skipped).toEqual({ rewind_marker: 1, rewound: 4 });
  });

  test("keep what happened when a summary takes its place in the model's context", () => {
    const run = runFormat(geminiCliLines, [
      header,
      user("a", "one"),
      model("b", "1"),
      { $set: { messages: [user("s", "Summary: one was said"), model("t", "Got it")] } },
      user("c", "two"),
    ]);
    expect(personTexts(run)).toEqual(["one", "two"]);
    expect(run.sessions[0]?.messages[2]).toMatchObject({ id: "s", origin: "host", compaction: true });
  });

  test("take an aborted turn back when the context is set to a beginning of what is known", () => {
    const run = runFormat(geminiCliLines, [
      header,
      user("a", "one"),
      user("b", "two"),
      { $set: { messages: [user("a", "one")] } },
    ]);
    expect(personTexts(run)).toEqual(["one"]);
    expect(run.skipped).toEqual({ rewound: 1 });
  });

  test("hold neither slash commands nor the files behind an @ for a person's words", () => {
    const run = runFormat(geminiCliLines, [
      header,
      user("a", "/memory show"),
      user("b", "/work/demo is the folder"),
      {
        id: "c",
        type: "user",
        content: [
          { text: "explain @a.ts" },
          { text: "\n--- Content from referenced files ---" },
          { text: "const a = 1;" },
        ],
      },
    ]);
    expect(personTexts(run)).toEqual(["/work/demo is the folder", "explain @a.ts"]);
  });

  test("have no turns of a person in a sub-agent's file", () => {
    const run = runFormat(geminiCliLines, [{ ...header, kind: "subagent" }, user("a", "do this")]);
    expect(run.sessions[0]?.header.subAgentOf).toBe("unknown");
    expect(personTexts(run)).toEqual([]);
  });

  test("read the older single document", async () => {
    const run = runFormat(geminiCliDocument, [geminiDocumentFixture]);
    expect(personTexts(run)).toEqual(["Hello"]);
    expect(run.sessions[0]?.messages.map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
    await withTranscript([geminiDocumentFixture], async (path) => {
      expect(await checkTranscript(path)).toMatchObject({
        kind: "gemini-cli",
        records: 4,
        userTurns: 1,
        unaccounted: 0,
      });
    });
  });
});
