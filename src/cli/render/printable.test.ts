import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable, printableJson, printableValue } from "./printable.ts";

const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe("text of others on a terminal", () => {
  test("escape sequences are shown and not obeyed, in both forms", () => {
    expect(printable("a\u001b]0;title\u0007b\u009b31mc")).toBe("a\\x1b]0;title\\x07b\\x9b31mc");
  });

  test("text that overwrites its line or turns the reading direction is shown as it is", () => {
    expect(printable("safe\rrm -rf\b \u202etxt.exe")).toBe("safe\\x0drm -rf\\x08 \\u202etxt.exe");
  });

  test("lines, tabs, joined emoji, Persian and Chinese stay", () => {
    const text = "one\ttwo\nthree 👩‍💻 می‌خواهم 项目";
    expect(printable(text)).toBe(text);
    expect(printable("a\r\nb")).toBe("a\nb");
  });

  test("nothing that a terminal obeys is left, wherever it lies in a value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const shown = JSON.stringify(printableValue({ [text]: [value, { inner: text }] }), null, 0);
        expect(OBEYED.test(shown)).toBe(false);
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });

  test("a JSON document has none either, and parses to the same value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const document = printableJson({ text });
        expect(OBEYED.test(document)).toBe(false);
        expect(JSON.parse(document)).toEqual({ text });
      }),
    );
  });
});
