import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { header, person, runs, says } from "../facts/facts.test-helper.ts";
import { header as adversarial, messages } from "./adversarial.test-helper.ts";
import { messagesOf } from "./condense.test-helper.ts";
import { condenseSession } from "./condense.ts";
import { createTurnReader, type TurnPage } from "./turn-reader.ts";

const output = Array.from({ length: 450 }, (_, index) => `line ${index}`).join("\n");
const session = messagesOf([says("Hello."), person("Run it."), runs("npm test", 1, output), person("Thanks.")]);
const reader = () => createTurnReader({ header, messages: session });

const textOf = async (id: string, options = {}) => {
  const page = await reader().readTurn(id, options);
  if (!("text" in page)) throw new Error(page.code);
  return page;
};

describe("reading a turn again", () => {
  it("gives a message as it stands in the condensed text", async () => {
    const page = await textOf("T1.2");
    expect(page).toEqual({ id: "T1.2", text: "[T1.2 model calls Bash]\n| command: npm test\n", total: 2 });
    const condensed = await condenseSession({ header, messages: session });
    expect(condensed.text).toContain(page.text);
  });

  it("gives a turn of any length page by page, in whole lines", async () => {
    const pages: TurnPage[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.next) {
      pages.push(await textOf("T1", { offset }));
    }
    expect(pages.map(({ total }) => total)).toEqual([455, 455, 455]);
    expect(pages.map(({ next }) => next)).toEqual([200, 400, undefined]);
    const all = pages.map(({ text }) => text).join("");
    const condensed = await condenseSession({ header, messages: session });
    expect(condensed.text).toContain(all);
    expect(await textOf("T1", { offset: 10, limit: 2 })).toMatchObject({ text: "| line 5\n| line 6\n", next: 12 });
  });

  it("knows turn T0, the prelude, and the last turn", async () => {
    expect((await textOf("T0")).text).toBe("[T0.1 model]\n| Hello.\n");
    expect((await textOf("T2")).text).toBe("[T2.1 person]\n| Thanks.\n");
  });

  it("says what is wrong with an id or offset, and what to give instead", async () => {
    const read = reader().readTurn;
    expect(await read("turn 3")).toMatchObject({ code: "BAD_TURN_ID", next: expect.stringContaining("T3.2") });
    expect(await read("T9")).toMatchObject({ code: "NO_SUCH_TURN", next: expect.stringContaining("T2.1") });
    expect(await read("T1.9")).toMatchObject({ code: "NO_SUCH_TURN" });
    expect(await read("T2", { offset: 2 })).toMatchObject({
      code: "BAD_OFFSET",
      next: expect.stringContaining("0 to 1"),
    });
  });

  it("stops reading behind the turn that was asked for", async () => {
    const seen: string[] = [];
    const counted = createTurnReader({
      header,
      messages: async (visit) => {
        for (const message of session) {
          seen.push(message.id);
          if (!visit(message)) return;
        }
      },
    });
    await counted.readTurn("T0");
    expect(seen).toEqual(["m0", "m1"]);
  });

  it("gives every message of any session, each line quoted or of the frame", async () => {
    await fc.assert(
      fc.asyncProperty(messages, async (some) => {
        const { turns } = await condenseSession({ header: adversarial, messages: some });
        const { readTurn } = createTurnReader({ header: adversarial, messages: some });
        for (const turn of turns.slice(0, 3)) {
          const page = await readTurn(turn.id, { limit: 1_000 });
          if (!("text" in page)) throw new Error(page.code);
          for (const line of page.text.split("\n").slice(0, -1)) expect(line).toMatch(/^\||^\[T\d+\.\d+ [^[\]]+\]$/);
        }
      }),
      { numRuns: 40 },
    );
  });
});
