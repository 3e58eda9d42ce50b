import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

/** The definition, word by word: sorted keys at every level, then plain JSON. */
function byDefinition(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(byDefinition).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${byDefinition(member)}`).join(",")}}`;
}

const value = fc.anything({ key: fc.oneof(fc.string(), fc.constantFrom("10", "9", "a", "Z", "é", "__proto__")) });

test("keys are sorted by UTF-16 code unit at every level, and undefined members are left out", () => {
  expect(canonicalJson({ b: 1, a: { 10: "x", 9: undefined, Z: [{ d: null, c: "\n" }] }, "": undefined })).toBe(
    '{"a":{"10":"x","Z":[{"c":"\\n","d":null}]},"b":1}',
  );
  expect(canonicalJson([undefined, {}, []])).toBe("[null,{},[]]");
});

test("every value gives the bytes of the definition", () => {
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any)).toBe(byDefinition(any));
    }),
  );
});

test("JSON values come back whole", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
});
