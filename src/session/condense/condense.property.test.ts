import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens, sha256 } from "../../base/index.ts";
import { header, messages, text } from "./adversarial.test-helper.ts";
import { takeApart } from "./condense.test-helper.ts";
import { condenseSession } from "./condense.ts";
import { cutText } from "./cut-text.ts";
import { createOutline } from "./outline.ts";
import { quote } from "./quote.ts";

const budget = fc.oneof(fc.integer({ min: 500, max: 900 }), fc.integer({ min: 900, max: 6_000 }), fc.constant(24_000));
const runs = { numRuns: 60 };
/** Whatever any program may take for the end of a line, and what cannot be seen. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]|[\u{e0000}-\u{e007f}]/u;

describe("a condensed session", () => {
  it("never exceeds its budget, and is the same bytes for the same input", async () => {
    await fc.assert(
      fc.asyncProperty(messages, budget, async (session, maxTokens) => {
        const condensed = await condenseSession({ header, messages: session }, { maxTokens });
        expect(condensed.tokens).toBeLessThanOrEqual(maxTokens);
        expect(condensed.tokens).toBe(estimateTokens(condensed.text));
        expect(condensed.digest).toBe(sha256(condensed.text));
        const again = await condenseSession({ header, messages: structuredClone(session) }, { maxTokens });
        expect(again).toEqual(condensed);
      }),
      runs,
    );
  });

  it("accounts for every message and every character", async () => {
    await fc.assert(
      fc.asyncProperty(messages, budget, async (session, maxTokens) => {
        const condensed = await condenseSession({ header, messages: session }, { maxTokens });
        const all = condensed.turns.flatMap((turn) => turn.messages);
        expect(all.map((message) => message.pointer.messageId)).toEqual(session.map((message) => message.id));
        expect(new Set(all.map(({ id }) => id)).size).toBe(session.length);
        const { closing, declared, headings } = takeApart(condensed.text);
        const outline = createOutline(header);
        const outlined = session.map((message) => outline(message));
        const characters = outlined.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.characters, 0);
        const count = (shown: string) => all.filter((message) => message.shown === shown).length;
        expect(closing).toEqual({
          whole: count("whole"),
          cut: count("cut"),
          omitted: count("omitted"),
          hidden: condensed.cut.characters,
          characters,
        });
        expect(declared).toBe(condensed.cut.characters);
        expect(condensed.cut.messages).toBe(count("cut") + count("omitted"));
        const withContent = outlined.filter(({ pieces }) => pieces.length > 0).map(({ id }) => id);
        const shown = all.filter((message) => message.shown !== "omitted").map(({ id }) => id);
        expect(headings).toEqual(shown.filter((id) => withContent.includes(id)));
      }),
      runs,
    );
  });

  it("has no quoted line that could pass for one of the frame, and nothing unseen", async () => {
    await fc.assert(
      fc.asyncProperty(messages, budget, async (session, maxTokens) => {
        const condensed = await condenseSession({ header, messages: session }, { maxTokens });
        expect(takeApart(condensed.text).strange).toEqual([]);
        expect(condensed.text).not.toMatch(UNSAFE);
        expect(condensed.text.isWellFormed()).toBe(true);
        expect(condensed.text).not.toMatch(/<\|im_|<\/?system-reminder>|\[INST\]/);
        const ends = condensed.text.split("\n").filter((line) => line.startsWith("[end of the transcript"));
        expect(ends).toHaveLength(1);
      }),
      runs,
    );
  });

  it("shows whole messages whole, and all of them when the budget is ample", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.oneof(budget, fc.constant(10_000_000)), async (session, maxTokens) => {
        const condensed = await condenseSession({ header, messages: session }, { maxTokens });
        const { quoted } = takeApart(condensed.text);
        const outline = createOutline(header);
        const became = new Map(condensed.turns.flatMap((turn) => turn.messages).map((one) => [one.id, one.shown]));
        for (const message of session) {
          const { id, pieces } = outline(message);
          if (became.get(id) !== "whole" || pieces.length === 0) continue;
          expect(quoted.get(id)).toEqual(pieces.flatMap((piece) => quote(piece.text).map((line) => line.text)));
        }
        if (maxTokens < 10_000_000) return;
        const isClipped = (one: (typeof session)[number]) =>
          one.parts.some((part) => part.type === "text" && (part.originalLength ?? 0) > part.text.length);
        for (const one of condensed.turns.flatMap((turn) => turn.messages)) {
          if (one.shown === "whole") continue;
          expect(isClipped(session.find(({ id }) => id === one.pointer.messageId) as (typeof session)[number])).toBe(
            true,
          );
        }
      }),
      runs,
    );
  });

  it("cuts no person's words while anything else but the frame is shown", async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.integer({ min: 500, max: 2_000 }), async (session, maxTokens) => {
        const unclipped = session.map((message) => ({
          ...message,
          parts: message.parts.map((part) => (part.type === "text" ? { type: part.type, text: part.text } : part)),
        }));
        const condensed = await condenseSession({ header, messages: unclipped }, { maxTokens });
        const all = condensed.turns.flatMap((turn) => turn.messages);
        if (all.every(({ kind, shown }) => kind !== "person" || shown === "whole")) return;
        const outline = createOutline(header);
        const empty = new Set(
          unclipped.map((message) => outline(message)).flatMap(({ id, pieces }) => (pieces.length === 0 ? [id] : [])),
        );
        expect(all.filter(({ id, kind, shown }) => kind !== "person" && shown !== "omitted" && !empty.has(id))).toEqual(
          [],
        );
      }),
      runs,
    );
  });
});

describe("a cut text", () => {
  it("stays within its room, and says exactly how much is missing", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 6_000 }), fc.nat(400), (whole, room, at) => {
        const lines = quote(whole);
        const marker = (characters: number) => `[T1.1 goes on: ${characters} characters are cut here]`;
        const options = { room, marker, head: 0.4, ...(at % 2 === 0 ? { focus: at % Math.max(1, lines.length) } : {}) };
        const cut = cutText(lines, options);
        expect(estimateTokens(cut.lines.map((line) => `${line}\n`).join("")) * 20).toBeLessThan(room + 20);
        const missing = cut.lines.reduce(
          (sum, line) => sum + Number(/^\[T1\.1 goes on: (\d+)/.exec(line)?.[1] ?? 0),
          0,
        );
        if (cut.lines.length > 0) expect(missing + cut.characters).toBe(whole.length);
        else expect(cut.characters).toBe(0);
      }),
    );
  });
});
