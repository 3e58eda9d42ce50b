import { AutoskillError } from "../base/index.ts";

const UNITS_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * A point in the past: a date (`2026-11-01`, ISO 8601) or an age (`12h`, `7d`, `2w`).
 *
 * @throws AutoskillError `INVALID_INPUT`
 */
export function parseSince(text: string, now: Date): Date {
  const wanted = text.trim();
  const age = /^(\d+)\s*([hdw])$/.exec(wanted);
  const written = /^\d{4}-\d\d/.test(wanted) ? Date.parse(wanted) : Number.NaN;
  const since = new Date(age === null ? written : now.getTime() - Number(age[1]) * (UNITS_MS[age[2] ?? ""] ?? 0));
  // An age before the earliest date there is, such as `99999999999d`, is no date either.
  if (!Number.isNaN(since.getTime())) return since;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `${JSON.stringify(text)} is no date.`,
    expected: "a date such as 2026-11-01, or an age such as 12h, 7d, 2w",
    next: "Give --since in one of these forms.",
  });
}
