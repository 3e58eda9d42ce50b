import { describe, expect, it } from "vitest";
import type { Message } from "./model.ts";
import { readTranscriptDocument } from "./read-document.ts";

const exported = {
  info: { id: "ses_demo", directory: "/work/demo", title: "Demo", version: "1.18.0", time: { created: 1, updated: 2 } },
  messages: [
    {
      info: { id: "msg_1", sessionID: "ses_demo", role: "user", time: { created: 1 } },
      parts: [{ id: "prt_1", messageID: "msg_1", type: "text", text: "Please add a test." }],
    },
  ],
};

describe("reading a session that is a value already", () => {
  it("gives the same sessions and messages as a file would, without spans", () => {
    const messages: Message[] = [];
    const report = readTranscriptDocument("/data/agent.db", exported, {
      message: (message) => messages.push(message),
    });
    expect(report).toMatchObject({ kind: "opencode", path: "/data/agent.db", unaccounted: 0 });
    expect(report.sessions.map((session) => session.id)).toEqual(["ses_demo"]);
    expect(messages.filter((message) => message.origin === "person")).toHaveLength(1);
    expect(messages.flatMap((message) => message.spans).every((span) => span.start === 0 && span.end === 0)).toBe(true);
  });

  it("accounts for a value that no format knows", () => {
    expect(readTranscriptDocument("/data/agent.db", { some: "thing" }, {})).toMatchObject({
      kind: "unknown",
      records: 1,
      skipped: { not_a_transcript: 1 },
      unaccounted: 0,
    });
  });
});
