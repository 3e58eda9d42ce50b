import { describe, expect, it, vi } from "vitest";
import { createListeners } from "./listeners.ts";

describe("change listeners", () => {
  it("208: are called, waited for, and not called once removed", async () => {
    const listeners = createListeners(() => undefined);
    const done: string[] = [];
    const remove = listeners.add(() => void done.push("first"));
    listeners.add(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push("second");
    });
    await listeners.notify();
    expect(done).toEqual(["first", "second"]);
    remove();
    await listeners.notify();
    expect(done).toEqual(["first", "second", "second"]);
    expect(listeners.count).toBe(1);
  });

  it("208: that throw, reject or hang do not keep the others from being told", async () => {
    vi.useFakeTimers();
    try {
      const errors: string[] = [];
      const listeners = createListeners((error) => errors.push(String(error)), 1_000);
      const told = vi.fn();
      listeners.add(() => {
        throw new Error("thrown");
      });
      listeners.add(() => Promise.reject(new Error("rejected")));
      listeners.add(() => new Promise(() => undefined));
      listeners.add(told);
      const notified = listeners.notify();
      await vi.advanceTimersByTimeAsync(1_000);
      await notified;
      expect(told).toHaveBeenCalledTimes(1);
      expect(errors).toEqual(["Error: thrown", "Error: rejected", "Error: a listener took more than 1000 ms"]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
