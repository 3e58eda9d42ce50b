/**
 * Shared pieces of the redaction rules: what a rule is, and how it looks around an anchor.
 */

/** One secret in a text: half-open UTF-16 range `[start, end)`. */
export interface SecretSpan {
  /** Short kebab-case name of the kind of secret; it becomes the placeholder `[redacted:<kind>]`. */
  kind: string;
  start: number;
  end: number;
}

/** Looks at one anchor position; returns what is secret there, if anything. */
export type SecretRule = (text: string, position: number) => SecretSpan | undefined;

/**
 * Whether a word can begin at `index`: nothing word-like before it, or only the tail of an escape: `\n` of a text
 * inside a JSON string, `%3D` of a URL, a terminal colour.
 */
export function startsWord(text: string, index: number): boolean {
  if (index === 0) return true;
  const before = text.charCodeAt(index - 1);
  if (!isWordCode(before)) return true;
  if (/[nrtbfv]/.test(text[index - 1] ?? "") && text[index - 2] === "\\") return true;
  const tail = text.slice(Math.max(0, index - 12), index);
  return /%[0-9A-Fa-f]{2}$|\\u[0-9A-Fa-f]{4}$|\[[\d;]*m$/.test(tail);
}

/** ASCII letters, digits and underscore. */
export function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** Runs a sticky pattern at `index`. */
export function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
