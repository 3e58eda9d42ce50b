/**
 * Looks at foreign JSON without trusting it. Each function gives the value when it has the wanted type and nothing
 * otherwise; none throws.
 */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** A plain JSON object; `undefined` for arrays, null and scalars. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/** A string that is not empty. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The array itself, or an empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a table has for a word; nothing for what every object has by birth (`constructor`). */
export function entryOf<Value>(table: Readonly<Record<string, Value>>, word: unknown): Value | undefined {
  return typeof word === "string" && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** JSON in a string as its value; other values and text that is no JSON as they are. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
