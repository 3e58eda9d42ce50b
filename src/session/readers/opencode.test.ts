import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPaths, checkTranscript } from "../check-transcript.ts";
import { loadSessions } from "../load-sessions.ts";
import { openCodeInfo, openCodeMessages, openCodeRunFixture } from "./agent-fixtures.test-helper.ts";
import { openCodeDocument } from "./opencode.ts";
import { openCodeRun } from "./opencode-run.ts";
import { isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

const exported = { info: openCodeInfo, messages: openCodeMessages };

describe("OpenCode exports", () => {
  test("tell the person's words from made-up parts and compactions", () => {
    const run = runFormat(openCodeDocument, [exported]);
    expect(personTexts(run)).toEqual(["Make the tests pass"]);
    expect(run).toMatchObject({ records: 5, kept: 5, skipped: {} });
    const compactions = run.sessions[0]?.messages.filter((message) => message.compaction);
    expect(compactions?.map((message) => [message.id, message.origin])).toEqual([
      ["msg_3", "host"],
      ["msg_4", "host"],
    ]);
  });

  test("give calls and results step by step, with status by exit code", () => {
    const messages = runFormat(openCodeDocument, [exported]).sessions[0]?.messages ?? [];
    expect(messages.slice(2, 7).map((message) => [message.id, message.role])).toEqual([
      ["msg_2", "assistant"],
      ["msg_2:results", "tool"],
      ["msg_2:1", "assistant"],
      ["msg_2:1:results", "tool"],
      ["msg_2:error", "system"],
    ]);
    expect(messages[3]?.parts).toMatchObject([{ callId: "c1", status: "error", exitCode: 1 }]);
    expect(messages[5]?.parts).toMatchObject([{ callId: "c2", status: "cancelled" }]);
    expect(messages[4]?.parts[1]).toMatchObject({ callId: "c3", status: "unknown" });
  });

  test("name the parent of a sub-agent's session, whose prompts nobody typed", () => {
    const run = runFormat(openCodeDocument, [{ ...exported, info: { ...openCodeInfo, parentID: "ses_0" } }]);
    expect(run.sessions[0]?.header.subAgentOf).toBe("ses_0");
    expect(personTexts(run)).toEqual([]);
  });

  test("leave out what was reverted", () => {
    const run = runFormat(openCodeDocument, [
      { ...exported, info: { ...openCodeInfo, revert: { messageID: "msg_2" } } },
    ]);
    expect(run.skipped).toEqual({ rewound: 3 });
    expect(isAccounted(run)).toBe(true);
    expect(run.sessions[0]?.messages.map((message) => message.id)).toEqual(["msg_1", "msg_1:context"]);
  });
});

describe("OpenCode database rows", () => {
  const rows = {
    project: [{ id: "proj", worktree: "/work/demo" }],
    session: [{ id: "ses_1", parent_id: null, directory: "/work/demo", title: "T", time_created: 1_760_000_000_000 }],
    message: openCodeMessages.map(({ info: { id, sessionID, ...data } }) => ({
      id,
      session_id: sessionID,
      data: JSON.stringify(data),
    })),
    part: openCodeMessages.flatMap(({ info, parts }) =>
      parts.map((part, index) => ({ id: `p${index}`, message_id: info.id, session_id: info.sessionID, data: part })),
    ),
  };

  test("say the same as the export, with data parsed or not", () => {
    const fromRows = runFormat(openCodeDocument, [rows]);
    const fromExport = runFormat(openCodeDocument, [exported]);
    const said = (run: typeof fromRows) => run.sessions[0]?.messages.map(({ id, parts }) => ({ id, parts }));
    expect(said(fromRows)).toEqual(said(fromExport));
    expect(fromRows.skipped).toEqual({ bookkeeping: 1 });
    expect(isAccounted(fromRows)).toBe(true);
  });
});

describe("the split store", () => {
  let root: string;
  const write = async (path: string, value: unknown) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), JSON.stringify(value));
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "autoskill-opencode-"));
    await write("session/proj/ses_1.json", openCodeInfo);
    for (const [index, { info, parts }] of openCodeMessages.entries()) {
      await write(`message/ses_1/m${index}.json`, info);
      for (const [number, part] of parts.entries()) {
        // The first message's parts do not name it: their folder does. The last one's lie flat.
        const { messageID: _, ...nameless } = part as { messageID?: string };
        if (index === 3) await write(`part/flat_${number}.json`, part);
        else await write(`part/${info.id}/${number}.json`, index === 0 ? { ...nameless, time: { start: 1 } } : part);
      }
    }
    await write("part/flat_other.json", { id: "p", messageID: "other", type: "text", text: "not ours" });
    await symlink(join(root, "part/flat_other.json"), join(root, "message/ses_1/link.json"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test("gives the whole conversation for the session's file", async () => {
    const { sessions, report } = await loadSessions(join(root, "session/proj/ses_1.json"));
    const fromExport = runFormat(openCodeDocument, [exported]).sessions[0];
    expect(sessions[0]?.messages.map(({ id, parts }) => ({ id, parts }))).toEqual(
      fromExport?.messages.map(({ id, parts }) => ({ id, parts })),
    );
    expect(report).toMatchObject({ kind: "opencode", records: 1, kept: 1, diagnostics: [] });
  });

  test("counts each turn once when all its files are checked", async () => {
    const checks = await checkPaths([root]);
    const files = checks.filter((check) => !check.path.endsWith("link.json"));
    expect(files.every((check) => check.kind === "opencode" && check.unaccounted === 0 && check.kept === 1)).toBe(true);
    expect(files.reduce((sum, check) => sum + check.userTurns, 0)).toBe(1);
    expect(files.reduce((sum, check) => sum + check.toolCalls, 0)).toBe(3);
  });

  test("does not leave its folder for ids that are paths", async () => {
    const info = { ...openCodeInfo, id: "../../message/ses_1" };
    await write("session/proj/evil.json", info);
    const { sessions } = await loadSessions(join(root, "session/proj/evil.json"));
    expect(sessions[0]?.messages).toEqual([]);
  });

  test("reports a companion that does not parse", async () => {
    await write("session/other/ses_2.json", { ...openCodeInfo, id: "ses_2" });
    await mkdir(join(root, "message/ses_2"), { recursive: true });
    await writeFile(join(root, "message/ses_2/m.json"), "{");
    const { report } = await loadSessions(join(root, "session/other/ses_2.json"));
    expect(report.diagnostics).toMatchObject([{ code: "companion_unreadable" }]);
  });
});

describe("opencode run --format json", () => {
  test("gives a session of what the model did, without turns of a person", async () => {
    const run = runFormat(openCodeRun, openCodeRunFixture);
    expect(run.sessions.map((session) => session.id)).toEqual(["ses_1"]);
    expect(isAccounted(run)).toBe(true);
    await withTranscript(openCodeRunFixture, async (path) => {
      expect(await checkTranscript(path)).toMatchObject({
        kind: "opencode",
        userTurns: 0,
        toolCalls: 3,
        unaccounted: 0,
      });
    });
  });
});
