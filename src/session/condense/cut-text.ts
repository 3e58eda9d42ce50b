/** Cuts a quoted text to a size: its head, its tail, the lines around what matters, and between them what was left out. */
import { tokenParts } from "../../base/index.ts";
import { BEGINS, GOES_ON, type QuotedLine, quotedLine, wholeAt } from "./quote.ts";

export interface CutOptions {
  /** Upper bound in token parts, line ends included. */
  room: number;
  /** The line that says what was left out. */
  marker(characters: number): string;
  /** Share of the room for the head, 0 to 1; the tail has the rest. */
  head: number;
  /** Index of a line to show even where it lies between head and tail, with those that follow. */
  focus?: number;
}

export interface CutText {
  lines: string[];
  /** Characters of the source that are shown. */
  characters: number;
}

/** In less room than this many markers, head and tail would only take it from the line that matters. */
const ROOM_FOR_ENDS = 4;
/** A piece of a line that is shorter than this says nothing. */
const SHORTEST_PIECE = 200;

/** Never above `room`; empty where not even the marker fits. */
export function cutText(lines: readonly QuotedLine[], options: CutOptions): CutText {
  const total = lines.reduce((sum, line) => sum + line.characters, 0);
  const markerParts = tokenParts(`${options.marker(total)}\n`);
  if (options.room < markerParts) return { lines: [], characters: 0 };
  const { focus } = options;
  if (focus !== undefined && options.room < ROOM_FOR_ENDS * markerParts) {
    const only = takeForward(lines, focus, lines.length, options.room - markerParts);
    if (only.lines.length > 0) return join(total, [NOTHING, only], undefined, options.marker);
  } else if (focus !== undefined) {
    const room = options.room - 2 * markerParts;
    const { head, tail } = takeEnds(lines, room / 2, options.head);
    if (focus >= head.next && focus < tail.first) {
      const middle = takeForward(lines, focus, tail.first, room - head.parts - tail.parts);
      const start = takeForward(lines, 0, focus, room - middle.parts - tail.parts);
      const before = charactersOf(lines, start.next, focus) + start.cut;
      return join(total, [start, middle, tail], before, options.marker);
    }
  }
  const { head, tail } = takeEnds(lines, options.room - markerParts, options.head);
  return join(total, [head, tail], undefined, options.marker);
}

function takeEnds(lines: readonly QuotedLine[], room: number, share: number) {
  const head = takeForward(lines, 0, lines.length, room * share);
  return { head, tail: takeBackward(lines, head.next, room - head.parts) };
}

/** Puts the pieces together, with a marker where something is missing between two of them. */
function join(total: number, pieces: Taken[], before: number | undefined, marker: CutOptions["marker"]): CutText {
  const shown = pieces.reduce((sum, piece) => sum + piece.characters, 0);
  const missing = before === undefined ? [total - shown] : [before, total - shown - before];
  const lines = pieces.flatMap((piece, index) => {
    const gap = missing[index] ?? 0;
    return gap > 0 ? [...piece.lines, marker(gap)] : piece.lines;
  });
  return { lines, characters: shown };
}

interface Taken {
  lines: string[];
  parts: number;
  characters: number;
  /** Characters of a line that was taken in part and are not shown. */
  cut: number;
}

const NOTHING: Taken = { lines: [], parts: 0, characters: 0, cut: 0 };

/** Lines from `from` on, the last perhaps in part; `next` is the first that is not touched. */
function takeForward(lines: readonly QuotedLine[], from: number, to: number, room: number): Taken & { next: number } {
  const taken: Taken & { next: number } = { lines: [], parts: 0, characters: 0, cut: 0, next: from };
  for (let index = from; index < to; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const fitting = fits(line, room - taken.parts) ? line : pieceOf(line, room - taken.parts, "head");
    if (fitting === undefined) break;
    add(taken, fitting, line);
    taken.lines.push(fitting.text);
    taken.next = index + 1;
    if (fitting !== line) break;
  }
  return taken;
}

/** Lines up to the last, the first perhaps in part; `first` is the first of those touched. */
function takeBackward(lines: readonly QuotedLine[], from: number, room: number): Taken & { first: number } {
  const taken: Taken & { first: number } = { lines: [], parts: 0, characters: 0, cut: 0, first: lines.length };
  for (let index = lines.length - 1; index >= from; index--) {
    const line = lines[index];
    if (line === undefined) break;
    const fitting = fits(line, room - taken.parts) ? line : pieceOf(line, room - taken.parts, "tail");
    if (fitting === undefined) break;
    add(taken, fitting, line);
    taken.lines.push(fitting.text);
    taken.first = index;
    if (fitting !== line) break;
  }
  taken.lines.reverse();
  return taken;
}

function add(taken: Taken, fitting: QuotedLine, line: QuotedLine): void {
  taken.parts += fitting.parts;
  taken.characters += fitting.characters;
  taken.cut += line.characters - fitting.characters;
}

function fits(line: QuotedLine, room: number): boolean {
  return line.parts <= room;
}

/** The longest beginning or end of a line that fits. */
function pieceOf(line: QuotedLine, room: number, side: "head" | "tail"): QuotedLine | undefined {
  if (room < SHORTEST_PIECE) return undefined;
  const piece = (length: number): QuotedLine => {
    if (side === "head") {
      const prefix = line.text.startsWith(GOES_ON) ? GOES_ON : BEGINS;
      return quotedLine(prefix, line.raw.slice(0, wholeAt(line.raw, length)), 0);
    }
    const end = line.characters - line.raw.length;
    return quotedLine(GOES_ON, line.raw.slice(wholeAt(line.raw, line.raw.length - length)), end);
  };
  let low = 0;
  let high = line.raw.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (piece(middle).parts <= room) low = middle;
    else high = middle - 1;
  }
  const found = piece(low);
  return low === 0 || found.parts > room ? undefined : found;
}

function charactersOf(lines: readonly QuotedLine[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += lines[index]?.characters ?? 0;
  return sum;
}
