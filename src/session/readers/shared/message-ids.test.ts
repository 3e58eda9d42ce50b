import { expect, test } from "vitest";
import { createMessageIds } from "./message-ids.ts";

test("takes the source's id, else the place in the session, and never gives one twice", () => {
  const idOf = createMessageIds();
  expect([idOf(), idOf("m1"), idOf("m1"), idOf(7), idOf(null), idOf({}), idOf("m1")]).toEqual([
    "0",
    "m1",
    "m1~2",
    "7",
    "4",
    "5",
    "m1~3",
  ]);
});
