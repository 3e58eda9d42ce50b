import fc from "fast-check";
import { expect, test } from "vitest";
import { createJsonScanner } from "./json-scanner.ts";

const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8");

test("a value ends exactly where it ends, whatever follows", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom("", " ", "\n", "{", "[1", '"x', "\0"), (value, rest) => {
      const text = JSON.stringify(value);
      const length = bytesOf(text).length;
      const scanner = createJsonScanner();
      const bytes = bytesOf(text + rest);
      const result = scanner.scan(bytes, 0, bytes.length);
      if (result.status === "complete") expect(result.at).toBe(length);
      else expect(scanner.endsHere() && typeof value === "number").toBe(true);
    }),
  );
});

test("pretty-printed values are scanned line by line", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      if (typeof value !== "object" || value === null) return;
      const scanner = createJsonScanner();
      const lines = JSON.stringify(value, null, 2).split("\n").map(bytesOf);
      const results = lines.map((line) => scanner.scan(line, 0, line.length));
      expect(results.at(-1)?.status).toBe("complete");
      expect(results.slice(0, -1).every((result) => result.status === "more")).toBe(true);
    }),
  );
});

test("a beginning of a value is never invalid, and says when it stops inside a string", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const bytes = bytesOf(JSON.stringify(value));
      const result = createJsonScanner().scan(bytes, 0, cut % bytes.length);
      expect(result.status).not.toBe("invalid");
    }),
  );
  expect(createJsonScanner().scan(bytesOf('{"a":"b'), 0, 7)).toEqual({ status: "more", inString: true });
});

test.each(["[1,]", "{a:1}", "[16:29:14]", '{"a" 1}', "]", "nul1", '{"a":1,}', '"a\nb"', "{,}"])(
  "%j is invalid",
  (text) => {
    const bytes = bytesOf(text);
    expect(createJsonScanner().scan(bytes, 0, bytes.length).status).toBe("invalid");
  },
);
