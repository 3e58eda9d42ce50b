import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSqlite } from "../../base/index.ts";
import { loadSessions } from "../../session/index.ts";
import { type OpenCodeExport, readOpenCodeDatabase } from "./database.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-opencode-"));
  path = join(folder, "opencode.db");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const START = Date.parse("2026-02-03T04:05:06Z");

/** A database with the columns that 1.18 uses: a session with a failing and a good command, and its sub-agent. */
function createDatabase(extra: (run: (statement: string) => void) => void = () => {}): void {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT, directory TEXT, title TEXT,
      version TEXT, revert TEXT, model TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
  `);
  const session = database.prepare(
    "INSERT INTO session (id, project_id, parent_id, directory, title, version, time_created, time_updated) VALUES (?, 'p1', ?, '/work/app', ?, '1.18.33', ?, ?)",
  );
  session.run("ses_child", "ses_main", "Look around", START + 2000, START + 3000);
  session.run("ses_main", null, "Fix the build", START, START + 9000);
  const message = database.prepare("INSERT INTO message VALUES (?, ?, ?, ?, ?)");
  const part = database.prepare("INSERT INTO part VALUES (?, ?, ?, ?, ?)");
  const say = (session: string, id: string, at: number, info: object, parts: object[]) => {
    message.run(id, session, at, at, JSON.stringify({ ...info, time: { created: at } }));
    for (const [index, data] of parts.entries()) {
      part.run(`prt_${id}_${index}`, id, session, at, JSON.stringify(data));
    }
  };
  say("ses_main", "msg_1", START, { role: "user" }, [{ type: "text", text: "Please fix the build." }]);
  say("ses_main", "msg_2", START + 1000, { role: "assistant", modelID: "m-1", providerID: "p" }, [
    { type: "step-start" },
    {
      type: "tool",
      tool: "bash",
      callID: "call_1",
      state: {
        status: "completed",
        input: { command: "make" },
        output: "no rule",
        metadata: { exit: 2 },
        time: { start: START, end: START + 1 },
      },
    },
    { type: "text", text: "The target is missing." },
  ]);
  say("ses_child", "msg_3", START + 2000, { role: "user" }, [{ type: "text", text: "List the targets." }]);
  extra((statement) => database.exec(statement));
  database.close();
}

async function readAll(options?: Parameters<typeof readOpenCodeDatabase>[1]): Promise<OpenCodeExport[]> {
  const exports: OpenCodeExport[] = [];
  for await (const exported of readOpenCodeDatabase(path, options)) exports.push(exported);
  return exports;
}

describe("readOpenCodeDatabase", () => {
  it("yields each session as OpenCode would export it, oldest first", async () => {
    createDatabase();
    const exports = await readAll();
    expect(exports.map(({ info }) => info.id)).toEqual(["ses_main", "ses_child"]);
    expect(exports[0]?.info).toEqual({
      id: "ses_main",
      projectID: "p1",
      directory: "/work/app",
      title: "Fix the build",
      version: "1.18.33",
      time: { created: START, updated: START + 9000 },
    });
    expect(exports[0]?.messages.map(({ info }) => [info.id, info.role, info.sessionID])).toEqual([
      ["msg_1", "user", "ses_main"],
      ["msg_2", "assistant", "ses_main"],
    ]);
    expect(exports[0]?.messages[1]?.parts.map(({ type, messageID }) => [type, messageID])).toEqual([
      ["step-start", "msg_2"],
      ["tool", "msg_2"],
      ["text", "msg_2"],
    ]);
    expect(exports[1]?.info.parentID).toBe("ses_main");
  });

  it("gives what the OpenCode reader understands: person turns, calls, exit codes, sub-agents", async () => {
    createDatabase();
    const sessions = [];
    for (const [index, exported] of (await readAll()).entries()) {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(exported));
      sessions.push(...(await loadSessions(file)).sessions);
    }
    const [main, child] = sessions;
    expect(main).toMatchObject({
      id: "ses_main",
      source: "opencode",
      projectRoot: "/work/app",
      title: "Fix the build",
    });
    const parts = main?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts).toContainEqual({ type: "text", text: "Please fix the build." });
    expect(parts).toContainEqual(
      expect.objectContaining({ type: "tool_call", name: "bash", input: { command: "make" } }),
    );
    expect(parts).toContainEqual(expect.objectContaining({ type: "tool_result", status: "error", exitCode: 2 }));
    expect(main?.messages.map(({ origin }) => origin)[0]).toBe("person");
    expect(child).toMatchObject({ id: "ses_child", subAgentOf: "ses_main" });
  });

  it("leaves the database as it was, and reads it while OpenCode has it open", async () => {
    createDatabase();
    const { DatabaseSync } = loadSqlite();
    const open = new DatabaseSync(path);
    open.exec("UPDATE session SET title = 'Changed meanwhile' WHERE id = 'ses_main'");
    const before = { bytes: readFileSync(path), time: statSync(path).mtimeMs };
    const exports = await readAll();
    expect(exports[0]?.info.title).toBe("Changed meanwhile");
    expect({ bytes: readFileSync(path), time: statSync(path).mtimeMs }).toEqual(before);
    open.close();
  });

  it("takes only sessions that changed since a time", async () => {
    createDatabase();
    const exports = await readAll({ since: new Date(START + 5000) });
    expect(exports.map(({ info }) => info.id)).toEqual(["ses_main"]);
  });

  it("leaves out rows that are not JSON, and says so", async () => {
    createDatabase((run) => run("UPDATE part SET data = '{cut' WHERE id = 'prt_msg_1_0'"));
    const told: string[] = [];
    const exports = await readAll({ diagnostic: (code, detail) => told.push(`${code}: ${detail}`) });
    expect(exports[0]?.messages[0]?.parts).toEqual([]);
    expect(told).toEqual(["BROKEN_ROW: The data of prt_msg_1_0 is not a JSON object."]);
  });

  it.each([
    ["no database", () => writeFileSync(path, "not a database, but long enough to have a header of one")],
    ["missing", () => {}],
    ["another program's", () => new (loadSqlite().DatabaseSync)(path).exec("CREATE TABLE notes (id TEXT)")],
  ])("refuses a file that is %s", async (_what, make) => {
    make();
    await expect(readAll()).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
  });
});
