import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fixedClock } from "../base/index.ts";
import { loadSessions, type Message, type MessageOrigin, type MessagePart } from "../session/index.ts";
import { historyOf, UNANSWERED } from "./history.ts";
import { createSessionFile, findSessionId, resumeSessionFile } from "./session-file.ts";
import { expectSound } from "./sound-history.test-helper.ts";

const id = fc.constantFrom("c1", "c2", "c3");
const partOf: Record<MessageOrigin, fc.Arbitrary<MessagePart>> = {
  person: fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  host: fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  model: fc.oneof(
    fc.record({ type: fc.constant("text" as const), text: fc.string() }),
    fc.record({
      type: fc.constant("tool_call" as const),
      callId: id,
      name: fc.constant("ls"),
      input: fc.constant({}),
    }),
  ),
  tool: fc.record({
    type: fc.constant("tool_result" as const),
    callId: id,
    status: fc.constantFrom("ok" as const, "error" as const),
    text: fc.string(),
  }),
};
const message = fc.constantFrom<MessageOrigin>("person", "host", "model", "tool").chain((origin) =>
  fc.uniqueArray(partOf[origin], { maxLength: 3, selector: (part) => ("callId" in part ? part.callId : part) }).map(
    (parts): Message => ({
      id: "m",
      role: origin === "model" ? "assistant" : origin === "tool" ? "tool" : "user",
      origin,
      parts,
      spans: [{ start: 0, end: 1 }],
    }),
  ),
);

it("makes a conversation that every service takes of any messages", () => {
  fc.assert(fc.property(fc.array(message, { maxLength: 20 }), (messages) => expectSound(historyOf(messages).history)));
});

it("goes on with a session file that was cut anywhere, and changes nothing that stood in it", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-cut-")));
  try {
    const projectRoot = join(folder, "project");
    mkdirSync(projectRoot);
    const clock = fixedClock("2026-01-02T03:04:05Z");
    const place = { home: join(folder, "home"), projectRoot };
    const file = createSessionFile({ ...place, id: "s1", model: "m", programVersion: "0", clock });
    file.append({ type: "person", text: "Grüße, 世界" });
    file.append({ type: "model", text: "", toolCalls: [1, 2].map((n) => ({ id: `c${n}`, name: "ls", input: {} })) });
    for (const callId of ["c1", "c2"]) file.append({ type: "tool", callId, name: "ls", status: "ok", text: "a.txt" });
    file.append({ type: "model", text: "Eine Datei." });
    file.close();
    const whole = readFileSync(file.path);
    const headerLength = whole.indexOf(0x0a) + 1;
    // Every 7th byte, so that each record is cut at several places, and right before and after each line's end.
    const ends = [...whole.keys()].filter((at) => whole[at] === 0x0a || whole[at - 1] === 0x0a || at % 7 === 0);
    for (const length of [...ends, whole.length].filter((at) => at >= headerLength)) {
      writeFileSync(file.path, whole.subarray(0, length));
      const resumed = await resumeSessionFile(place, findSessionId(place, "latest"), { model: "m", clock });
      resumed.file.append({ type: "person", text: "Go on" });
      resumed.file.close();
      expectSound([...resumed.history]);
      const after = readFileSync(file.path);
      expect(after.subarray(0, length)).toEqual(whole.subarray(0, length));
      const { sessions, report } = await loadSessions(file.path);
      expect(report.unaccounted).toBe(0);
      expect(report.brokenLines.length).toBeLessThanOrEqual(1);
      expect(sessions[0]?.messages.at(-1)?.parts).toEqual([{ type: "text", text: "Go on" }]);
      expectSound(historyOf(sessions[0]?.messages ?? []).history);
    }
    expect(whole.toString()).not.toContain(UNANSWERED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
