/**
 * Cuts bytes into JSON values: the elements of an array, one at a time however long the array, or else what
 * `createLineCutter` finds.
 *
 * Contract:
 * - Which of the two it is the first byte says that is no blank; after 1 MiB of blanks it is no array. Arrays one after the
 *   other are read as one.
 * - An element ends where its brackets and quotes are even. One that is no JSON is one broken record, told by the line on
 *   which it begins; the next one is read again. What is cut off at the end of the file is one broken record.
 * - Memory holds one element; one of more than 256 MiB is broken.
 */
import { isJsonSpace } from "./json-scanner.ts";
import { type CutterSink, createLineCutter, type LineCutter } from "./line-cutter.ts";

export interface ListCutter {
  push(chunk: Buffer): void;
  finish(): void;
  /** Whether the values are elements of an array; `undefined` before the first byte that is no blank. */
  isArray(): boolean | undefined;
}

const ELEMENT_LIMIT = 256 * 1024 * 1024;
const BLANKS_LIMIT = 1024 * 1024;
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const isBlank = (byte: number): boolean => isJsonSpace(byte) || byte === 0;
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const closes = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/** An element that has begun. */
interface Element {
  start: number;
  line: number;
  /** Copies of what earlier chunks held of it. */
  pieces: Buffer[];
  size: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
}

export function createListCutter(sink: CutterSink): ListCutter {
  /** Blanks before the first other byte: the line cutter wants them too. */
  let blanks: Buffer[] = [];
  let lines: LineCutter | undefined;
  let isArray = false;
  let inArray = false;
  let element: Element | undefined;
  let line = 1;
  let consumed = 0;

  const end = (ended: Element, last: Buffer): void => {
    element = undefined;
    const size = ended.size + last.length;
    const bytes = ended.pieces.length === 0 ? last : Buffer.concat([...ended.pieces, last]);
    let value: unknown;
    try {
      if (size <= ELEMENT_LIMIT) value = JSON.parse(bytes.toString("utf8"));
    } catch {}
    if (value === undefined) sink.broken(ended.line);
    else sink.value(value, { start: ended.start, end: ended.start + size }, bytes);
  };

  /** Goes on in an element from `from`; gives where it ended, or -1 when the chunk is over first. */
  const endOf = (chunk: Buffer, from: number, open: Element): number => {
    let { depth, inString, escaped } = open;
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === NEWLINE) line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) inString = true;
      else if (opens(byte)) depth++;
      else if (closes(byte)) {
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
      } else if (depth === 0 && (byte === COMMA || isBlank(byte))) {
        if (byte === NEWLINE) line--;
        return at;
      }
    }
    Object.assign(open, { depth, inString, escaped });
    return -1;
  };

  const readArray = (chunk: Buffer, from: number): void => {
    let at = from;
    while (at < chunk.length) {
      if (element === undefined) {
        const byte = chunk[at] ?? 0;
        if (isBlank(byte) || byte === COMMA || (inArray ? byte === 0x5d : byte === 0x5b)) {
          if (byte === NEWLINE) line++;
          if (byte === 0x5b || byte === 0x5d) inArray = !inArray;
          at++;
          continue;
        }
        element = { start: consumed + at, line, pieces: [], size: 0, depth: 0, inString: false, escaped: false };
      }
      const open: Element = element;
      const stop = endOf(chunk, at, open);
      if (stop < 0) {
        open.size += chunk.length - at;
        if (open.size > ELEMENT_LIMIT) open.pieces = [];
        // The chunk's buffer is used again.
        else open.pieces.push(Buffer.from(chunk.subarray(at)));
        return;
      }
      // A bracket that nothing opened: it stands for itself, so that reading goes on behind it.
      const after = stop === at && open.size === 0 ? at + 1 : stop;
      end(open, chunk.subarray(at, after));
      at = after;
    }
  };

  const beginLines = (): LineCutter => {
    lines = createLineCutter(sink);
    for (const piece of blanks) lines.push(piece);
    blanks = [];
    return lines;
  };

  const push = (chunk: Buffer): void => {
    if (lines !== undefined) {
      lines.push(chunk);
      return;
    }
    let at = 0;
    if (!isArray) {
      while (at < chunk.length && isBefore(chunk[at] ?? 0, consumed + at)) at++;
      if (at === chunk.length) {
        blanks.push(Buffer.from(chunk));
        consumed += chunk.length;
        if (consumed > BLANKS_LIMIT) beginLines();
        return;
      }
      if (chunk[at] !== 0x5b) {
        beginLines().push(chunk);
        return;
      }
      isArray = true;
      for (const piece of [...blanks, chunk.subarray(0, at)]) for (const byte of piece) if (byte === NEWLINE) line++;
      blanks = [];
    }
    readArray(chunk, at);
    consumed += chunk.length;
  };

  return {
    push,
    finish() {
      if (blanks.length > 0) beginLines();
      lines?.finish();
      if (element !== undefined) end(element, Buffer.alloc(0));
    },
    isArray: () => (lines !== undefined ? false : isArray || undefined),
  };
}

/** Blanks, and the byte order mark where it may stand. */
function isBefore(byte: number, offset: number): boolean {
  return isBlank(byte) || BYTE_ORDER_MARK[offset] === byte;
}
