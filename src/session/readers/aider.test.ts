import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { aider } from "./aider.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aider-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(lines: readonly string[]) {
  const path = join(folder, "history.md");
  await writeFile(path, lines.join("\n"));
  const { sessions, report } = await loadSessions(path, { formats: [aider] });
  const bytes = await readFile(path);
  const saidBy = (origin: string) =>
    sessions.flatMap((session) =>
      session.messages
        .filter((message) => message.origin === origin)
        .flatMap((message) => message.parts.map((part) => ("text" in part ? part.text : part.type))),
    );
  return { sessions, report, bytes, saidBy };
}

const log = [
  "",
  "# aider chat started at 2026-02-03 04:05:06",
  "",
  "> Aider v0.99.1  ",
  "> Main model: maker/model-1 with diff edit format  ",
  "",
  "#### fix the rounding  ",
  "####   ",
  "#### > see the second test  ",
  "",
  "I will round:",
  "",
  "#### Why",
  "",
  "> A quotation of mine.",
  "",
  "```python",
  "# aider chat started at noon",
  "round(x)",
  "```",
  "",
  "> Applied edit to src/a.py  ",
  "> Commit 1234567 fix: round  ",
  "",
  "#### /run pytest  ",
  "> ==== test session starts ====",
  "collected 1 item",
  "1 failed  ",
  "",
  "#### /ask why does it fail?  ",
  "",
  "####  why does it fail?  ",
  "",
  "It rounds down.",
  "",
  "#### <blank>  ",
  "#### 不要改动测试  ",
  "",
  "# aider chat started at 2026-02-03 05:00:00",
  "",
  "# aider chat started at 2026-02-03 06:00:00",
  "",
  "#### hello  ",
];

describe("aider", () => {
  test("each chat in which something is said is a session", async () => {
    const { sessions, report } = await load(log);
    expect(report.kind).toBe("aider");
    expect(report.unaccounted).toBe(0);
    expect(sessions.map((session) => [session.startedAt, session.messages.length])).toEqual([
      ["2026-02-03T04:05:06", 11],
      ["2026-02-03T06:00:00", 1],
    ]);
    expect(sessions[0]).toMatchObject({ sourceVersion: "0.99.1", model: "maker/model-1" });
  });

  test("tells the person's lines from headings and quotations in an answer", async () => {
    const { saidBy } = await load(log);
    expect(saidBy("person")).toEqual([
      "fix the rounding\n\n> see the second test",
      "why does it fail?",
      "不要改动测试",
      "hello",
    ]);
    const [answer] = saidBy("model");
    expect(answer?.startsWith("I will round:")).toBe(true);
    for (const inside of ["#### Why", "> A quotation of mine.", "# aider chat started at noon"]) {
      expect(answer).toContain(inside);
    }
  });

  test("commands, their output and echoes are the host's; an applied edit is the model's", async () => {
    const { saidBy, sessions } = await load(log);
    expect(saidBy("host").slice(1)).toEqual([
      "Applied edit to src/a.py\nCommit 1234567 fix: round",
      "/run pytest",
      "==== test session starts ====\ncollected 1 item\n1 failed",
      " why does it fail?",
    ]);
    expect(
      sessions[0]?.messages.flatMap((message) => message.parts).filter((part) => part.type === "tool_call"),
    ).toEqual([{ type: "tool_call", callId: "call-1", name: "edit_file", input: { path: "src/a.py" }, status: "ok" }]);
  });

  test("spans hold the bytes of the lines", async () => {
    const { sessions, bytes } = await load(log);
    const said = sessions[0]?.messages.find((message) => message.origin === "person");
    const span = said?.spans[0] ?? { start: 0, end: 0 };
    expect(bytes.toString("utf8", span.start, span.end)).toBe(log.slice(6, 9).join("\n"));
  });

  test("a log that was cut at its head is recognised by a later chat", async () => {
    const { report, saidBy } = await load(["and so on.", "", ...log.slice(1)]);
    expect(report.kind).toBe("aider");
    expect(saidBy("model")[0]).toBe("and so on.");
  });

  test.each([
    ["a README", ["# Project", "", "#### Usage", "", "> Note", "Run it."]],
    [
      "a page about aider",
      ["# aider", "", "```", "# aider chat started at 2026-02-03 04:05:06", "> Aider v1  ", "```"],
    ],
    ["a heading in passing", ["# Notes", "", "# aider chat started at 2026-02-03 04:05:06", "", "That was its log."]],
  ])("does not claim %s", async (_, lines) => {
    expect((await load(lines)).report.kind).toBe("unknown");
  });

  test("any mixture of its lines is accounted for", async () => {
    const piece = fc.constantFrom(...log, "# aider chat started at 2026-02-03 07:00:00", "> open", "text  ", "\r");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (lines) => {
        const { report, sessions } = await load([log[1] ?? "", ...lines]);
        expect(report).toMatchObject({ kind: "aider", unaccounted: 0, diagnostics: [] });
        for (const { messages } of sessions) {
          expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
