import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSqlite } from "../base/index.ts";
import type { Message } from "../session/index.ts";
import { readSource } from "./transcript-source.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-source-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const said = (messages: Message[]) =>
  messages
    .filter((message) => message.origin === "person")
    .flatMap((message) => message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));

describe("reading what a path holds", () => {
  it("reads every session of OpenCode's database, told by its first bytes and not by its name", async () => {
    const path = join(folder, "state");
    const { DatabaseSync } = loadSqlite();
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT);`);
    for (const [id, text] of [
      ["ses_a", "Fix the build."],
      ["ses_b", "Write the docs."],
    ] as const) {
      database.prepare("INSERT INTO session VALUES (?, NULL, '/w', 'T', '1.18.33', 1, 2)").run(id);
      database
        .prepare("INSERT INTO message VALUES (?, ?, 1, ?)")
        .run(`msg_${id}`, id, JSON.stringify({ role: "user" }));
      database
        .prepare("INSERT INTO part VALUES (?, ?, ?, ?)")
        .run(`prt_${id}`, `msg_${id}`, id, JSON.stringify({ type: "text", text }));
    }
    database.close();
    const messages: Message[] = [];
    const report = await readSource(path, { message: (message) => messages.push(message) });
    expect(report.sessions.map((session) => session.id)).toEqual(["ses_a", "ses_b"]);
    expect(report.unaccounted).toBe(0);
    expect(said(messages)).toEqual(["Fix the build.", "Write the docs."]);
  });

  it("reads a transcript file as such", async () => {
    const path = join(folder, "chat.json");
    writeFileSync(
      path,
      JSON.stringify({
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "Hi" },
        ],
      }),
    );
    const messages: Message[] = [];
    await readSource(path, { message: (message) => messages.push(message) });
    expect(said(messages)).toEqual(["Hello"]);
  });
});
