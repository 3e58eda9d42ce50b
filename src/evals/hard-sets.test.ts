import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readRetrievalQueries } from "./retrieval.ts";

const set = (name: string) => fileURLToPath(new URL(`../../bench/data/retrieval-${name}.jsonl`, import.meta.url));
const bank = fileURLToPath(new URL("../../../shared/skillbank/skills.jsonl.gz", import.meta.url));
const NAMES = ["paraphrase", "cross-language", "out-of-bank"] as const;

describe("the hard retrieval sets", () => {
  it.each(NAMES)(
    "%s has at least 150 different queries, and right answers exactly where something fits",
    async (name) => {
      const queries = await readRetrievalQueries(set(name));
      expect(queries.length).toBeGreaterThanOrEqual(150);
      expect(new Set(queries.map((query) => query.qid)).size).toBe(queries.length);
      expect(new Set(queries.map((query) => query.query.toLowerCase())).size).toBe(queries.length);
      for (const { qid, relevant, ignore = [], lang } of queries) {
        expect(lang, qid).toMatch(/^[a-z]{2}$/);
        expect(relevant.length > 0, qid).toBe(name !== "out-of-bank");
        expect(
          ignore.filter((id) => relevant.includes(id)),
          qid,
        ).toEqual([]);
      }
    },
  );

  it.skipIf(!existsSync(bank))("names only skills of the bank, and copies no text of it", async () => {
    const text = gunzipSync(readFileSync(bank)).toString("utf8").toLowerCase();
    const ids = new Set([...text.matchAll(/^\{"path": ("(?:[^"\\]|\\.)*")/gm)].map(([, id]) => JSON.parse(id ?? '""')));
    for (const name of NAMES) {
      for (const { qid, query, relevant, ignore = [] } of await readRetrievalQueries(set(name))) {
        for (const id of [...relevant, ...ignore]) expect(ids, `${qid}: ${id}`).toContain(id.toLowerCase());
        expect(text.includes(query.toLowerCase()), qid).toBe(false);
      }
    }
  });
});
