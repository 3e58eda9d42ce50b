/**
 * What the frame says about what is not shown, given what each item may cost: notes in headings, and a line for every run of
 * messages of which nothing is shown.
 */
import { tokenParts } from "../../base/index.ts";
import type { Allotment } from "./allot.ts";
import { type Gap, gapLine, omittedBesideNote, omittedResultNote } from "./headings.ts";
import type { Item, Measured, MeasuredMessage } from "./measure.ts";

export interface Layout {
  /** Lines to put before the message with this index; the key `messages.length` stands for the end. */
  gaps: ReadonlyMap<number, string>;
  notes: ReadonlyMap<Item, string>;
  /** Token parts of all of it. */
  parts: number;
}

export function layOut({ messages }: Measured, allotment: Allotment): Layout {
  const gaps = new Map<number, string>();
  const notes = new Map<Item, string>();
  /** Results that are not shown and whose call says so. */
  const toldByCall = new Set<Item>();
  let parts = 0;
  let gap: Gap | undefined;

  const closeGap = (index: number) => {
    if (gap === undefined) return;
    const line = gapLine(gap);
    gaps.set(index, line);
    parts += tokenParts(`${line}\n`);
    gap = undefined;
  };
  const note = (item: Item, text: string) => {
    notes.set(item, (notes.get(item) ?? "") + text);
    parts += tokenParts(text);
  };

  messages.forEach((message, index) => {
    const shown = message.items.filter((item) => allotment.has(item));
    for (const item of shown) {
      if (item.overcomes !== undefined) note(item, item.overcomes);
      const { result } = item;
      if (result === undefined || allotment.has(result.item)) continue;
      note(item, omittedResultNote(result.id, result.item.ended ?? "", result.item.characters));
      toldByCall.add(result.item);
    }
    const untold = message.items.filter((item) => !allotment.has(item) && !toldByCall.has(item));
    const characters = untold.reduce((sum, item) => sum + item.characters, 0);
    const last = shown.at(-1);
    if (last !== undefined) {
      closeGap(index);
      if (characters > 0) note(last, omittedBesideNote(characters));
    } else if (untold.length > 0) {
      gap = extended(gap, message, characters);
    }
  });
  closeGap(messages.length);
  return { gaps, notes, parts };
}

function extended(gap: Gap | undefined, { id }: MeasuredMessage, characters: number): Gap {
  if (gap === undefined) return { first: id, last: id, messages: 1, characters };
  return { first: gap.first, last: id, messages: gap.messages + 1, characters: gap.characters + characters };
}
