import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { checkPaths, checkTranscript } from "./check-transcript.ts";
import { fileWith, folderWith } from "./transcript-file.test-helper.ts";

const record = (uuid: string, type: "user" | "assistant", content: unknown, more: object = {}): object => ({
  type,
  uuid,
  parentUuid: null,
  sessionId: "main",
  message: { role: type, content },
  ...more,
});
const call = (id: string): object[] => [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }];

test("turns and calls are those of the main thread", async () => {
  const check = await checkTranscript(
    fileWith([
      record("u1", "user", "Find the bug"),
      record("u2", "assistant", call("c1")),
      record("u3", "user", "Look in src", { isSidechain: true }),
      record("u4", "assistant", call("c2"), { isSidechain: true, parentUuid: "u3" }),
      record("u5", "user", "<task-notification>done</task-notification>"),
      record("u6", "user", "And the other one"),
      record("u7", "user", "Sub-agent's task", { isSidechain: true, agentId: "a1" }),
      record("u8", "assistant", call("c3"), { isSidechain: true, agentId: "a1" }),
    ]),
  );
  expect(check).toMatchObject({
    kind: "claude-code",
    records: 8,
    kept: 8,
    unaccounted: 0,
    sessions: 2,
    turns: 2,
    userTurns: 2,
    toolCalls: 1,
  });
  expect(check.exception).toBeUndefined();
});

test("a file that cannot be read has an exception and no numbers", async () => {
  const check = await checkTranscript("/nowhere/at/all");
  expect(check).toMatchObject({ kind: "unknown", records: 0, exception: { code: "TRANSCRIPT_UNREADABLE" } });
});

test("everything below a directory is listed, in order of name", async () => {
  const folder = folderWith({
    "b.jsonl": [record("u1", "user", "Hello")],
    "a/notes.md": "# Notes",
    "a/empty.jsonl": "",
    ".hidden": "{}",
  });
  mkdirSync(`${folder}/c`);
  symlinkSync(folder, `${folder}/c/loop`);
  symlinkSync(`${folder}/b.jsonl`, `${folder}/c/link`);
  symlinkSync(`${folder}/gone`, `${folder}/c/nowhere`);
  const told: string[] = [];
  const checks = await checkPaths([folder, `${folder}/missing`], { checked: ({ path }) => told.push(path) });
  expect(
    checks.map(({ path, kind, skipped, exception }) => [path.slice(folder.length), kind, skipped, exception?.code]),
  ).toEqual([
    ["/.hidden", "unknown", { not_a_transcript: 1 }, undefined],
    ["/a/empty.jsonl", "empty", {}, undefined],
    ["/a/notes.md", "unknown", { not_a_transcript: 1 }, undefined],
    ["/b.jsonl", "claude-code", {}, undefined],
    ["/c/link", "claude-code", {}, undefined],
    ["/c/loop", "unknown", { linked_directory: 1 }, undefined],
    ["/c/nowhere", "unknown", {}, "TRANSCRIPT_UNREADABLE"],
    ["/missing", "unknown", {}, "TRANSCRIPT_UNREADABLE"],
  ]);
  expect(told).toEqual(checks.map(({ path }) => path));
  expect(checks.every(({ unaccounted }) => unaccounted === 0)).toBe(true);
});

test("a directory that may not be read is an exception", async (context) => {
  if (process.getuid?.() === 0) context.skip("root may read everything");
  const folder = folderWith({ "locked/a.jsonl": "" });
  chmodSync(`${folder}/locked`, 0);
  const checks = await checkPaths([folder]);
  chmodSync(`${folder}/locked`, 0o700);
  expect(checks[0]?.exception).toBeDefined();
});
