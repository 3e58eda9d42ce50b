import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineCutter } from "./line-cutter.ts";
import { createListCutter } from "./list-cutter.ts";

/** What a cutter finds in a text that arrives in pieces of these sizes; a piece's buffer is overwritten afterwards. */
function cut(content: string, chunkSizes: number[] = [], create: typeof createListCutter = createListCutter) {
  const bytes = Buffer.from(content, "utf8");
  const found = { values: [] as unknown[], spans: [] as string[], broken: [] as number[], padding: [] as number[] };
  const cutter = create({
    value(value, { start, end }, own) {
      found.values.push(value);
      found.spans.push(bytes.toString("utf8", start, end));
      expect(own.toString("utf8")).toBe(bytes.toString("utf8", start, end));
    },
    broken: (line) => found.broken.push(line),
    padding: (line) => found.padding.push(line),
  });
  let at = 0;
  for (const size of [...chunkSizes, bytes.length]) {
    const chunk = Buffer.from(bytes.subarray(at, at + size));
    cutter.push(chunk);
    chunk.fill(0x7b);
    at += size;
  }
  cutter.finish();
  return found;
}

test("every element of any array comes with its own bytes, however the file arrives", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.constantFrom(0, 2),
      fc.constantFrom("", "\uFEFF", " \n\0"),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }),
      (array, indent, before, sizes) => {
        const values = JSON.parse(JSON.stringify(array)) as unknown[];
        const found = cut(before + JSON.stringify(values, null, indent), sizes);
        expect(found.values).toEqual(values);
        expect(found.spans.map((text) => JSON.parse(text))).toEqual(values);
        expect(found.broken).toEqual([]);
      },
    ),
  );
});

test("values that are in no array come as from the line cutter", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.json(), fc.constantFrom("{", "", "\0", " x"))), fc.boolean(), (lines, mark) => {
      const content = `${mark ? "\uFEFF" : ""}${lines.join("\n")}`;
      fc.pre(!/^\uFEFF?[\s\0]*\[/.test(content));
      const asLines = cut(content, [3], (sink) => ({ ...createLineCutter(sink), isArray: () => false }));
      expect(cut(content, [3])).toEqual(asLines);
    }),
  );
});

test("an element that is no JSON is told by its line, and the next one is read", () => {
  const found = cut('[\n{"a":1},\n{"b":nope},\n{"c":[3]}\n, }, "x" ]');
  expect(found.values).toEqual([{ a: 1 }, { c: [3] }, "x"]);
  expect(found.broken).toEqual([3, 5]);
});

test("what is cut off is one broken record", () => {
  expect(cut('[{"a":1},{"b":"2')).toMatchObject({ values: [{ a: 1 }], broken: [1] });
  expect(cut('[{"a":1},')).toMatchObject({ values: [{ a: 1 }], broken: [] });
});

test("arrays that were put one behind the other are read as one", () => {
  expect(cut("[1, 2]\n[3]").values).toEqual([1, 2, 3]);
});

test("a file that begins with more than 1 MiB of blanks is no array", () => {
  const blanks = 1024 * 1024;
  expect(cut(`${"\n".repeat(blanks)}[1]`, [blanks]).values).toEqual([1]);
  expect(cut(`${"\n".repeat(blanks + 1)}[1]`, [blanks + 1]).values).toEqual([[1]]);
});
