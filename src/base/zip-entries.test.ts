import fc from "fast-check";
import { type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readZip } from "./zip-entries.ts";

const name = fc.stringMatching(/^[a-z]{1,8}$/);
const files = fc.dictionary(name, fc.uint8Array({ maxLength: 2_000 }), { maxKeys: 8 });

/** Everything that reading the whole archive gives, or the code of the error. */
function outcome(archive: Uint8Array): Record<string, string> | string {
  try {
    const { entries } = readZip(archive, "x.zip");
    return Object.fromEntries(entries.map((entry) => [entry.path, Buffer.from(entry.read()).toString("hex")]));
  } catch (error) {
    const { code } = error as { code?: string };
    return code ?? String(error);
  }
}

describe("entries of a zip archive", () => {
  it("are what was put in", () => {
    fc.assert(
      fc.property(files, fc.constantFrom(0, 6), (content, level) => {
        const archive = zipSync(content as Zippable, { level: level as 0 });
        const wanted = Object.entries(content).map(([path, bytes]) => [path, Buffer.from(bytes).toString("hex")]);
        expect(outcome(archive)).toEqual(Object.fromEntries(wanted));
      }),
    );
  });

  it("are the same or refused with a code, whichever bytes were changed on the way", () => {
    const content = { one: Buffer.from("hello"), two: Buffer.alloc(500, "ab") };
    const archive = zipSync(content);
    const whole = outcome(archive) as Record<string, string>;
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(255), fc.nat(archive.length), (at, byte, end) => {
        const broken = Uint8Array.from(archive);
        broken[at] = byte;
        for (const bytes of [broken, broken.subarray(0, end)]) {
          const found = outcome(bytes);
          if (typeof found === "string") expect(found).toMatch(/^ARCHIVE_(?:INVALID|TOO_LARGE)$/);
          // A changed name is another name; what stands under it is still what was put in.
          else for (const text of Object.values(found)) expect(Object.values(whole)).toContain(text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("hold to the bounds before anything is unpacked", () => {
    const archive = zipSync({ a: new Uint8Array(100), b: new Uint8Array(100) });
    const bound = (bounds: Parameters<typeof readZip>[2]) => () => readZip(archive, "x.zip", bounds);
    for (const bounds of [{ entries: 1 }, { entryBytes: 99 }, { totalBytes: 150 }]) {
      expect(bound(bounds)).toThrow(expect.objectContaining({ code: "ARCHIVE_TOO_LARGE" }));
    }
    expect(bound({ entries: 2, entryBytes: 100, totalBytes: 200 })).not.toThrow();
  });
});
