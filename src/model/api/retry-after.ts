/** How long a service asks to wait: `retry-after-ms`, or `retry-after` in seconds or as an HTTP date (RFC 9110 §10.2.3). */

/** In milliseconds, never negative; `undefined` where the headers do not say. */
export function readRetryAfter(headers: Record<string, string>, now: Date): number | undefined {
  const exact = headers["retry-after-ms"]?.trim();
  if (exact !== undefined && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // A date has a letter; without one, `Date.parse` would read numbers in ways of its own.
  const time = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
