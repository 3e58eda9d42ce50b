/**
 * Cuts bytes into JSON values, normally one a line, whatever happened to the file.
 *
 * Contract:
 * - A BOM before a line, CR, blank lines and NUL padding around values are passed over; a line of nothing but NUL counts
 *   as one record that is skipped.
 * - Several values on one line are several records. A value over several lines is one record.
 * - What is no JSON is one broken record per line, told by its 1-based number. Nothing throws.
 * - Each record is counted when its bytes are met, before anyone judges it.
 */
import { createJsonScanner, isJsonSpace, type JsonScanner } from "./json-scanner.ts";
import type { ByteSpan } from "./model.ts";

export interface CutterSink {
  /** Offsets count from the first byte that was pushed. */
  value(value: unknown, span: ByteSpan): void;
  broken(line: number): void;
  padding(line: number): void;
}

export interface LineCutter {
  push(chunk: Buffer): void;
  finish(): void;
  /** Records met so far: values, broken lines and lines of padding. */
  records(): number;
}

interface Line {
  bytes: Buffer;
  offset: number;
  number: number;
}

/** A value that goes on over several lines, as long as it may still become whole. */
interface OpenValue {
  scanner: JsonScanner;
  lines: Line[];
  size: number;
}

const NEWLINE = 0x0a;
/** A value written over more bytes than this is given up as broken. */
const OPEN_VALUE_LIMIT = 256 * 1024 * 1024;

const isBlank = (byte: number): boolean => isJsonSpace(byte) || byte === 0;

function parse(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8", start, end));
  } catch {
    return undefined;
  }
}

export function createLineCutter(sink: CutterSink): LineCutter {
  let records = 0;
  let lineNumber = 0;
  let consumed = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let open: OpenValue | undefined;

  const broken = (line: number): void => {
    records++;
    sink.broken(line);
  };

  /** The slow path: what stands on a line that is not one JSON value. */
  const cutLine = (line: Line, start: number, end: number, mayGoOn: boolean): void => {
    const { bytes, offset, number } = line;
    let at = start;
    while (at < end) {
      if (isBlank(bytes[at] ?? 0)) {
        at++;
        continue;
      }
      const scanner = createJsonScanner();
      const result = scanner.scan(bytes, at, end);
      const stop = result.status === "complete" ? result.at : scanner.endsHere() ? end : -1;
      const value = stop < 0 ? undefined : parse(bytes, at, stop);
      if (value !== undefined) {
        records++;
        sink.value(value, { start: offset + at, end: offset + stop });
        at = stop;
        continue;
      }
      if (result.status === "more" && !result.inString && mayGoOn) {
        const rest = { bytes: Buffer.from(bytes.subarray(at)), offset: offset + at, number };
        open = { scanner, lines: [rest], size: rest.bytes.length };
      } else broken(number);
      return;
    }
  };

  const plainLine = (line: Line, mayGoOn: boolean): void => {
    const { bytes, offset, number } = line;
    let start = 0;
    let end = bytes.length;
    if (end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
    while (start < end && isBlank(bytes[start] ?? 0)) start++;
    while (end > start && isBlank(bytes[end - 1] ?? 0)) end--;
    if (start === end) {
      if (bytes.includes(0)) {
        records++;
        sink.padding(number);
      }
      return;
    }
    const value = parse(bytes, start, end);
    if (value === undefined) cutLine(line, start, end, mayGoOn);
    else {
      records++;
      sink.value(value, { start: offset + start, end: offset + end });
    }
  };

  /** The open value will not become whole: its lines stand each for themselves. */
  const giveUp = (): void => {
    const lines = open?.lines ?? [];
    open = undefined;
    for (const line of lines) plainLine(line, false);
  };

  /** Adds a line to the open value. False when the value was given up and the line still has to be read. */
  const goOn = (line: Line): boolean => {
    if (open === undefined) return false;
    const { bytes, offset } = line;
    const startsOver = bytes[0] === 0x7b && bytes[1] === QUOTE && parse(bytes, 0, bytes.length) !== undefined;
    const result = startsOver ? undefined : open.scanner.scan(bytes, 0, bytes.length);
    open.size += bytes.length + 1;
    if (result?.status === "more" && !result.inString && open.size < OPEN_VALUE_LIMIT) {
      open.lines.push({ ...line, bytes: Buffer.from(bytes) });
      return true;
    }
    if (result?.status === "complete") {
      const first = open.lines[0]?.offset ?? 0;
      const pieces = open.lines.flatMap((piece) => [piece.bytes, newline]);
      const whole = Buffer.concat([...pieces, bytes.subarray(0, result.at)]);
      const value = parse(whole, 0, whole.length);
      if (value !== undefined) {
        open = undefined;
        records++;
        sink.value(value, { start: first, end: offset + result.at });
        cutLine(line, result.at, bytes.length, true);
        return true;
      }
    }
    giveUp();
    return false;
  };

  const takeLine = (bytes: Buffer, offset: number): void => {
    const line = { bytes, offset, number: ++lineNumber };
    if (open === undefined || !goOn(line)) plainLine(line, true);
  };

  const push = (chunk: Buffer): void => {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, start);
      if (at < 0) break;
      const piece = chunk.subarray(start, at);
      if (tail.length > 0) {
        tail.push(piece);
        const whole = Buffer.concat(tail);
        tail = [];
        tailSize = 0;
        takeLine(whole, consumed + at - whole.length);
      } else takeLine(piece, consumed + start);
      start = at + 1;
    }
    if (start < chunk.length) {
      tail.push(Buffer.from(chunk.subarray(start)));
      tailSize += chunk.length - start;
    }
    consumed += chunk.length;
  };

  const finish = (): void => {
    if (tailSize > 0) {
      const whole = Buffer.concat(tail);
      tail = [];
      tailSize = 0;
      takeLine(whole, consumed - whole.length);
    }
    if (open !== undefined) giveUp();
  };

  return { push, finish, records: () => records };
}

const QUOTE = 0x22;
const newline = Buffer.from("\n");
