import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rankingFigures } from "./ranking-figures.ts";
import { readRetrievalQueries, runRetrieval } from "./retrieval.ts";
import { readSkillSet } from "./skill-set.ts";

const skill = (name: string, description: string, triggers: string[], body: string) =>
  `---\nname: ${name}\ndescription: "${description}"\ntriggers:\n${triggers.map((one) => `  - "${one}"\n`).join("")}---\n\n# ${name}\n\n${body}\n`;

const skills = [
  {
    path: "a/tide-tables/SKILL.md",
    text: skill(
      "tide-tables",
      "Reads tide tables of a harbour",
      ["when is high water tomorrow"],
      "Look at the almanac.\n\n- when is  high water tomorrow",
    ),
  },
  {
    path: "a/sourdough/SKILL.md",
    text: skill("sourdough", "Keeps a sourdough starter alive", ["feed my starter"], "Flour and water."),
  },
  {
    path: "a/bread-baking/SKILL.md",
    text: skill("bread-baking", "Bakes a loaf of sourdough bread", ["bake bread"], "Hot oven."),
  },
];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evals-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const lines = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("figures of a ranking", () => {
  it("count rank, recall and gain over answerable queries, and abstention over the others", () => {
    const figures = rankingFigures([
      { relevant: 1, right: [true], answered: true },
      { relevant: 2, right: [false, true, true], answered: true },
      { relevant: 1, right: [false, false, false, false, false, true], answered: false },
      { relevant: 0, right: [false], answered: false },
      { relevant: 0, right: [false], answered: true },
    ]);
    expect(figures).toMatchObject({
      queries: 5,
      answerable: 3,
      recallAt1: 0.3333,
      recallAt5: 0.6667,
      mrrAt10: 0.5556, // (1 + 1/2 + 1/6) / 3
      answered: 0.6667,
      precisionOfAnswered: 0.3333,
      abstained: 0.5,
    });
    const second = (1 / Math.log2(3) + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3));
    expect(figures.ndcgAt10).toBeCloseTo((1 + second + 1 / Math.log2(7)) / 3, 3);
  });

  it("are zero, not NaN, over nothing", () => {
    expect(rankingFigures([])).toMatchObject({ queries: 0, recallAt1: 0, mrrAt10: 0, precisionOfAnswered: 0 });
  });
});

describe("eval retrieval", () => {
  it("takes a query out of every field of its source before it searches", async () => {
    const documents = await readSkillSet(write("skills.jsonl", lines(skills)));
    const query = { qid: "q1", query: "when is high water tomorrow", relevant: ["a/tide-tables/SKILL.md"] };
    const known = await runRetrieval({ documents, queries: [query] });
    const heldOut = await runRetrieval({ documents, queries: [{ ...query, source: "a/tide-tables/SKILL.md" }] });
    expect(known.report.recallAt1).toBe(1);
    expect(heldOut.report.recallAt1).toBe(0);
    expect(heldOut.report.misses).toMatchObject([{ qid: "q1", relevant: ["a/tide-tables/SKILL.md"] }]);
  });

  it("leaves ignored skills out of the ranking and reports each language apart", async () => {
    const documents = await readSkillSet(write("skills.jsonl.gz", gzipSync(lines(skills))));
    const file = write(
      "queries.jsonl",
      lines([
        {
          qid: "1",
          query: "sourdough bread",
          relevant: ["a/sourdough/SKILL.md"],
          ignore: ["a/bread-baking/SKILL.md"],
          lang: "en",
        },
        { qid: "2", query: "feed my starter", relevant: ["a/sourdough/SKILL.md"], lang: "en" },
        { qid: "3", query: "космический телескоп", relevant: [], lang: "ru" },
      ]),
    );
    const { report, outcomes } = await runRetrieval({
      documents,
      queries: await readRetrievalQueries(file),
      minScore: 0.01,
    });
    expect(report).toMatchObject({ skills: 3, queries: 3, answerable: 2, recallAt1: 1, abstained: 1, misses: [] });
    expect(report.byLanguage).toMatchObject({ en: { queries: 2, recallAt1: 1 }, ru: { queries: 1, abstained: 1 } });
    expect(outcomes.map((outcome) => outcome.answered)).toEqual([true, true, false]);
  });

  it("measures another engine over the same documents", async () => {
    const documents = await readSkillSet(write("skills.jsonl", lines(skills)));
    const { report } = await runRetrieval({
      documents,
      queries: [{ qid: "1", query: "bread", relevant: ["a/bread-baking/SKILL.md"] }],
      engine: (all) => () => all.map((document) => ({ id: document.id, score: 1 })),
    });
    expect(report).toMatchObject({ recallAt1: 0, mrrAt10: 0.3333, misses: [{ rank: 3 }] });
  });

  it("refuses a set with a broken line, and says which", async () => {
    const file = write("broken.jsonl", `${lines([{ qid: "1", query: "x", relevant: [] }])}{"qid": 2}\n`);
    await expect(readRetrievalQueries(file)).rejects.toMatchObject({
      code: "DATA_INVALID",
      message: expect.stringContaining("line 2"),
    });
    await expect(readSkillSet(join(folder, "nowhere.jsonl"))).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    await expect(readSkillSet(write("empty.jsonl", "\n"))).rejects.toMatchObject({ code: "NO_SKILLS" });
  });
});
