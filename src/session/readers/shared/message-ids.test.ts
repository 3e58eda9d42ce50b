import { expect, test } from "vitest";
import { createMessageIds } from "./message-ids.ts";

test("takes the source's id, else counts, and never gives one twice", () => {
  const idOf = createMessageIds();
  const ids = [undefined, "m1", "m1", 7, null, {}, "m1", "m1~2", "1"].map((wanted) => idOf(wanted));
  expect(ids).toEqual(["0", "m1", "m1~2", "7", "1", "2", "m1~3", "m1~2~2", "1~2"]);
});
