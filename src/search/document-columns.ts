/**
 * What the index keeps of each document, by slot: columns for what filters and freshness ask of all of them, and the
 * rest as JSON bytes that are read only for a hit. No objects per document.
 */
import { atLeast } from "./growing-arrays.ts";
import type { SearchDocumentMeta, SearchState } from "./model.ts";
import { createStringTable, openStringTable, type StringTable, type StringTableParts } from "./string-table.ts";
import { foldTag } from "./tokenize.ts";

export const STATES: readonly SearchState[] = ["active", "stale", "archived"];
const encoder = new TextEncoder();
/** Per document: its hash, then the rest as JSON. */
const PIECES = 2;

/** Fields that are columns of their own and not in the JSON. */
type Kept = Pick<SearchDocumentMeta, "name" | "title" | "description" | "tags">;

export interface DocumentColumns {
  readonly bytes: number;
  set(slot: number, document: SearchDocumentMeta): void;
  update(slot: number, change: Partial<Pick<SearchDocumentMeta, "state" | "uses" | "updatedAt">>): void;
  /** Everything but the id, which is not kept here. */
  read(slot: number): Omit<SearchDocumentMeta, "id">;
  hash(slot: number): string;
  uses(slot: number): number;
  /** Milliseconds since 1970; NaN when unknown. */
  updatedAt(slot: number): number;
  /** Whether a slot passes these filters; undefined means that every slot does. */
  filter(options: {
    scopes?: readonly string[];
    tags?: readonly string[];
    states: readonly SearchState[];
  }): (slot: number) => boolean;
  parts(slots: readonly number[]): ColumnParts;
}

export interface ColumnParts {
  /** Scopes and folded tags. */
  labels: StringTableParts;
  scopes: Uint32Array;
  states: Uint8Array;
  uses: Float64Array;
  updated: Float64Array;
  tagStarts: Uint32Array;
  tags: Uint32Array;
  /** Per document: hash and JSON one after another in `text`, as UTF-8; two ends each. */
  textEnds: Uint32Array;
  text: Uint8Array;
}

export function createDocumentColumns(): DocumentColumns {
  return openDocumentColumns({
    labels: createStringTable().parts(),
    scopes: new Uint32Array(0),
    states: new Uint8Array(0),
    uses: new Float64Array(0),
    updated: new Float64Array(0),
    tagStarts: new Uint32Array(1),
    tags: new Uint32Array(0),
    textEnds: new Uint32Array(0),
    text: new Uint8Array(0),
  });
}

/** Slots are written once, in ascending order. Takes the arrays over, but for `text`, which is never written to. */
export function openDocumentColumns(parts: ColumnParts): DocumentColumns {
  const labels: StringTable = openStringTable(parts.labels);
  let { scopes, states, uses, updated, tagStarts, tags, textEnds } = parts;
  let tagsUsed = tags.length;
  /** The text that was saved, and what came since: text is most of it, and never copied. */
  const saved = bufferOver(parts.text);
  let room = new Uint8Array(0);
  let added = bufferOver(room);
  let addedUsed = 0;

  function put(slot: number, piece: number, value: string): void {
    const bytes = encoder.encode(value);
    if (addedUsed + bytes.length > room.length) {
      room = atLeast(room, addedUsed + bytes.length);
      added = bufferOver(room);
    }
    room.set(bytes, addedUsed);
    addedUsed += bytes.length;
    textEnds[PIECES * slot + piece] = saved.length + addedUsed;
  }

  /** The bytes of a document from one of its pieces to another. */
  function bytesOf(slot: number, first: number, last: number): Buffer {
    const at = PIECES * slot + first;
    const start = at === 0 ? 0 : (textEnds[at - 1] ?? 0);
    const end = textEnds[PIECES * slot + last] ?? start;
    return start < saved.length ? saved.subarray(start, end) : added.subarray(start - saved.length, end - saved.length);
  }

  const piece = (slot: number, index: number): string => bytesOf(slot, index, index).toString("utf8");

  function tagsOf(slot: number): Uint32Array {
    return tags.subarray(tagStarts[slot], tagStarts[slot + 1]);
  }

  return {
    get bytes() {
      const arrays = [scopes, states, uses, updated, tagStarts, tags, textEnds, saved, added];
      return labels.bytes + arrays.reduce((sum, array) => sum + array.byteLength, 0);
    },
    set(slot, document) {
      scopes = atLeast(scopes, slot + 1);
      states = atLeast(states, slot + 1);
      uses = atLeast(uses, slot + 1);
      updated = atLeast(updated, slot + 1);
      tagStarts = atLeast(tagStarts, slot + 2);
      textEnds = atLeast(textEnds, PIECES * (slot + 1));
      scopes[slot] = labels.add(`s:${document.scope}`);
      states[slot] = STATES.indexOf(document.state);
      uses[slot] = document.uses ?? Number.NaN;
      updated[slot] = Date.parse(document.updatedAt ?? "");
      const own = [...new Set(document.tags.map(foldTag))];
      tags = atLeast(tags, tagsUsed + own.length);
      for (const tag of own) tags[tagsUsed++] = labels.add(`t:${tag}`);
      tagStarts[slot + 1] = tagsUsed;
      const { name, title, description } = document;
      const kept: Kept = { name, ...(title === undefined ? {} : { title }), description, tags: document.tags };
      put(slot, 0, document.hash);
      put(slot, 1, JSON.stringify(kept));
    },
    update(slot, change) {
      if (change.state !== undefined) states[slot] = STATES.indexOf(change.state);
      if (change.uses !== undefined) uses[slot] = change.uses;
      if (change.updatedAt !== undefined) updated[slot] = Date.parse(change.updatedAt);
    },
    read(slot) {
      const kept = JSON.parse(piece(slot, 1)) as Kept;
      const at = updated[slot] ?? Number.NaN;
      const used = uses[slot] ?? Number.NaN;
      return {
        ...kept,
        scope: labels.text(scopes[slot] ?? 0).slice(2),
        state: STATES[states[slot] ?? 0] ?? "active",
        hash: piece(slot, 0),
        ...(Number.isNaN(at) ? {} : { updatedAt: new Date(at).toISOString() }),
        ...(Number.isNaN(used) ? {} : { uses: used }),
      };
    },
    hash: (slot) => piece(slot, 0),
    uses: (slot) => uses[slot] || 0,
    updatedAt: (slot) => updated[slot] ?? Number.NaN,
    filter(options) {
      const allowedStates = STATES.map((state) => options.states.includes(state));
      const allowedScopes = options.scopes?.map((scope) => labels.find(`s:${scope}`));
      const wantedTags = (options.tags ?? []).map((tag) => labels.find(`t:${foldTag(tag)}`));
      if (allowedScopes === undefined && wantedTags.length === 0) {
        return (slot) => allowedStates[states[slot] ?? 0] === true;
      }
      return (slot) =>
        allowedStates[states[slot] ?? 0] === true &&
        (allowedScopes === undefined || allowedScopes.includes(scopes[slot] ?? 0)) &&
        wantedTags.every((tag) => tagsOf(slot).includes(tag));
    },
    parts(order) {
      const labelNumbers = createStringTable();
      const relabel = (number: number) => labelNumbers.add(labels.text(number));
      const out: ColumnParts = {
        labels: labelNumbers.parts(),
        scopes: Uint32Array.from(order, (slot) => relabel(scopes[slot] ?? 0)),
        states: Uint8Array.from(order, (slot) => states[slot] ?? 0),
        uses: Float64Array.from(order, (slot) => uses[slot] ?? Number.NaN),
        updated: Float64Array.from(order, (slot) => updated[slot] ?? Number.NaN),
        tagStarts: new Uint32Array(order.length + 1),
        tags: new Uint32Array(order.reduce((sum, slot) => sum + tagsOf(slot).length, 0)),
        textEnds: new Uint32Array(PIECES * order.length),
        text: new Uint8Array(order.reduce((sum, slot) => sum + bytesOf(slot, 0, PIECES - 1).length, 0)),
      };
      let tag = 0;
      let end = 0;
      for (const [index, slot] of order.entries()) {
        for (const number of tagsOf(slot)) out.tags[tag++] = relabel(number);
        out.tagStarts[index + 1] = tag;
        for (let piece = 0; piece < PIECES; piece++) {
          const bytes = bytesOf(slot, piece, piece);
          out.text.set(bytes, end);
          end += bytes.length;
          out.textEnds[PIECES * index + piece] = end;
        }
      }
      out.labels = labelNumbers.parts();
      return out;
    },
  };
}

/** The same bytes as a Buffer, whose decoding of short pieces is the fastest. */
function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
