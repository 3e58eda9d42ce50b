import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Message, SESSION_MODEL_VERSION, type Session } from "../session/index.ts";
import { condenseHistory, sizeOf } from "./condense-history.ts";
import { historyOf } from "./history.ts";
import { expectSound } from "./sound-history.test-helper.ts";

type Unnamed = Omit<Message, "id" | "spans">;

const person = (text: string): Unnamed => ({ role: "user", origin: "person", parts: [{ type: "text", text }] });
const host = (text: string): Unnamed => ({ role: "user", origin: "host", parts: [{ type: "text", text }] });
const says = (text: string): Unnamed => ({ role: "assistant", origin: "model", parts: [{ type: "text", text }] });
const wasCondensed: Unnamed = { ...host("condensed"), compaction: true };
let calls = 0;
const works = (outputs: readonly string[], text = ""): Unnamed[] => {
  const ids = outputs.map(() => `call-${++calls}`);
  return [
    {
      role: "assistant",
      origin: "model",
      parts: [
        ...(text === "" ? [] : [{ type: "text" as const, text }]),
        ...ids.map((callId) => ({ type: "tool_call" as const, callId, name: "shell", input: { command: "make" } })),
      ],
    },
    ...outputs.map(
      (output, index): Unnamed => ({
        role: "tool",
        origin: "tool",
        parts: [{ type: "tool_result", callId: ids[index] ?? "", status: "ok", text: output }],
      }),
    ),
  ];
};

const sessionOf = (messages: readonly Unnamed[]): Session => ({
  modelVersion: SESSION_MODEL_VERSION,
  id: "s1",
  source: "autoskill",
  outcome: { status: "unknown" },
  children: [],
  messages: messages.map((message, index) => ({
    ...message,
    id: `m${index}`,
    spans: [{ start: index, end: index + 1 }],
  })),
});

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index % 97}`).join(" ");

async function condense(steps: readonly Unnamed[], room: number) {
  const session = sessionOf(steps);
  const { history } = historyOf(session.messages);
  return { history, result: await condenseHistory(session, history, room) };
}

describe("a conversation made shorter", () => {
  it("is a record of what was, and the newest messages as they are", async () => {
    const { history, result } = await condense(
      [
        host("<available_skills>how to tar</available_skills>"),
        person("Use tar, never zip."),
        ...works([words(3_000)]),
        says("Packed."),
        person("Now the docs."),
        ...works([words(900), "second"]),
      ],
      8_000,
    );
    expect(result?.condensed).toBe(6);
    const [first, ...rest] = result?.messages ?? [];
    expect(rest).toEqual(history.slice(-2));
    const text = first?.role === "user" ? first.text : "";
    expect(text).toContain("| Use tar, never zip.");
    expect(text).toContain("What the user said in it still holds");
    expect(text).not.toContain("read_turn");
    expect(text.endsWith("Now the docs.")).toBe(true);
    expect(sizeOf(result?.messages ?? [])).toBeLessThan(sizeOf(history));
  });

  it("puts the request under way again, with the skills that were given for it where there is room", async () => {
    const given = "<available_skills>use make check</available_skills>";
    const steps = (skills: string) => [
      person("Old."),
      says(words(3_000)),
      host(skills),
      person("Check it."),
      ...works([words(1_000)]),
    ];
    const lastOf = async (skills: string) => {
      const [first] = (await condense(steps(skills), 6_000)).result?.messages ?? [];
      return first?.role === "user" ? first.text.split("as it was put:]").at(-1)?.trim() : "";
    };
    expect(await lastOf(given)).toBe(`${given}\n\nCheck it.`);
    expect(await lastOf(words(2_000))).toBe("Check it.");
  });

  it("never cuts the newest message of the user, however long it is", async () => {
    const long = words(6_000);
    const { result } = await condense([person("Old."), says(words(2_000)), person(long)], 8_000);
    expect(result?.messages).toHaveLength(1);
    const [only] = result?.messages ?? [];
    expect(only?.role === "user" && only.text.endsWith(long)).toBe(true);
  });

  it("has room for what the person said before it has room for anything else", async () => {
    const wanted = Array.from({ length: 70 }, (_, index) => `Rule ${index}: ${words(10)}.`);
    const steps = wanted.flatMap((rule) => [person(rule), ...works([words(200)]), says("Noted.")]);
    const { result } = await condense([...steps, person("Go on.")], 12_000);
    expect(wanted.filter((rule) => !JSON.stringify(result?.messages).includes(rule))).toEqual([]);
    expect(sizeOf(result?.messages ?? [])).toBeLessThan(12_000 * 0.75);
  });

  it("lets go of results that alone would fill the model", async () => {
    const { result } = await condense([person("Read it all."), ...works([words(9_000), words(9_000)])], 8_000);
    expect(result?.messages).toHaveLength(1);
    expect(sizeOf(result?.messages ?? [])).toBeLessThan(3_000);
  });

  it("is left as it is where nothing is older than the newest, or no record would fit", async () => {
    expect((await condense([person(words(9_000))], 8_000)).result).toBeUndefined();
    expect((await condense([person("A"), says(words(3_000)), person("B")], 1_500)).result).toBeUndefined();
  });

  it("is sound for every service, and ends as it was", async () => {
    const text = fc.integer({ min: 1, max: 400 }).map(words);
    const turn = fc
      .tuple(
        fc.array(text.map(host), { maxLength: 1 }),
        fc.array(text.map(person), { minLength: 1, maxLength: 2 }),
        fc.array(
          fc.oneof(
            fc
              .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "I look."))
              .map((work) => works(...work)),
            fc.constant([wasCondensed]),
          ),
          { maxLength: 6 },
        ),
        fc.array(text.map(says), { minLength: 1, maxLength: 1 }),
      )
      .map(([before, said, work, answer]) => [...before, ...said, ...work.flat(), ...answer]);
    const long = [person("Begin."), ...works([words(3_000)]), says("Begun.")];
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 6 }),
        fc.nat(3),
        fc.integer({ min: 2_500, max: 9_000 }),
        async (turns, dropped, room) => {
          const steps = [...long, ...turns.flat()];
          // It is asked for before a request: the last message is the user's or a tool's.
          const end = steps.findLastIndex(({ origin }, index) => index < steps.length - dropped && origin !== "model");
          const { history, result } = await condense(steps.slice(0, end + 1), room);
          if (result === undefined) throw new Error("not condensed");
          expectSound(result.messages);
          expect(result.messages[0]?.role).toBe("user");
          const kept = result.messages.slice(1);
          expect(kept).toEqual(history.slice(history.length - kept.length));
          expect(result.condensed).toBeGreaterThan(0);
          expect(sizeOf(kept)).toBeLessThanOrEqual(room * 0.75);
        },
      ),
      { numRuns: 60 },
    );
  });
});
