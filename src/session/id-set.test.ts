import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdSet } from "./id-set.ts";

test("an id is new once, with each number beside it", () => {
  const ids = createIdSet();
  expect(ids.add("a")).toBe(true);
  expect(ids.add("a")).toBe(false);
  expect(ids.add("a", 7)).toBe(true);
  expect(ids.add("a", -7)).toBe(true);
  expect(ids.add("a", 7)).toBe(false);
  expect(ids.has("a")).toBe(true);
  expect(ids.has("b")).toBe(false);
});

test("it answers as a set of strings does", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.uuid(), fc.string({ maxLength: 3 })), { maxLength: 3000 }), (list) => {
      const ids = createIdSet();
      const known = new Set<string>();
      for (const id of list) {
        expect(ids.has(id)).toBe(known.has(id));
        expect(ids.add(id)).toBe(!known.has(id));
        known.add(id);
      }
    }),
    { numRuns: 30 },
  );
});

test("two hundred thousand ids in a row, hardly different, are all told apart", () => {
  const ids = createIdSet();
  let fresh = 0;
  for (let count = 0; count < 200_000; count++) if (ids.add(`msg_${count}`)) fresh++;
  expect(fresh).toBe(200_000);
});
