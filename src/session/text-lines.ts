/** Cuts bytes into lines of text. Blank lines are lines; the line's end (LF, CR LF) belongs to none. */
import type { ByteSpan } from "./model.ts";

export interface TextLines {
  push(chunk: Buffer): void;
  finish(): void;
  count(): number;
}

export function cutTextLines(take: (line: string, span: ByteSpan) => void): TextLines {
  let count = 0;
  let consumed = 0;
  let tail: Buffer[] = [];

  const line = (bytes: Buffer, offset: number): void => {
    const start = count++ === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const end = bytes[bytes.length - 1] === 0x0d ? bytes.length - 1 : bytes.length;
    take(bytes.toString("utf8", start, end), { start: offset + start, end: offset + end });
  };
  const withTail = (piece: Buffer): Buffer => {
    if (tail.length === 0) return piece;
    const whole = Buffer.concat([...tail, piece]);
    tail = [];
    return whole;
  };

  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const at = chunk.indexOf(0x0a, start);
        if (at < 0) break;
        const whole = withTail(chunk.subarray(start, at));
        line(whole, consumed + at - whole.length);
        start = at + 1;
      }
      if (start < chunk.length) tail.push(Buffer.from(chunk.subarray(start)));
      consumed += chunk.length;
    },
    finish() {
      if (tail.length === 0) return;
      const whole = withTail(Buffer.alloc(0));
      line(whole, consumed - whole.length);
    },
    count: () => count,
  };
}
