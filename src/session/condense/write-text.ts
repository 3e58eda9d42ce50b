/** The second pass: the lines of each message, within what it was allotted. */
import { tokenParts } from "../../base/index.ts";
import type { Message, SessionHeader } from "../model.ts";
import type { Allotment } from "./allot.ts";
import { type CutOptions, cutText } from "./cut-text.ts";
import { cutMarker, heading } from "./headings.ts";
import type { Layout } from "./lay-out.ts";
import type { Item, Measured } from "./measure.ts";
import type { CondensedMessage } from "./model.ts";
import { createOutline, type Piece } from "./outline.ts";
import { type QuotedLine, quote } from "./quote.ts";

export interface Writer {
  /** `false` when the message is not the one that was measured at this place. */
  add(message: Message): boolean;
  /** Lines, and what became of each message. */
  finish(): { lines: string[]; messages: CondensedMessage[]; hidden: number };
}

export function createWriter(header: SessionHeader, measured: Measured, allotment: Allotment, layout: Layout): Writer {
  const outline = createOutline(header);
  const lines: string[] = [];
  const messages: CondensedMessage[] = [];
  let hidden = 0;

  const addGap = () => {
    const gap = layout.gaps.get(messages.length);
    if (gap !== undefined) lines.push(gap);
  };

  return {
    add(message) {
      const expected = measured.messages[messages.length];
      if (expected === undefined || expected.pointer.messageId !== message.id) return false;
      const { id, pieces } = outline(message);
      addGap();
      let whole = 0;
      let shown = 0;
      expected.items.forEach((item, index) => {
        const piece = pieces[index];
        const room = allotment.get(item);
        if (piece === undefined || room === undefined) {
          hidden += item.characters;
          return;
        }
        lines.push(heading(id, piece.label, layout.notes.get(item) ?? ""));
        const text = textOf(id, piece, item, room);
        for (const line of text.lines) lines.push(line);
        hidden += item.characters - text.characters;
        shown += 1;
        if (text.characters === item.characters) whole += 1;
      });
      // An empty message lacks nothing.
      const became = whole === expected.items.length ? "whole" : shown === 0 ? "omitted" : "cut";
      const { pointer, kind } = expected;
      messages.push({ id, pointer, origin: pointer.origin, kind, shown: became });
      return true;
    },
    finish() {
      addGap();
      return { lines, messages, hidden };
    },
  };
}

function textOf(id: string, piece: Piece, item: Item, room: number): { lines: string[]; characters: number } {
  const quoted = quote(piece.text);
  if (item.whole <= room) return { lines: quoted.map((line) => line.text), characters: piece.text.length };
  const focus = item.telling === undefined ? -1 : lineSaying(quoted, item.telling);
  const options: CutOptions = {
    room: room - tokenParts(`${heading(id, piece.label, "")}\n`),
    marker: cutMarker(id),
    head: item.failed ? 0.3 : 0.5,
  };
  return cutText(quoted, focus < 0 ? options : { ...options, focus });
}

/** Where the first line of an error excerpt stands; excerpts are trimmed, and long lines end in "…". */
function lineSaying(lines: readonly QuotedLine[], telling: string): number {
  const wanted = telling.replace(/…$/, "");
  return lines.findIndex((line) => line.raw.trim().replace(/\s+/g, " ").startsWith(wanted));
}
