/** What the two merge scripts share: twin pairs, and nearest neighbours by the words of the face. */
import { readFile } from "node:fs/promises";
import type { SkillProfile } from "../src/learn/index.ts";
import { sharedFile } from "./shared-data.ts";

export interface TwinPair {
  a: string;
  b: string;
  lexicalCosine: number;
}

/** Skills of two extractors that are each other's nearest, on the same chats. */
export async function readTwins(): Promise<TwinPair[]> {
  const text = await readFile(sharedFile("bench/skillbank-twin-pairs.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TwinPair);
}

/** Words that more skills than this have find nobody's neighbours. */
const MAX_POSTINGS = 1500;

/** A function that gives the nearest skills by the cosine of name and description, nearest first. */
export function faceCosines(
  profiles: ReadonlyMap<string, SkillProfile>,
): (id: string, limit: number) => { id: string; cosine: number }[] {
  const ids = [...profiles.keys()];
  const postings = new Map<string, { at: number; value: number }[]>();
  for (const [at, id] of ids.entries()) {
    for (const [term, value] of profiles.get(id)?.face.vector ?? []) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ at, value }]);
      else list.push({ at, value });
    }
  }
  return (id, limit) => {
    const sums = new Map<number, number>();
    for (const [term, value] of profiles.get(id)?.face.vector ?? []) {
      const list = postings.get(term) ?? [];
      if (list.length > MAX_POSTINGS) continue;
      for (const other of list) sums.set(other.at, (sums.get(other.at) ?? 0) + value * other.value);
    }
    return [...sums]
      .map(([at, cosine]) => ({ id: ids[at] ?? "", cosine }))
      .filter((found) => found.id !== id)
      .sort((x, y) => y.cosine - x.cosine || (x.id < y.id ? -1 : 1))
      .slice(0, limit);
  };
}
