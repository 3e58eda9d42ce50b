/** Numbers counted by hand in the files of ../shared, which are not part of the project. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkPaths, checkTranscript } from "./check-transcript.ts";
import { loadSessions } from "./load-sessions.ts";
import type { Session } from "./model.ts";
import { folderWith } from "./transcript-file.test-helper.ts";

const shared = join(import.meta.dirname, "../../../shared");
const sessions = (name: string): string => join(shared, "sessions", name);
const agents = (name: string): string => join(shared, "agents", name);
const present = existsSync(shared);
if (!present) console.info("../shared is absent: the tests over real transcripts are skipped");

const personWords = ({ messages }: Session): string[] =>
  messages
    .filter(({ origin }) => origin === "person")
    .map(({ parts }) => ("text" in (parts[0] ?? {}) ? (parts[0] as { text: string }).text : ""));

describe.skipIf(!present)("real transcripts", () => {
  test.each([
    ["claude-code/sample_session.jsonl", 2],
    ["claude-code/snapshots-only.jsonl", 0],
    ["claude-code/v1.0.119-tiny.jsonl", 2],
    ["claude-code/v1.0.5x-7x-1-continue-run-ls-tool.jsonl", 2],
    ["claude-code/v1.0.5x-7x-permission-prompt-aborted-with-interrupt.jsonl", 1],
    ["claude-code/v1.0.5x-7x-task_non_sdk.jsonl", 1],
    ["claude-code/v1.0.5x-7x-task_sdk.jsonl", 2],
    ["claude-code/v1.0.98-sidechain-inline.jsonl", 2],
    ["claude-code/v1.0.x-representative_messages.jsonl", 4],
    ["claude-code/v1.0.x-todowrite_examples.jsonl", 2],
    ["claude-code/v2.0.24-pomodoro.jsonl", 3],
    ["claude-code/v2.0.5-pdf-document-343KB-line.jsonl", 15],
    ["claude-code/v2.0.76-investigation.jsonl", 18],
    ["claude-code/v2.1.38-subagent-calls.jsonl", 2],
    ["claude-code/v2.1.38-tool-heavy.jsonl", 2],
    ["claude-code/v2.1.39-head.jsonl", 1],
    ["claude-code/v2.1.39-subagents/4d5611e5-241a-462a-8d15-5122611a9569.jsonl", 2],
    ["codex/session_simple.jsonl", 1],
    ["codex/session_toolcall.jsonl", 1],
    ["codex/v0.47-pomodoro.jsonl", 3],
    ["codex/v0.9-sample_rollout.jsonl", 1],
  ])("%s has %i user turns", async (name, expected) => {
    const check = await checkTranscript(sessions(name));
    expect(check.userTurns).toBe(expected);
    expect(check.kind).toBe(name.split("/")[0]);
    expect(check.unaccounted).toBe(0);
  });

  test("broken and odd files of the edge folder end well", async () => {
    const numbers = async (name: string) => {
      const { kind, records, brokenLines, skipped, userTurns } = await checkTranscript(sessions(name));
      return { kind, records, brokenLines, duplicates: skipped.duplicate ?? 0, userTurns };
    };
    const claude = { kind: "claude-code", duplicates: 0 };
    expect(await numbers("edge/claude-truncated-last-line.jsonl")).toEqual({
      ...claude,
      records: 123,
      brokenLines: [123],
      userTurns: 3,
    });
    expect(await numbers("edge/claude-truncated-in-utf8.jsonl")).toEqual({
      ...claude,
      records: 2,
      brokenLines: [2],
      userTurns: 1,
    });
    expect(await numbers("edge/claude-duplicated-tail.jsonl")).toEqual({
      ...claude,
      records: 10,
      brokenLines: [],
      duplicates: 3,
      userTurns: 2,
    });
    expect(await numbers("edge/codex-truncated-last-line.jsonl")).toMatchObject({
      kind: "codex",
      records: 153,
      brokenLines: [153],
      userTurns: 3,
    });
    expect(await numbers("edge/empty.jsonl")).toMatchObject({ kind: "empty", records: 0 });
    expect(await numbers("edge/only-newlines.jsonl")).toMatchObject({ kind: "empty", records: 0 });
    expect(await numbers("claude-code/not-jsonl-numbered-listing.jsonl")).toMatchObject({ kind: "unknown" });
  });

  test("the line of 8 MiB is read", async () => {
    const tiny = readFileSync(sessions("claude-code/v1.0.119-tiny.jsonl"), "utf8");
    const path = join(folderWith({}), "huge.jsonl");
    const record = {
      type: "user",
      uuid: "huge",
      sessionId: "s",
      message: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "t", content: "x".repeat(8 * 1024 * 1024) }],
      },
    };
    writeFileSync(path, `${tiny.trimEnd()}\n${JSON.stringify(record)}\n`);
    expect(await checkTranscript(path)).toMatchObject({ kind: "claude-code", records: 8, kept: 8, userTurns: 2 });
  });

  test("Claude Code 2.1.332: turns, failed and passed runs, the sub-agent beside the file", async () => {
    const project = agents("claude-code/transcript/-home-dev-work-claude");
    const { sessions: found } = await loadSessions(join(project, "c877ec61-5f5e-44b7-ba71-cd83b70dd50d.jsonl"), {
      withChildren: true,
    });
    expect(found).toHaveLength(1);
    const [session] = found as [Session];
    expect(personWords(session)).toHaveLength(1);
    expect(session.messages.filter(({ compaction }) => compaction)).toHaveLength(2);
    const results = session.messages.flatMap(({ parts }) => parts).filter((part) => part.type === "tool_result");
    expect(results.map(({ status, exitCode }) => [status, exitCode])).toEqual([
      ["error", 1],
      ["ok", undefined],
      ["ok", undefined],
      ["unknown", undefined],
      ["ok", undefined],
    ]);
    expect(session.children.map(({ subAgentOf }) => subAgentOf)).toEqual([session.id]);
    expect(session.children[0]?.messages.map(({ origin }) => origin)).toEqual(["host", "model", "tool", "model"]);
  });

  test("Codex 0.171: exit codes, the patch, the sub-agent's thread", async () => {
    const transcript = agents(
      "codex/transcript/rollout-2026-11-29T17-58-55-01a22875-c20c-7920-8cee-ae0f4ef574b0.jsonl",
    );
    const { sessions: found } = await loadSessions(transcript);
    const [session] = found as [Session];
    expect(personWords(session)).toHaveLength(1);
    const results = session.messages.flatMap(({ parts }) => parts).filter((part) => part.type === "tool_result");
    expect(results.map(({ status, exitCode }) => [status, exitCode])).toEqual([
      ["error", 1],
      ["error", 1],
      ["ok", 0],
      ["error", undefined],
      ["unknown", undefined],
      ["unknown", undefined],
    ]);
    const child = agents("codex/transcript/rollout-2026-11-29T17-58-56-01a22875-c5c1-7861-862a-bf2a24afac26.jsonl");
    const { sessions: children } = await loadSessions(child);
    expect(children.map(({ subAgentOf }) => subAgentOf)).toEqual([session.id]);
  });

  test("every span leads back to the record that it came from", async () => {
    for (const name of ["claude-code/v2.0.24-pomodoro.jsonl", "codex/v0.47-pomodoro.jsonl"]) {
      const bytes = readFileSync(sessions(name));
      const { sessions: found } = await loadSessions(sessions(name));
      for (const { start, end } of found.flatMap(({ messages }) => messages.flatMap(({ spans }) => spans))) {
        expect(typeof JSON.parse(bytes.toString("utf8", start, end))).toBe("object");
      }
    }
  });

  test("everything in sessions and agents: no exception, every record accounted for", async () => {
    const checks = await checkPaths([join(shared, "sessions"), join(shared, "agents")]);
    expect(checks.filter(({ exception }) => exception !== undefined)).toEqual([]);
    expect(checks.filter(({ unaccounted }) => unaccounted !== 0)).toEqual([]);
    const readerErrors = checks.filter(({ skipped }) => skipped.reader_error !== undefined);
    expect(readerErrors.map(({ path }) => path)).toEqual([]);
    expect(checks.length).toBeGreaterThan(400);
  });
});
