import { AutoskillError } from "../base/index.ts";

const UNITS_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * A point in the past: a date (`2026-11-01`, ISO 8601) or an age (`12h`, `7d`, `2w`).
 *
 * @throws AutoskillError `INVALID_INPUT`
 */
export function parseSince(text: string, now: Date): Date {
  const age = /^(\d+)\s*([hdw])$/.exec(text.trim());
  if (age !== null) return new Date(now.getTime() - Number(age[1]) * (UNITS_MS[age[2] ?? ""] ?? 0));
  const date = /^\d{4}-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (!Number.isNaN(date)) return new Date(date);
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `${JSON.stringify(text)} is no date.`,
    expected: "a date such as 2026-11-01, or an age such as 12h, 7d, 2w",
    next: "Give --since in one of these forms.",
  });
}
