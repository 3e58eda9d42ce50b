import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let cli: ScratchCommandLine;
beforeEach(() => {
  cli = scratchCommandLine();
  writeSkill("tide-tables", "Reads tide tables and says when high water comes to a harbour", "Add an hour in summer.");
  writeSkill("sourdough", "Keeps a sourdough starter alive", "Feed it with flour & water < 25 °C.");
});
afterEach(() => cli.remove());

function writeSkill(name: string, description: string, rule: string): void {
  const folder = join(cli.project, ".agents", "skills", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "SKILL.md"),
    `---\nname: ${name}\ndescription: "${description}"\n---\n\n# ${name}\n\n- ${rule}\n`,
  );
}

describe("search", () => {
  it("finds the skill that fits, says why, and follows the files", async () => {
    const { document } = await cli.json(
      "search",
      "tide",
      "tables",
      "of",
      "the",
      "harbour",
      "--explain",
      "--min-score",
      "0.1",
    );
    expect(document.data.skills[0]).toMatchObject({ name: "tide-tables", scope: "project" });
    expect(document.data.skills[0].parts.terms.length).toBeGreaterThan(0);
    writeSkill("tide-tables", "Counts sheep", "One by one.");
    const changed = await cli.json("search", "tide tables of the harbour", "--min-score", "0.2");
    expect(changed.document.data.skills.map((skill: { description: string }) => skill.description)).not.toContain(
      "Reads tide tables and says when high water comes to a harbour",
    );
  });

  it("says that nothing fits, and what came nearest", async () => {
    const { code, out } = await cli.run(
      "search",
      "harbour",
      "accounting",
      "for",
      "quarterly",
      "taxes",
      "--min-score",
      "0.9",
    );
    expect(code).toBe(0);
    expect(out).toContain("Nothing fits among 2 skills. Nearest: tide-tables");
  });

  it("refuses an embedder that it does not know, with what it knows", async () => {
    const { code, document } = await cli.json("search", "tide", "--embedder", "abacus");
    expect(code).toBe(1);
    expect(document.error.code).toBe("EMBEDDER_INVALID");
    expect((await cli.json("search", "tide", "--min-score", "2")).document.error.code).toBe("INVALID_INPUT");
  });
});

describe("context", () => {
  it("prints the block alone, escaped, within its budget", async () => {
    const whole = await cli.run("context", "sourdough starter", "--min-score", "0.1");
    expect(whole.out).toMatch(/^<available_skills>\n[\s\S]*<\/available_skills>\n$/);
    expect(whole.out).toContain("flour &amp; water &lt; 25 °C");
    const { document } = await cli.json("context", "sourdough starter", "--min-score", "0.1", "--budget", "60");
    expect(document.data.tokens).toBeLessThanOrEqual(60);
    expect(document.data.shortened + document.data.leftOut).toBe(1);
    expect((await cli.run("context", "quarterly taxes")).out).toBe("");
  });
});

describe("eval retrieval and eval triggers", () => {
  it("measure a folder of skills on labelled lines", async () => {
    const queries = join(cli.folder, "queries.jsonl");
    writeFileSync(
      queries,
      `${JSON.stringify({ qid: "1", query: "high water", relevant: ["tide-tables/SKILL.md"], lang: "en" })}\n`,
    );
    const skills = join(cli.project, ".agents", "skills");
    const retrieval = await cli.json("eval", "retrieval", "--skills", skills, "--queries", queries);
    expect(retrieval.document.data).toMatchObject({
      skills: 2,
      recallAt1: 1,
      byLanguage: { en: { recallAt1: 1 } },
      misses: [],
    });

    const cases = join(cli.folder, "cases.jsonl");
    const positive = { id: "1", prompt: "sourdough starter", shouldActivate: true, expected: ["sourdough"] };
    const negative = { id: "2", prompt: "quarterly taxes", shouldActivate: false };
    writeFileSync(cases, `${JSON.stringify(positive)}\n${JSON.stringify(negative)}\n`);
    const triggers = await cli.json("eval", "triggers", "--skills", skills, "--cases", cases, "--min-score", "0.1");
    expect(triggers.document.data).toMatchObject({ cases: 2, tpr: 1, fpr: 0, accuracy: 1, f1: 1, misses: [] });
    expect((await cli.run("eval", "retrieval", "--skills", skills, "--queries", queries)).out).toContain("R@1");
  });
});

describe("tune triggers", () => {
  it("proposes a diff that a person can take over, and writes nothing", async () => {
    const prompts = ["ebb and flood at Brest", "ebb or flood", "flood after ebb", "ebb before flood"];
    const wrong = ["feed my starter", "write a poem", "book a train", "tie a knot"];
    const lines = [
      ...prompts.map((prompt, at) => ({ id: `p${at}`, prompt, shouldActivate: true, expected: ["tide-tables"] })),
      ...wrong.map((prompt, at) => ({ id: `n${at}`, prompt, shouldActivate: false })),
    ];
    const cases = join(cli.folder, "cases.jsonl");
    writeFileSync(cases, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { document } = await cli.json("tune", "triggers", "tide-tables", "--cases", cases, "--min-score", "0.1");
    expect(document.data).toMatchObject({ changed: true, scope: "project" });
    expect(document.data.heldOut.after.fired).toBeGreaterThan(document.data.heldOut.before.fired);
    expect(document.data.diff).toMatch(/^\+.*(ebb|flood)/m);
    const again = await cli.json("tune", "triggers", "tide-tables", "--cases", cases, "--min-score", "0.1");
    expect(again.document.data.heldOut.before).toEqual(document.data.heldOut.before);
  });
});

describe("index status and index rebuild", () => {
  it("tell how far the saved index is behind, and make it anew", async () => {
    const status = async () => (await cli.json("index", "status")).document.data;
    expect(await status()).toMatchObject({ skills: 2, indexed: 0, behind: 2, bytesOnDisk: 0 });
    await cli.json("search", "tide");
    expect(await status()).toMatchObject({ indexed: 2, vectors: 2, behind: 0, gone: 0, diagnostics: [] });
    writeSkill("sourdough", "Bakes bread", "Hot oven.");
    rmSync(join(cli.project, ".agents", "skills", "tide-tables"), { recursive: true });
    expect(await status()).toMatchObject({ skills: 1, indexed: 2, behind: 1, gone: 1 });
    const rebuilt = (await cli.json("index", "rebuild")).document.data;
    expect(rebuilt).toMatchObject({ skills: 1, vectors: 1, diagnostics: [] });
    expect(await status()).toMatchObject({ indexed: 1, behind: 0, gone: 0, bytesOnDisk: rebuilt.bytesOnDisk });
    expect((await cli.run("index", "status")).out).toContain("as the skills on disk are");
  });

  it("do not trust a damaged file: the search finds what it should, and repairs it", async () => {
    await cli.json("search", "tide");
    const { directory } = (await cli.json("index", "status")).document.data;
    const files = readdirSync(directory).filter((name) => !name.startsWith("."));
    for (const name of files) writeFileSync(join(directory, name), "not an index");
    expect((await cli.json("index", "status")).document.data.diagnostics[0].code).toBe("index_damaged");
    const { document } = await cli.json("search", "tide", "--min-score", "0.05");
    expect(document.data).toMatchObject({ searched: 2, diagnostics: [] });
    expect(document.data.skills[0].name).toBe("tide-tables");
    expect((await cli.json("index", "status")).document.data).toMatchObject({ indexed: 2, behind: 0, diagnostics: [] });
  });

  it("keep the vectors of two embedders apart", async () => {
    await cli.json("search", "tide", "--embedder", "hashing:64");
    expect((await cli.json("index", "status", "--embedder", "hashing:64")).document.data.vectors).toBe(2);
    expect((await cli.json("index", "status", "--embedder", "none")).document.data).toMatchObject({
      indexed: 0,
      vectors: 0,
    });
  });
});
