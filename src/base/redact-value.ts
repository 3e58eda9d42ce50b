/**
 * Redaction of JSON values: strings, object keys, and what the names of object keys say about their values.
 */
import { redactText } from "./redact.ts";
import { isSecretValue } from "./redact-judge.ts";
import { meaningOfName, type NameMeaning } from "./redact-names.ts";

/** Deeper values are replaced whole: nothing unread passes, and no stack overflows. */
const DEEPEST = 512;

/**
 * Redacts every string inside a JSON value. Returns the same reference when nothing changed; otherwise a copy in
 * which every unchanged part is shared. A value deeper than 512 levels becomes `[redacted:too-deep]`.
 */
export function redactValue(value: unknown): unknown {
  return redactAt(value, undefined, 0);
}

function redactAt(value: unknown, meaning: NameMeaning | undefined, depth: number): unknown {
  if (typeof value === "string") return redactString(value, meaning);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[redacted:too-deep]";
  return Array.isArray(value) ? redactArray(value, meaning, depth + 1) : redactObject(value, depth + 1);
}

function redactString(value: string, meaning: NameMeaning | undefined): string {
  if (meaning !== undefined) {
    if (meaning.kind === "authorization" || meaning.kind === "cookie") {
      const name = meaning.kind === "cookie" ? "Cookie: " : "Authorization: ";
      return redactText(name + value).slice(name.length);
    }
    if (
      meaning.strength !== "weak" &&
      meaning.kind !== "signature" &&
      isSecretValue(value, { strength: meaning.strength, quoted: true, direct: false })
    ) {
      return `[redacted:${meaning.kind}]`;
    }
  }
  return redactText(value);
}

function redactArray(items: readonly unknown[], meaning: NameMeaning | undefined, depth: number): unknown {
  let copy: unknown[] | undefined;
  for (const [index, item] of items.entries()) {
    const redacted = redactAt(item, flagMeaning(items[index - 1]) ?? meaning, depth);
    if (redacted !== item) {
      copy ??= [...items];
      copy[index] = redacted;
    }
  }
  return copy ?? items;
}

/** In an argument vector the value follows its flag: `["--token", "…"]`. */
function flagMeaning(previous: unknown): NameMeaning | undefined {
  if (typeof previous !== "string" || !/^--?[A-Za-z][\w-]*$/.test(previous)) return undefined;
  return meaningOfName(previous.replace(/^-+/, ""));
}

function redactObject(object: object, depth: number): unknown {
  const entries = Object.entries(object);
  const pairMeaning = namedPairMeaning(object);
  let changed = false;
  const redacted = entries.map(([key, item]): [string, unknown] => {
    const cleanKey = redactText(key);
    const meaning = meaningOfName(key) ?? (key === "value" ? pairMeaning : undefined);
    const cleanItem = redactAt(item, meaning, depth);
    if (cleanKey !== key || cleanItem !== item) changed = true;
    return [cleanKey, cleanItem];
  });
  return changed ? Object.fromEntries(withUniqueKeys(redacted)) : object;
}

/** `{ "name": "API_KEY", "value": "…" }`, as in lists of headers and environment variables. */
function namedPairMeaning(object: object): NameMeaning | undefined {
  if (!("value" in object)) return undefined;
  const name = "name" in object ? object.name : "key" in object ? object.key : undefined;
  return typeof name === "string" ? meaningOfName(name) : undefined;
}

/** Two secrets as keys get the same placeholder; both entries stay. */
function withUniqueKeys(entries: [string, unknown][]): [string, unknown][] {
  const used = new Set<string>();
  return entries.map(([key, item]) => {
    let unique = key;
    for (let count = 2; used.has(unique); count += 1) unique = `${key} ${count}`;
    used.add(unique);
    return [unique, item];
  });
}
