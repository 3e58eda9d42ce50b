/** Random damage to a fixture, and what has to hold for every reader whatever the damage. */
import fc from "fast-check";
import { expect } from "vitest";
import type { TranscriptFormat } from "../reader.ts";
import { isAccounted, runFormat } from "./run-format.test-helper.ts";

type Path = (string | number)[];

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A copy with the value at `path` replaced, or taken out for `undefined`; the same where an earlier change took the place away. */
function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (typeof value !== "object" || value === null || !Object.keys(value).includes(String(key))) return value;
  const after = replaced((value as Record<string, unknown>)[key], rest, by);
  if (!Array.isArray(value)) return { ...value, [key]: after };
  const at = Number(key);
  return after === undefined ? value.toSpliced(at, 1) : value.with(at, after);
}

/** The value with one to four of its inner values replaced by other JSON, or taken out. */
export function mutationsOf(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value).filter((path) => path.length > 0);
  // What every object has by birth, and what cannot be made a text of.
  const mean = fc.constantFrom("constructor", "__proto__", "toString", { toString: {} });
  const by = fc.oneof({ weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, mean, fc.constant(undefined));
  const change = fc.tuple(fc.constantFrom(...paths), by);
  return fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => changes.reduce<unknown>((damaged, [path, by]) => replaced(damaged, path, by), value));
}

/**
 * Damages the records (of a `lines` format) or the document and checks that nothing throws, every record is accounted
 * for, and every message has an id of its own, a place and something in it.
 */
export function expectToHoldUnderMutation(format: TranscriptFormat, fixture: readonly unknown[]): void {
  const values = format.layout === "document" ? fixture[0] : fixture;
  fc.assert(
    fc.property(mutationsOf(values), (damaged) => {
      const run = runFormat(format, format.layout === "document" ? [damaged] : (damaged as unknown[]));
      expect(isAccounted(run)).toBe(true);
      for (const reason of Object.keys(run.skipped)) expect(reason).toMatch(/^[a-z][a-z_]*$/);
      for (const { messages } of run.sessions) {
        expect(new Set(messages.map((message) => message.id)).size).toBe(messages.length);
        for (const message of messages) {
          expect(message.spans.length).toBeGreaterThan(0);
          expect(message.parts.length).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: 300 },
  );
}
