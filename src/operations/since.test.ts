import { describe, expect, it } from "vitest";
import { parseSince } from "./since.ts";

describe("parseSince", () => {
  const now = new Date("2026-11-30T12:00:00Z");

  it("takes a date, or an age in hours, days or weeks", () => {
    expect(parseSince("2026-11-01", now).toISOString()).toBe("2026-11-01T00:00:00.000Z");
    expect(parseSince(" 12h ", now).toISOString()).toBe("2026-11-30T00:00:00.000Z");
    expect(parseSince("7 d", now).toISOString()).toBe("2026-11-23T12:00:00.000Z");
    expect(parseSince("2w", now).toISOString()).toBe("2026-11-16T12:00:00.000Z");
  });

  it.each(["yesterday", "", "-3d", "2026-13-45", "99999999999d", `${"9".repeat(400)}w`])(
    "refuses %j as wrong input",
    (text) => {
      expect(() => parseSince(text, now)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    },
  );
});
