import { expect, test } from "vitest";
import { loadSessions } from "./load-sessions.ts";
import { fileWith, folderWith } from "./transcript-file.test-helper.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const record = (uuid: string, type: "user" | "assistant", content: unknown, more: object = {}): object => ({
  type,
  uuid,
  parentUuid: null,
  sessionId: "main",
  timestamp: at(Number(uuid.slice(1))),
  version: "2.1.0",
  cwd: "/work/demo",
  message: { role: type, content },
  ...more,
});

test("an inline sidechain becomes a child with its own times", async () => {
  const path = fileWith([
    record("u1", "user", "Find the bug"),
    record("u2", "user", "Look in src", { isSidechain: true }),
    record("u3", "assistant", "Looking", { isSidechain: true, parentUuid: "u2" }),
    record("u4", "assistant", "Found it", { parentUuid: "u1" }),
  ]);
  const { sessions, report } = await loadSessions(path);
  expect(sessions).toHaveLength(1);
  const [session] = sessions;
  expect(session?.messages.map(({ id }) => id)).toEqual(["u1", "u4"]);
  expect(session?.children).toMatchObject([
    { id: "main:u2", subAgentOf: "main", projectRoot: "/work/demo", startedAt: at(2), endedAt: at(3) },
  ]);
  expect(session?.children[0]?.messages.map(({ id, origin }) => [id, origin])).toEqual([
    ["u2", "host"],
    ["u3", "model"],
  ]);
  expect(report.unaccounted).toBe(0);
});

test("sub-agents in files of their own are loaded when asked for", async () => {
  const agent = { isSidechain: true, agentId: "a1" };
  const folder = folderWith({
    "main.jsonl": [record("u1", "user", "Find the bug")],
    "main/subagents/agent-a1.jsonl": [record("u2", "user", "Look", agent), record("u3", "assistant", "Found", agent)],
    "main/subagents/agent-a1.meta.json": "{}",
  });
  const alone = await loadSessions(`${folder}/main.jsonl`);
  expect(alone.sessions[0]?.children).toEqual([]);
  const { sessions } = await loadSessions(`${folder}/main.jsonl`, { withChildren: true });
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.children).toMatchObject([
    { id: "main:a1", subAgentOf: "main", messages: [{ id: "u2" }, { id: "u3" }] },
  ]);
});

test("a sub-agent's file alone is a session that names its parent", async () => {
  const { sessions } = await loadSessions(
    fileWith([record("u2", "user", "Look", { isSidechain: true, agentId: "a1" })]),
  );
  expect(sessions).toMatchObject([{ id: "main:a1", subAgentOf: "main" }]);
});

test("two sessions in one file are two sessions", async () => {
  const path = fileWith([record("u1", "user", "One"), record("u2", "user", "Two", { sessionId: "other" })]);
  const { sessions } = await loadSessions(path);
  expect(sessions.map(({ id, messages }) => [id, messages.length])).toEqual([
    ["main", 1],
    ["other", 1],
  ]);
});
