/**
 * Finds where a JSON value ends, byte by byte, without building it. Strict (RFC 8259 grammar, minus the inner form of
 * numbers), resumable over several pieces, and constant in memory but for the nesting.
 *
 * Used where `JSON.parse` cannot answer: several values on one line, a value over several lines, a value cut off.
 */

export type ScanResult =
  /** The value ended before `at`, an offset into the bytes of this call. */
  | { status: "complete"; at: number }
  /** Everything so far is a valid beginning. `inString` says that the piece ended between two quotes. */
  | { status: "more"; inString: boolean }
  | { status: "invalid"; at: number };

export interface JsonScanner {
  scan(bytes: Uint8Array, start: number, end: number): ScanResult;
  /** The input is over: true when what was scanned is a whole value (only a bare number can end this way). */
  endsHere(): boolean;
}

type State =
  | "value"
  | "first_element"
  | "first_key"
  | "key"
  | "colon"
  | "after_value"
  | "string"
  | "literal"
  | "number";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const literals: Record<number, string> = { 116: "true", 102: "false", 110: "null" };

export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const isNumberByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;

/** A scanner that stands before one value (white space may come first). */
export function createJsonScanner(): JsonScanner {
  /** `true` for an object, `false` for an array. */
  const nesting: boolean[] = [];
  let state: State = "value";
  let escaped = false;
  let stringIsKey = false;
  let literal = "";
  let literalAt = 0;

  const closed = (): boolean => {
    state = "after_value";
    return nesting.length === 0;
  };

  const scan = (bytes: Uint8Array, start: number, end: number): ScanResult => {
    let at = start;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (state === "string") {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          if (stringIsKey) state = "colon";
          else if (closed()) return { status: "complete", at: at + 1 };
        } else if (byte < 0x20) return { status: "invalid", at };
        at++;
        continue;
      }
      if (state === "literal") {
        if (byte !== literal.charCodeAt(literalAt)) return { status: "invalid", at };
        at++;
        if (++literalAt === literal.length && closed()) return { status: "complete", at };
        continue;
      }
      if (state === "number") {
        if (isNumberByte(byte)) at++;
        else if (closed()) return { status: "complete", at };
        continue;
      }
      if (isJsonSpace(byte)) {
        at++;
        continue;
      }
      if (state === "after_value") {
        const inObject = nesting[nesting.length - 1];
        if (byte === 0x2c) state = inObject ? "key" : "value";
        else if (byte === (inObject ? 0x7d : 0x5d)) {
          nesting.pop();
          if (closed()) return { status: "complete", at: at + 1 };
        } else return { status: "invalid", at };
        at++;
        continue;
      }
      if (state === "colon") {
        if (byte !== 0x3a) return { status: "invalid", at };
        state = "value";
        at++;
        continue;
      }
      if (state === "first_key" || state === "key") {
        if (byte === QUOTE) {
          stringIsKey = true;
          state = "string";
        } else if (byte === 0x7d && state === "first_key") {
          nesting.pop();
          if (closed()) return { status: "complete", at: at + 1 };
        } else return { status: "invalid", at };
        at++;
        continue;
      }
      if (byte === 0x7b) {
        nesting.push(true);
        state = "first_key";
      } else if (byte === 0x5b) {
        nesting.push(false);
        state = "first_element";
      } else if (byte === QUOTE) {
        stringIsKey = false;
        state = "string";
      } else if (byte === 0x5d && state === "first_element") {
        nesting.pop();
        if (closed()) return { status: "complete", at: at + 1 };
      } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
        state = "number";
      } else {
        const word = literals[byte];
        if (word === undefined) return { status: "invalid", at };
        literal = word;
        literalAt = 1;
        state = "literal";
      }
      at++;
    }
    return { status: "more", inString: state === "string" };
  };

  return { scan, endsHere: () => state === "number" && nesting.length === 0 };
}
