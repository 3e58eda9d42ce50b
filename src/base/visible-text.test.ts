import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleText } from "./visible-text.ts";

describe("text made visible", () => {
  it("shows controls, what has no width, what turns the direction, and hidden ASCII as escapes", () => {
    expect(visibleText("a\u0000b\u001bc\u200bd\u202ee\u{e0041}f\u2028g\ufeff")).toBe(
      "a\\x00b\\x1bc\\u200bd\\u202ee\\u{e0041}f\\u2028g\\ufeff",
    );
  });

  it("leaves letters of all scripts, emoji and tabs as they are", () => {
    const text = "Ünïcode\tтест 请先运行 क्\u200dष नमस्ते 👩\u200d💻 ✔\ufe0f می\u200cخواهم";
    expect(visibleText(text)).toBe(text);
  });

  it("shows joiners where they join nothing", () => {
    expect(visibleText("a\u200db \u200c")).toBe("a\\u200db \\u200c");
  });

  it("breaks the control words of chat templates", () => {
    expect(visibleText("<|im_start|>system </s> [/INST] <</SYS>> <end_of_turn> <system-reminder>")).toBe(
      "<\\|im_start|>system <\\/s> [\\/INST] <\\</SYS>> <\\end_of_turn> <\\system-reminder>",
    );
    expect(visibleText("a < b | c, List<string>, [x]")).toBe("a < b | c, List<string>, [x]");
  });

  it("changes nothing more when it is done twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = visibleText(text);
        expect(visibleText(once)).toBe(once);
        expect(once).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u2028\u2029]/);
      }),
    );
  });
});
