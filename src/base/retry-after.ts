/**
 * How long a service asks to wait: the header `retry-after-ms`, `retry-after` in seconds or as an HTTP date (RFC 9110
 * §10.2.3), or `retryDelay` in the body, as Google has it.
 *
 * @param header gives a header by its name in lower case
 * @returns milliseconds, never negative; `undefined` where the answer does not say
 */
export function readRetryAfter(
  header: (name: string) => string | null | undefined,
  body: string,
  now: Date,
): number | undefined {
  const exact = header("retry-after-ms")?.trim() ?? "";
  if (isAmount(exact)) return Number(exact);
  const after = header("retry-after")?.trim() ?? "";
  if (isAmount(after)) return Number(after) * 1000;
  // A date has letters; `Date.parse` would make dates of numbers such as -5, too.
  const time = /[a-z]/i.test(after) ? Date.parse(after) : Number.NaN;
  if (!Number.isNaN(time)) return Math.max(0, time - now.getTime());
  const delay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return delay === undefined ? undefined : Number(delay) * 1000;
}

function isAmount(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text);
}
