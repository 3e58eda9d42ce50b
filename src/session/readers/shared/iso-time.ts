/**
 * A source's timestamp as ISO 8601: from an ISO string (kept as it stands when it parses) or from milliseconds since
 * 1970. `undefined` for anything else, zero and dates outside the range of JavaScript's Date included.
 */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === "number") {
    const time = new Date(value);
    return value > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
  }
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
