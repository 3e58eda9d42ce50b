import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { fileWith } from "../transcript-file.test-helper.ts";
import { geminiApps } from "./gemini-apps.ts";
import { outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, runFormat } from "./run-format.test-helper.ts";

const record = (time: string, title: string, answers: readonly string[] = [], more = {}) => ({
  header: "Gemini Apps",
  title,
  time: `2026-02-0${time}:00.000Z`,
  products: ["Gemini Apps"],
  activityControls: ["Gemini Apps Activity"],
  ...(answers.length > 0 && { safeHtmlItem: answers.map((html) => ({ html })) }),
  ...more,
});

/** As Takeout writes it: newest first. */
const log = [
  record("2T10:00", "Prompted And in Rome?", ["<p>Sunny.</p>"]),
  record("2T09:00", "Used Gemini Apps"),
  record("1T10:20", "Prompted In short, please.", ["<p>First try</p>", "<p>Second <b>try</b></p>"]),
  record("1T10:10", "Created a document"),
  record("1T10:00", "Prompted Always answer in verse.", ["<p>As you&#39;d like:</p><ul><li>one</li></ul>"], {
    subtitles: [
      { name: "Attached 1 file." },
      { name: "-  a.png", url: "a-1.png" },
      { name: "-  b.pdf", url: "b-1.pdf" },
    ],
    imageFile: "a-1.png",
  }),
];

describe("Takeout's record of the Gemini app", () => {
  test("prompts that lie close together are one conversation, in the order in which they were said", () => {
    const run = runFormat(geminiApps, log);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(run.sessions.map(({ id, messages }) => [id, outline(messages)])).toEqual([
      ["gemini-apps-2026-02-02T10:00:00.000Z", ["person: And in Rome?", "model: Sunny."]],
      [
        "gemini-apps-2026-02-01T10:00:00.000Z",
        [
          "person: Always answer in verse. + file + image",
          "model: As you'd like:\none",
          "person: In short, please.",
          "model: Second try",
        ],
      ],
    ]);
    expect(run.skipped).toEqual({ bookkeeping: 2 });
    expect(isAccounted(run)).toBe(true);
  });

  test("each message has the bytes of its own record", async () => {
    const content = JSON.stringify(log, null, 2);
    const { sessions, report } = await loadSessions(fileWith(content));
    expect(report).toMatchObject({ kind: "gemini-apps", records: 5, kept: 3, unaccounted: 0 });
    for (const { at, spans } of sessions.flatMap(({ messages }) => messages)) {
      const [span] = spans;
      expect(JSON.parse(Buffer.from(content).toString("utf8", span?.start, span?.end))).toMatchObject({ time: at });
    }
  });

  test("in another language a title counts when it was answered, with its verb", () => {
    const other = { header: "Apps de Gemini", products: ["Apps de Gemini"] };
    const run = runFormat(geminiApps, [
      record("1T10:00", "Petición: ¿Llueve?", ["<p>No.</p>"], other),
      record("1T09:50", "Has usado Gemini", [], other),
    ]);
    expect(run.sessions.flatMap(({ messages }) => outline(messages))).toEqual([
      "person: Petición: ¿Llueve?",
      "model: No.",
    ]);
    expect(run.skipped).toEqual({ bookkeeping: 1 });
  });

  test("what another product recorded, and records in another shape, are not read", () => {
    const search = record("1T10:00", "Searched for Gemini", [], { header: "Search", products: ["Search"] });
    const run = runFormat(geminiApps, [search, 5, ...log, { ...log[0], time: "yesterday" }]);
    expect(run.skipped).toEqual({ bookkeeping: 2, other_activity: 1, not_an_object: 1 });
    expect(run.sessions.map(({ id }) => id)).toContain("gemini-apps-fallback");
    expect(runFormat(geminiApps, [search, search]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(geminiApps, log);
  });
});
