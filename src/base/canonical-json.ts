/**
 * Canonical JSON: object keys sorted by UTF-16 code unit, no white space, `undefined` members left out
 * (RFC 8785 without its number edge cases, which no value of ours reaches). Equal values give equal bytes.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return canonicalArray(value);
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record);
  if (!isSorted(keys)) keys.sort();
  let text = "";
  for (const key of keys) {
    const member = record[key];
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${quotedKey(key)}:${canonicalJson(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function canonicalArray(items: readonly unknown[]): string {
  let text = "[";
  for (let index = 0; index < items.length; index += 1) {
    if (index > 0) text += ",";
    text += canonicalJson(items[index]);
  }
  return `${text}]`;
}

/** Objects of our own are mostly written in order, and a comparison costs less than a sort. */
function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index] ?? "") < (keys[index - 1] ?? "")) return false;
  }
  return true;
}

/** The keys of records are few and come again and again. */
const KNOWN_KEYS = 1_000;
const LONGEST_KNOWN = 64;
const quoted = new Map<string, string>();

function quotedKey(key: string): string {
  const known = quoted.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(key);
  if (key.length <= LONGEST_KNOWN) {
    if (quoted.size >= KNOWN_KEYS) quoted.clear();
    quoted.set(key, text);
  }
  return text;
}
