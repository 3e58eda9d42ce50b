/** Where the records of one JSON document lie in its bytes. The bytes are known to be valid JSON. */
import { isJsonSpace } from "./json-scanner.ts";
import type { ByteSpan } from "./model.ts";

type Path = readonly (string | number)[];

interface Wanted {
  /** Indexes of the paths that end here. */
  ends: number[];
  children: Map<string | number, Wanted>;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The span of each path's value, in the order of `paths`; 0-0 where the document has no such value. One pass. */
export function findSpans(bytes: Uint8Array, paths: readonly Path[]): ByteSpan[] {
  const root: Wanted = { ends: [], children: new Map() };
  paths.forEach((path, index) => {
    let node = root;
    for (const step of path) {
      let child = node.children.get(step);
      if (child === undefined) {
        child = { ends: [], children: new Map() };
        node.children.set(step, child);
      }
      node = child;
    }
    node.ends.push(index);
  });
  const spans = paths.map(() => ({ start: 0, end: 0 }));
  let at = bytes[0] === 0xef ? 3 : 0;

  const skipSpace = (): void => {
    while (at < bytes.length && (isJsonSpace(bytes[at] ?? 0) || bytes[at] === 0)) at++;
  };
  const skipString = (): void => {
    for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    at++;
  };
  /** Passes over a value that nobody asked about, without recursion. */
  const skipValue = (): void => {
    let depth = 0;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        skipString();
        if (depth === 0) return;
      } else if (byte === 0x7b || byte === 0x5b) {
        depth++;
        at++;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (depth === 0) return;
        at++;
        if (--depth === 0) return;
      } else if (depth === 0 && (byte === 0x2c || isJsonSpace(byte ?? 0))) return;
      else at++;
    }
  };
  const visit = (wanted: Wanted): void => {
    const start = at;
    const opening = bytes[at];
    if (wanted.children.size === 0 || (opening !== 0x7b && opening !== 0x5b)) skipValue();
    else {
      at++;
      for (let index = 0; ; index++) {
        skipSpace();
        if (at >= bytes.length) break;
        if (bytes[at] === 0x7d || bytes[at] === 0x5d) {
          at++;
          break;
        }
        let step: string | number = index;
        if (opening === 0x7b) {
          const keyStart = at;
          skipString();
          step = keyText(bytes, keyStart, at);
          skipSpace();
          at++;
          skipSpace();
        }
        const child = wanted.children.get(step);
        if (child === undefined) skipValue();
        else visit(child);
        skipSpace();
        if (bytes[at] === 0x2c) at++;
      }
    }
    for (const index of wanted.ends) spans[index] = { start, end: at };
  };

  skipSpace();
  visit(root);
  return spans;
}

function keyText(bytes: Uint8Array, start: number, end: number): string {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
  if (!raw.includes("\\")) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}
