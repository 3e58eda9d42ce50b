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
  /** Offsets count from the first byte that was pushed. `bytes` are the value's own, valid until this returns. */
  value(value: unknown, span: ByteSpan, bytes: Buffer): void;
  broken(line: number): void;
  padding(line: number): void;
}

export interface LineCutter {
  push(chunk: Buffer): void;
  finish(): void;
  /** Records met so far: values, broken lines and lines of padding. */
  records(): number;
}

/** `bytes[start, end)`, where `bytes[0]` lies at `offset` in the file. */
interface Line {
  bytes: Buffer;
  start: number;
  end: number;
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
const newline = Buffer.from("\n");
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

  /** The slow path: what stands on a line (from `start`) that is not one JSON value. */
  const cutLine = (line: Line, start: number, mayGoOn: boolean): void => {
    const { bytes, offset, number, end } = line;
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
        sink.value(value, { start: offset + at, end: offset + stop }, bytes.subarray(at, stop));
        at = stop;
        continue;
      }
      if (result.status === "more" && !result.inString && mayGoOn) {
        const rest = keep({ ...line, start: at });
        open = { scanner, lines: [rest], size: rest.end };
      } else broken(number);
      return;
    }
  };

  const plainLine = (
    bytes: Buffer,
    from: number,
    to: number,
    offset: number,
    number: number,
    mayGoOn: boolean,
  ): void => {
    let start = from;
    let end = to;
    if (end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf) start += 3;
    while (start < end && isBlank(bytes[start] ?? 0)) start++;
    while (end > start && isBlank(bytes[end - 1] ?? 0)) end--;
    if (start === end) {
      if (bytes.subarray(from, to).includes(0)) {
        records++;
        sink.padding(number);
      }
      return;
    }
    const value = parse(bytes, start, end);
    if (value === undefined) cutLine({ bytes, start, end, offset, number }, start, mayGoOn);
    else {
      records++;
      sink.value(value, { start: offset + start, end: offset + end }, bytes.subarray(start, end));
    }
  };

  /** The open value will not become whole: its lines stand each for themselves. */
  const giveUp = (): void => {
    const lines = open?.lines ?? [];
    open = undefined;
    for (const { bytes, start, end, offset, number } of lines) plainLine(bytes, start, end, offset, number, false);
  };

  /** Adds a line to the open value. False when the value was given up and the line still has to be read. */
  const goOn = (line: Line, value: OpenValue): boolean => {
    const { bytes, start, end, offset } = line;
    const startsOver = bytes[start] === 0x7b && bytes[start + 1] === 0x22 && parse(bytes, start, end) !== undefined;
    const result = startsOver ? undefined : value.scanner.scan(bytes, start, end);
    value.size += end - start + 1;
    if (result?.status === "more" && !result.inString && value.size < OPEN_VALUE_LIMIT) {
      value.lines.push(keep(line));
      return true;
    }
    if (result?.status === "complete") {
      const [first] = value.lines;
      const pieces = value.lines.flatMap((piece) => [piece.bytes, newline]);
      const whole = Buffer.concat([...pieces, bytes.subarray(start, result.at)]);
      const parsed = parse(whole, 0, whole.length);
      if (parsed !== undefined && first !== undefined) {
        open = undefined;
        records++;
        sink.value(parsed, { start: first.offset, end: offset + result.at }, whole);
        cutLine(line, result.at, true);
        return true;
      }
    }
    giveUp();
    return false;
  };

  const takeLine = (bytes: Buffer, start: number, end: number, offset: number): void => {
    const number = ++lineNumber;
    if (open !== undefined && goOn({ bytes, start, end, offset, number }, open)) return;
    plainLine(bytes, start, end, offset, number, true);
  };

  const push = (chunk: Buffer): void => {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, start);
      if (at < 0) break;
      if (tail.length > 0) {
        const whole = Buffer.concat([...tail, chunk.subarray(start, at)]);
        tail = [];
        tailSize = 0;
        takeLine(whole, 0, whole.length, consumed + at - whole.length);
      } else takeLine(chunk, start, at, consumed);
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
      takeLine(whole, 0, whole.length, consumed - whole.length);
    }
    if (open !== undefined) giveUp();
  };

  return { push, finish, records: () => records };
}

/** A copy of the line that outlives the chunk, its bytes from 0. */
function keep({ bytes, start, end, offset, number }: Line): Line {
  const copy = Buffer.from(bytes.subarray(start, end));
  return { bytes: copy, start: 0, end: copy.length, offset: offset + start, number };
}
