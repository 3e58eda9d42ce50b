/**
 * Shares a number of token parts out among the items of a session, most important first.
 *
 * Contract: a person's words get all they need, as far as there is room. Of the rest every weight is assured a share, and
 * what one leaves goes to the next in importance. Inside a weight the short are whole and the long are cut to one length;
 * where even short pieces of all would not fit, those nearest to the beginning and the end of the session get the room.
 */
import { PARTS_PER_TOKEN } from "../../base/index.ts";
import { type Item, type MeasuredMessage, WEIGHTS, type Weight } from "./measure.ts";

/** Assured shares of what the person's words leave, in hundredths. */
const SHARES: Record<Exclude<Weight, "person">, number> = {
  repair: 38,
  repair_detail: 16,
  failure: 12,
  answer: 10,
  proof: 4,
  call: 12,
  speech: 3,
  output: 4,
  background: 1,
  sub_agent: 0,
};
/** Less than this of a text is of no use. */
const SHORTEST = 40 * PARTS_PER_TOKEN;

export type Allotment = Map<Item, number>;

/** The items of one weight, sorted once for many tries. */
export interface WeightClass {
  weight: Weight;
  need: number;
  floor: number;
  byLength: Item[];
  byRank: Item[];
}

export function weightClasses(messages: readonly MeasuredMessage[]): WeightClass[] {
  const items = new Map<Weight, Item[]>(WEIGHTS.map((weight) => [weight, []]));
  for (const message of messages) for (const item of message.items) items.get(item.weight)?.push(item);
  return [...items].map(([weight, all]) => ({
    weight,
    need: sum(all, (item) => item.whole),
    floor: sum(all, floorOf),
    byLength: [...all].sort((a, b) => a.whole - b.whole),
    byRank: endsFirst(all),
  }));
}

/** What each item may cost, heading included; an item that is not in the answer is not shown. */
export function allot(classes: readonly WeightClass[], room: number): Allotment {
  const allotment: Allotment = new Map();
  let left = room;
  const rest: WeightClass[] = [];
  for (const one of classes) {
    if (one.weight === "person") left -= fill(one, left, allotment);
    else rest.push(one);
  }
  const assured = rest.map((one) => Math.min(one.need, Math.floor((left * shareOf(one.weight)) / 100)));
  let spare = left - sum(assured, (share) => share);
  rest.forEach((one, index) => {
    const share = assured[index] ?? 0;
    const offered = Math.min(one.need, share + spare);
    spare += share - fill(one, offered, allotment);
  });
  return allotment;
}

function shareOf(weight: Weight): number {
  return weight === "person" ? 0 : SHARES[weight];
}

/** @returns what was spent, never above `room` */
function fill({ need, floor, byLength, byRank }: WeightClass, room: number, allotment: Allotment): number {
  let left = room;
  if (need <= room) {
    for (const item of byLength) allotment.set(item, item.whole);
    return need;
  }
  if (floor > room) {
    for (const item of byRank) {
      const least = floorOf(item);
      if (least > left) continue;
      allotment.set(item, least);
      left -= least;
    }
    for (const item of byRank) {
      const given = allotment.get(item);
      if (given === undefined || left === 0) continue;
      const more = Math.min(item.whole - given, left);
      allotment.set(item, given + more);
      left -= more;
    }
    return room - left;
  }
  let floorsLeft = floor;
  byLength.forEach((item, index) => {
    const least = floorOf(item);
    floorsLeft -= least;
    const level = Math.min(Math.floor(left / (byLength.length - index)), left - floorsLeft);
    const given = Math.min(item.whole, Math.max(level, least));
    allotment.set(item, given);
    left -= given;
  });
  return room - left;
}

function floorOf(item: Item): number {
  return Math.min(item.whole, item.label + SHORTEST);
}

/** First group, last group, second, last but one, …; inside a group in the order of the session. */
function endsFirst(items: readonly Item[]): Item[] {
  const groups = new Map<number, Item[]>();
  for (const item of items) {
    const group = groups.get(item.group);
    if (group === undefined) groups.set(item.group, [item]);
    else group.push(item);
  }
  const ordered = [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
  const ranked: Item[] = [];
  for (let first = 0, last = ordered.length - 1; first <= last; first++, last--) {
    ranked.push(...(ordered[first] ?? []));
    if (last > first) ranked.push(...(ordered[last] ?? []));
  }
  return ranked;
}

function sum<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
