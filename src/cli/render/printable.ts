/**
 * Text of others (sessions, skills, file names) made safe for a terminal: nothing in it moves the cursor, changes the
 * title, colours, or turns the reading direction. What is taken out is shown as an escape, so that it is seen.
 *
 * Contract: apply to data, before colours are added. Line feeds, tabs and all letters stay; printing twice changes
 * nothing more.
 */

/** C0 but tab and line feed, DEL, C1 (8-bit escapes), and the bidirectional controls of Unicode UAX 9. */
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** @example printable("a\u001b[31mb") // "a\\x1b[31mb" */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${hexadecimal(code, 2)}` : `\\u${hexadecimal(code, 4)}`;
  });
}

/** The same for every string in a JSON value, also names of keys. */
export function printableValue<Value>(value: Value): Value {
  return copy(value) as Value;
}

/** One JSON document on one line. What a terminal would obey is written as `\uXXXX`, so parsing gives the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNPRINTABLE, (character) => `\\u${hexadecimal(character.charCodeAt(0), 4)}`);
}

function copy(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [printable(key), copy(inner)]));
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
