/** Banks for the search measurements: the shared skill bank, or one that is made up; both grown to any size. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { documentFromSkill, type SearchDocument } from "../src/search/index.ts";

const SHARED = new URL("../../shared/", import.meta.url);

export interface BenchBank {
  source: "skillbank" | "made up";
  documents: SearchDocument[];
  queries: string[];
}

/** The 5,107 skills and the queries of the retrieval set where they are at hand, else as many made-up ones. */
export function readBank(): BenchBank {
  const skills = new URL("skillbank/skills.jsonl.gz", SHARED);
  const labelled = new URL("bench/retrieval-dev.jsonl", SHARED);
  if (!existsSync(skills) || !existsSync(labelled)) return madeUpBank(5_107);
  const lines = (text: string) => text.split("\n").filter((line) => line !== "");
  const documents = lines(gunzipSync(readFileSync(skills)).toString()).map((line) => {
    const { path, text } = JSON.parse(line) as { path: string; text: string };
    return documentFromSkill(text, { id: path, scope: "user" });
  });
  const queries = lines(readFileSync(labelled, "utf8")).map((line) => (JSON.parse(line) as { query: string }).query);
  return { source: "skillbank", documents, queries };
}

/** Mulberry32: the same numbers in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Skills of words that are as unevenly common as those of a language (Zipf). */
export function madeUpBank(count: number): BenchBank {
  const random = randomNumbers(1);
  const syllables = ["ka", "to", "mi", "re", "sol", "an", "der", "vi", "po", "lu", "gra", "ne"];
  const syllable = (number: number) => syllables[number % syllables.length] ?? "";
  const word = (rank: number) => [1, 12, 144, 1728].map((unit) => syllable(Math.floor(rank / unit))).join("");
  const words = (length: number) => Array.from({ length }, () => word(Math.floor(20_000 ** random()))).join(" ");
  const documents = Array.from(
    { length: count },
    (_, at): SearchDocument => ({
      id: `skill-${at}`,
      name: words(4),
      description: words(20),
      triggers: [words(5), words(5), words(5)],
      tags: [words(1), words(1)],
      body: words(150),
      scope: "user",
      state: "active",
      hash: `${at}`,
    }),
  );
  return { source: "made up", documents, queries: Array.from({ length: 250 }, () => words(5)) };
}

/**
 * A bank of `count`: the given one, then copies in which the lines of the body come from two skills and every third word
 * of name and description from another, so that they are near neighbours of many and copies of none.
 */
export function* grown(documents: readonly SearchDocument[], count: number): Generator<SearchDocument> {
  yield* documents.slice(0, count);
  const random = randomNumbers(2);
  const pick = () => documents[Math.floor(random() * documents.length)] as SearchDocument;
  const mixed = (a: string, b: string) => {
    const other = b.split(/\s+/);
    return a
      .split(/\s+/)
      .map((word, at) => (at % 3 === 2 ? (other[at] ?? word) : word))
      .join(" ");
  };
  for (let at = documents.length; at < count; at++) {
    const [a, b] = [pick(), pick()];
    yield {
      ...a,
      id: `${a.id}#${at}`,
      hash: `${at}`,
      name: mixed(a.name, b.name),
      description: mixed(a.description, b.description),
      triggers: [...a.triggers.slice(0, 3), ...b.triggers.slice(0, 2)],
      body: `${a.body.slice(0, 1_200)}\n${b.body.slice(0, 800)}`,
    };
  }
}
