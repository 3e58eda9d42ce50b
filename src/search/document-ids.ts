/** Which document lies in which slot: ids as strings in one table, not an object each, and nothing to do at opening. */
import { atLeast } from "./growing-arrays.ts";
import { createStringTable, emptyTable, openStringTable, type StringTableParts } from "./string-table.ts";

export interface DocumentIds {
  /** Living documents. */
  readonly size: number;
  readonly bytes: number;
  /** The slot of a living document. */
  get(id: string): number | undefined;
  /** Slots are given in the order 0, 1, 2 … */
  set(id: string, slot: number): void;
  delete(id: string): boolean;
  /** The slot that a document had when the ids were saved, whatever became of it. */
  savedSlot(id: string): number | undefined;
  /** The id of a slot, removed or not. */
  of(slot: number): string;
  keys(): Iterable<string>;
  /** Slots of the living documents, in the order of their ids. */
  sortedSlots(): number[];
}

const NONE = 0xffffffff;

export function createDocumentIds(): DocumentIds {
  return openDocumentIds(emptyTable());
}

/** Takes the table over: its strings are the ids of slots 0, 1, 2 … */
export function openDocumentIds(parts: StringTableParts): DocumentIds {
  const table = openStringTable(parts);
  const saved = table.size;
  let size = saved;
  /** Both are the number itself up to `saved`, until it changes: 0 here. */
  let slots = new Uint32Array(0);
  let numbers = new Uint32Array(0);

  /** Slot by number of the id; plus one, so that 0 is "as saved". */
  function slotOf(number: number): number {
    const slot = slots[number] ?? 0;
    return slot === 0 ? number : slot === NONE ? NONE : slot - 1;
  }

  function setSlot(number: number, slot: number): void {
    slots = atLeast(slots, number + 1);
    slots[number] = slot === NONE ? NONE : slot + 1;
  }

  function idOf(slot: number): string {
    return table.text(slot < saved ? slot : (numbers[slot - saved] ?? 0));
  }

  function* keys(): Generator<string> {
    for (let number = 0; number < table.size; number++) if (slotOf(number) !== NONE) yield table.text(number);
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      return table.bytes + slots.byteLength + numbers.byteLength;
    },
    get(id) {
      const number = table.find(id);
      const slot = number < 0 ? NONE : slotOf(number);
      return slot === NONE ? undefined : slot;
    },
    set(id, slot) {
      const known = table.find(id);
      const number = known < 0 ? table.add(id) : known;
      if (known < 0 || slotOf(number) === NONE) size++;
      setSlot(number, slot);
      numbers = atLeast(numbers, slot - saved + 1);
      numbers[slot - saved] = number;
    },
    delete(id) {
      const number = table.find(id);
      if (number < 0 || slotOf(number) === NONE) return false;
      setSlot(number, NONE);
      size--;
      return true;
    },
    savedSlot(id) {
      const number = table.find(id);
      return number < 0 || number >= saved ? undefined : number;
    },
    of: idOf,
    keys,
    sortedSlots() {
      const living = Array.from(keys(), (id) => ({ id, slot: slotOf(table.find(id)) }));
      return living.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ slot }) => slot);
    },
  };
}

/** The table of these ids, which are different and in the order of their slots. */
export function packIds(ids: Iterable<string>): StringTableParts {
  const table = createStringTable();
  for (const id of ids) table.add(id);
  return table.parts();
}
