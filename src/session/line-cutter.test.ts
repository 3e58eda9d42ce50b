import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineCutter } from "./line-cutter.ts";

interface Cut {
  values: unknown[];
  spans: string[];
  broken: number[];
  padding: number[];
  records: number;
}

function cut(content: string | Buffer, chunkSizes: number[] = []): Cut {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  const result: Cut = { values: [], spans: [], broken: [], padding: [], records: 0 };
  const cutter = createLineCutter({
    value(value, { start, end }) {
      result.values.push(value);
      result.spans.push(bytes.toString("utf8", start, end));
    },
    broken: (line) => result.broken.push(line),
    padding: (line) => result.padding.push(line),
  });
  let at = 0;
  for (const size of chunkSizes) {
    // The reader's buffer is used again after each push, so a chunk must not be held on to.
    const chunk = Buffer.from(bytes.subarray(at, at + size));
    cutter.push(chunk);
    chunk.fill(0x7b);
    at += size;
  }
  cutter.push(Buffer.from(bytes.subarray(at)));
  cutter.finish();
  result.records = cutter.records();
  return result;
}

test("one value a line, with its span in bytes", () => {
  const { values, spans, broken } = cut('{"a":"é"}\n{"b":2}\n');
  expect(values).toEqual([{ a: "é" }, { b: 2 }]);
  expect(spans).toEqual(['{"a":"é"}', '{"b":2}']);
  expect(broken).toEqual([]);
});

test("a BOM, CR, blank lines and blanks around values are passed over", () => {
  const { values, spans, records } = cut('\uFEFF{"a":1}\r\n\r\n  \n\t{"b":2} \r\n{"c":3}');
  expect(values).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  expect(spans).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  expect(records).toBe(3);
});

test("NUL padding around values is passed over, alone on a line it counts", () => {
  const { values, padding, records, broken } = cut('\0\0{"a":1}\0\0\n\0\0\0\n{"b":2}\0{"c":3}\n\0\0');
  expect(values).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  expect(padding).toEqual([2, 4]);
  expect(broken).toEqual([]);
  expect(records).toBe(5);
});

test("values glued on one line are several records", () => {
  const { values, spans, records } = cut('{"a":1}{"b":[2]} {"c":"}{"}\n');
  expect(values).toEqual([{ a: 1 }, { b: [2] }, { c: "}{" }]);
  expect(spans[2]).toBe('{"c":"}{"}');
  expect(records).toBe(3);
});

test("a value glued to a cut one is kept, the cut one reported", () => {
  const { values, broken, records } = cut('{"a":1}{"b":"tex\n{"c":3}\n');
  expect(values).toEqual([{ a: 1 }, { c: 3 }]);
  expect(broken).toEqual([1]);
  expect(records).toBe(3);
});

test("pretty-printed values among lines are one record each", () => {
  const pretty = JSON.stringify({ a: [1, { b: "x" }], c: {} }, null, 2);
  const { values, spans, broken } = cut(`{"first":1}\n${pretty}\n{"last":1}\n`);
  expect(values).toEqual([{ first: 1 }, { a: [1, { b: "x" }], c: {} }, { last: 1 }]);
  expect(spans[1]).toBe(pretty);
  expect(broken).toEqual([]);
});

test.each(['{"a":', '{"a":{"b":1', '{"a":"tex', '{"a":1,', '{"a":tru', "["])(
  "after the cut line %j reading goes on",
  (line) => {
    const { values, broken } = cut(`${line}\n{"b":2}\n{"c":3}\n`);
    expect(values).toEqual([{ b: 2 }, { c: 3 }]);
    expect(broken).toEqual([1]);
  },
);

test("a truncated last line is reported, also when cut inside a character", () => {
  const bytes = Buffer.from('{"a":1}\n{"b":"日本"}', "utf8");
  expect(cut(bytes.subarray(0, bytes.length - 3)).broken).toEqual([2]);
  expect(cut(bytes.subarray(0, bytes.length - 3)).values).toEqual([{ a: 1 }]);
});

test("each line of a log that is no JSON is broken, and only those", () => {
  const { values, broken, records } = cut('[16:29:14] start\nplain words\n{"a":1}\n12: {"b":2}\n');
  expect(broken).toEqual([1, 2, 4]);
  expect(values).toEqual([{ a: 1 }, 12]);
  expect(records).toBe(5);
});

test("lines that only open are given up without reading them again and again", () => {
  const { broken, values } = cut(`${"[\n".repeat(20_000)}`);
  expect(broken).toHaveLength(20_000);
  expect(values).toEqual([]);
});

test("a line of 8 MiB is one record", () => {
  const text = "x".repeat(8 * 1024 * 1024);
  const { values, broken } = cut(`${JSON.stringify({ text })}\n{"b":2}\n`, Array(9).fill(1024 * 1024));
  expect((values[0] as { text: string }).text).toHaveLength(text.length);
  expect(values[1]).toEqual({ b: 2 });
  expect(broken).toEqual([]);
});

test("nothing in, nothing out", () => {
  expect(cut("")).toEqual({ values: [], spans: [], broken: [], padding: [], records: 0 });
  expect(cut("\n\n\r\n").records).toBe(0);
});

const line = fc.oneof(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 1)),
  fc.string(),
  fc.constantFrom("", "\0\0", "{", "[1,", '{"a":1}{"b":2}', "\r", "\uFEFF{}", '{"a":"', "}"),
);

test("any content: all records are told as values, broken lines or padding, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 40 })), (lines, sizes) => {
      const content = lines.join("\n");
      const whole = cut(content);
      expect(whole.values.length + whole.broken.length + whole.padding.length).toBe(whole.records);
      expect(new Set(whole.broken).size).toBe(whole.broken.length);
      expect(whole.spans.map((span) => JSON.parse(span))).toEqual(whole.values);
      expect(cut(content, sizes)).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});
