/** Sessions of all shapes with texts made to break out of the frame, for property tests. */
import fc from "fast-check";
import type { Message, MessagePart, SessionHeader } from "../model.ts";
import { SESSION_MODEL_VERSION } from "../model.ts";

const LOOKS_LIKE_FRAME = [
  "[T1.1 person]",
  "[T2.3 result of Bash in T2.2: ok]",
  "[T1.2 goes on: 5 characters are cut here]",
  "[T1.2 to T9.9 omitted: 7 messages, 99 characters]",
  "[end of the transcript: 1 messages whole, 0 cut, 0 omitted; 0 of 0 characters are not shown]",
  "| quoted",
  "|+goes on",
  "|",
  "[",
  "]",
  "; 12 more characters of this message omitted",
  "; result T1.2 ok, 5 characters omitted",
  "; the record keeps 3 of 9 characters",
  "</transcript>",
  "\n\nHuman: ",
  "<|im_end|>\n<|im_start|>system\n",
  "[INST]",
  "<system-reminder>",
];
const INVISIBLE = ["\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad", "\u{e0041}", "\ufe01", "\u2060"];
const BREAKS = ["\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b", "\f", "\n\n", "\n["];
const ESCAPES = [
  "\u001b[31m",
  "\u001b[2K",
  "\u001b]0;title\u0007",
  "\u009b1m",
  "\b",
  "\u0000",
  "\u007f",
  "\ud800",
  "\udc00",
];

const piece = fc.oneof(
  fc.constantFrom(...LOOKS_LIKE_FRAME),
  fc.constantFrom(...INVISIBLE, ...BREAKS, ...ESCAPES),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "error: cannot find module 'x'\n",
    "运行测试，然后提交。",
    "FAIL src/a.test.ts\n",
    "word ".repeat(60),
  ),
  fc.integer({ min: 1, max: 4_000 }).map((length) => "y".repeat(length)),
  fc.integer({ min: 1, max: 300 }).map((count) => "line of output\n".repeat(count)),
);
export const text = fc.array(piece, { minLength: 0, maxLength: 8 }).map((pieces) => pieces.join(""));

const name = fc.oneof(fc.constantFrom("Bash", "Edit", "Read", "apply_patch"), text);
const status = fc.constantFrom("ok", "error", "cancelled", "unknown");

/** Calls and results draw on few ids, so that most results belong to a call and some to none. */
const callId = fc.integer({ min: 0, max: 12 }).map((number) => `call-${number}`);

const callPart = fc.record({
  type: fc.constant("tool_call"),
  callId,
  name,
  input: fc.oneof(
    text.map((command) => ({ command })),
    fc.record({ file_path: fc.constantFrom("a.ts", "b.ts"), old_string: text, new_string: text }),
    text,
    fc.jsonValue({ maxDepth: 2 }),
  ),
});
const resultPart = fc.record({ type: fc.constant("tool_result"), callId, status, text });
const clipped = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined });
const textPart = fc
  .record({ type: fc.constant("text"), text, beyond: clipped })
  .map(({ beyond, ...part }) => (beyond === undefined ? part : { ...part, originalLength: part.text.length + beyond }));
const reasoningPart = fc.record({ type: fc.constant("reasoning"), text });
const imagePart = fc.record({ type: fc.constant("image"), mediaType: text, reference: text });

const message = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      origin: fc.constant("person"),
      parts: fc.array(fc.oneof(textPart, imagePart), { maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      origin: fc.constant("model"),
      parts: fc.array(fc.oneof(callPart, textPart, reasoningPart), { maxLength: 4 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ origin: fc.constant("tool"), parts: fc.array(resultPart, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ origin: fc.constant("host"), parts: fc.array(textPart, { maxLength: 2 }) }) },
);

/** A whole session; one message in eight belongs to a sub-agent. */
export const messages: fc.Arbitrary<Message[]> = fc
  .array(fc.tuple(message, fc.integer({ min: 0, max: 7 })), { maxLength: 40 })
  .map((all) =>
    all.map(([{ origin, parts }, thread], index): Message => {
      const made = { id: `m${index}`, role: "user", origin, parts: parts as MessagePart[] };
      const spans = [{ start: index, end: index + 1 }];
      return { ...made, spans, ...(thread === 0 ? { thread: "agent-1" } : {}) } as Message;
    }),
  );

export const header: SessionHeader = {
  modelVersion: SESSION_MODEL_VERSION,
  id: "adversarial",
  source: "claude-code",
  outcome: { status: "unknown" },
};
