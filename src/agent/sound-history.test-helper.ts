import { expect } from "vitest";
import type { ModelMessage } from "../model/index.ts";

/** What the services demand: calls answered once, at once, by nothing else; never two of the user's in a row. */
export function expectSound(history: readonly ModelMessage[]): void {
  history.forEach((message, index) => {
    const next = history[index + 1];
    if (message.role === "user") expect(next?.role).not.toBe("user");
    if (message.role === "assistant" && (message.toolCalls ?? []).length > 0) {
      const ids = message.toolCalls?.map(({ id }) => id);
      expect(next?.role === "tool" ? next.results.map(({ id }) => id).sort() : undefined).toEqual(ids?.sort());
    }
    if (message.role === "tool") {
      const before = history[index - 1];
      expect(before?.role === "assistant" && before.toolCalls?.length).toBe(message.results.length);
    }
  });
}
