const ISO_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?Z$/;

/**
 * A source's timestamp as ISO 8601: from an ISO string (kept as it stands when it parses) or from milliseconds since
 * 1970. `undefined` for anything else, zero and dates outside the range of JavaScript's Date included.
 */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === "number") {
    const time = new Date(value);
    return value > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
  }
  if (typeof value !== "string") return undefined;
  // The usual form is settled by its looks; parsing every record's date costs.
  return ISO_TIME.test(value) || !Number.isNaN(Date.parse(value)) ? value : undefined;
}
