/**
 * Redaction of JSON values: strings, object keys, and what the names of object keys say about their values.
 */
import { redactText } from "./redact.ts";
import { isSecretValue } from "./redact-judge.ts";
import { meaningOfName, type NameMeaning } from "./redact-names.ts";

/** Deeper values are replaced whole: nothing unread passes, and no stack overflows. */
const DEEPEST = 512;
/** Shorter object keys are names, not secrets. */
const SHORTEST_SECRET_KEY = 16;

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
  let previous: unknown;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const redacted = redactAt(item, flagMeaning(previous) ?? meaning, depth);
    previous = item;
    if (redacted === item) continue;
    copy ??= [...items];
    copy[index] = redacted;
  }
  return copy ?? items;
}

/** In an argument vector the value follows its flag: `["--token", "…"]`. */
function flagMeaning(previous: unknown): NameMeaning | undefined {
  if (typeof previous !== "string" || !previous.startsWith("-")) return undefined;
  return /^--?[A-Za-z][\w-]*$/.test(previous) ? meaningOfName(previous.replace(/^-+/, "")) : undefined;
}

function redactObject(object: object, depth: number): unknown {
  const items = object as Readonly<Record<string, unknown>>;
  const keys = Object.keys(items);
  const pairMeaning = namedPairMeaning(items);
  let changes: Map<string, [string, unknown]> | undefined;
  for (const key of keys) {
    const item = items[key];
    const cleanKey = key.length < SHORTEST_SECRET_KEY ? key : redactText(key);
    const meaning = meaningOfName(key) ?? (key === "value" ? pairMeaning : undefined);
    const cleanItem = redactAt(item, meaning, depth);
    if (cleanKey === key && cleanItem === item) continue;
    changes ??= new Map();
    changes.set(key, [cleanKey, cleanItem]);
  }
  if (changes === undefined) return object;
  const entries = keys.map((key): [string, unknown] => changes.get(key) ?? [key, items[key]]);
  return Object.fromEntries(withUniqueKeys(entries));
}

/** `{ "name": "API_KEY", "value": "…" }`, as in lists of headers and environment variables. */
function namedPairMeaning(items: Readonly<Record<string, unknown>>): NameMeaning | undefined {
  if (typeof items.value !== "string") return undefined;
  const name = items.name ?? items.key;
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
