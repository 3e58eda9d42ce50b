import { expect, it } from "vitest";
import { cancellation, signalUntil } from "./bounded.ts";

it("ends with the caller's signal, with its time, or never", async () => {
  const caller = new AbortController();
  const both = signalUntil(caller.signal, 60_000);
  const never = signalUntil(undefined, undefined);
  caller.abort();
  expect(both.aborted).toBe(true);
  expect(cancellation(both).code).toBe("MODEL_CANCELLED");
  expect(never.aborted).toBe(false);

  const timed = signalUntil(undefined, -1);
  await new Promise((resolve) => timed.addEventListener("abort", resolve, { once: true }));
  expect(cancellation(timed).code).toBe("MODEL_TIMEOUT");
});
