import fc from "fast-check";
import { expect, test } from "vitest";
import { findSpans } from "./document-spans.ts";

type Path = (string | number)[];

function everyPath(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [{ path, value }, ...members.flatMap(([key, inner]) => everyPath(inner, [...path, key]))];
}

test("the span of every value in any document parses to that value", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(0, 2),
      fc.constantFrom("", "\uFEFF", " \n"),
      (document, indent, before) => {
        const value = JSON.parse(JSON.stringify(document));
        const bytes = Buffer.from(before + JSON.stringify(value, null, indent), "utf8");
        const wanted = everyPath(value);
        const spans = findSpans(
          bytes,
          wanted.map(({ path }) => path),
        );
        spans.forEach(({ start, end }, index) => {
          expect(JSON.parse(bytes.toString("utf8", start, end))).toEqual(wanted[index]?.value);
        });
      },
    ),
  );
});

test("what the document does not have has no span", () => {
  expect(findSpans(Buffer.from('{"a":[1]}'), [["a", 3], ["b"], ["a", 0, "c"]])).toEqual([
    { start: 0, end: 0 },
    { start: 0, end: 0 },
    { start: 0, end: 0 },
  ]);
});
