import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applySkillEdits, type SkillEditResult } from "../skill/index.ts";
import { evaluatePatches } from "./patches.ts";

const SKILL = [
  "---",
  "name: a-skill",
  "description: what it does",
  "---",
  "",
  "# A skill",
  "",
  "## Steps",
  "",
  "1. First",
  "2. Second",
  "",
  "   ```sh",
  "   ls",
  "   ```",
  "",
  "## Rules",
  "",
  "- Keep it short",
  "- Keep it true",
  "",
].join("\n");

let folder = "";
let skillsFile = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "patches-"));
  skillsFile = join(folder, "skills.jsonl.gz");
  const lines = [
    { path: "a/SKILL.md", text: SKILL },
    { path: "b/SKILL.md", base64: Buffer.from(SKILL.replaceAll("\n", "\r\n")).toString("base64") },
    { path: "e/SKILL.md", text: "# T\n\n## A\n\n### Same\n\n- one\n\n## B\n\n### Same\n\n- two\n" },
    { path: "c/SKILL.md", base64: Buffer.from([0xff, 0x41]).toString("base64") },
    { path: "d/SKILL.md", text: "```\nopen" },
    { path: 1 },
  ];
  await writeFile(skillsFile, gzipSync(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{broken\n`));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (sabotage?: (result: SkillEditResult, text: string) => SkillEditResult) =>
  evaluatePatches({
    skillsFile,
    n: 60,
    seed: 3,
    ...(sabotage === undefined ? {} : { editor: (text, edits) => sabotage(applySkillEdits(text, edits), text) }),
  });
const withText = (result: SkillEditResult, text: string): SkillEditResult => ({ ...result, text });

describe("evaluatePatches", () => {
  it("finds nothing wrong with our editor, says what it skipped, and repeats itself", async () => {
    const report = await run();
    expect(report).toMatchObject({ sets: 60, corruptions: 0, undoMismatches: 0, samples: [], skills: 3, seed: 3 });
    expect(report.skipped).toEqual({ invalid_utf8: 1, unbalanced_fences_before: 1, broken_line: 2 });
    expect(report.applied).toBeGreaterThan(50);
    const ended = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(report.applied + ended(report.conflicts) + ended(report.rejected)).toBe(report.edits);
    expect({ ...(await run()), ms: 0 }).toEqual({ ...report, ms: 0 });
  });

  it.each<[string, (result: SkillEditResult, text: string) => SkillEditResult]>([
    ["loses a line", (result) => withText(result, result.text.replace(/- Keep it true\r?\n/, ""))],
    ["changes a byte elsewhere", (result) => withText(result, result.text.replace("# A skill", "# a skill"))],
    ["changes code", (result) => withText(result, result.text.replace("   ls", "   ls -l"))],
    ["leaves a fence open", (result) => withText(result, `${result.text}\n\`\`\`\n`)],
    ["leaves an orphan heading", (result) => withText(result, `${result.text}\n## New Section\n`)],
    ["touches the frontmatter", (result) => withText(result, result.text.replace("name: a-skill", "name: b-skill"))],
    ["drops an outcome", (result) => ({ ...result, outcomes: result.outcomes.slice(1) })],
    [
      "throws",
      () => {
        throw new Error("broken editor");
      },
    ],
  ])("fails an editor that %s", async (_, sabotage) => {
    const report = await run(sabotage);
    expect(report.corruptions).toBeGreaterThan(10);
    expect(report.samples[0]?.details.length).toBeGreaterThan(0);
  });

  it("fails an editor whose undo does not lead back", async () => {
    const report = await run((result) => ({
      ...result,
      undo: { ...result.undo, splices: result.undo.splices.slice(1) },
    }));
    expect(report.undoMismatches).toBeGreaterThan(10);
  });

  it("says when there is nothing to try, and fails on a file that is not there", async () => {
    const empty = join(folder, "empty.jsonl");
    await writeFile(empty, "\n");
    await expect(evaluatePatches({ skillsFile: empty })).rejects.toMatchObject({ code: "NO_SKILLS" });
    const noFile = evaluatePatches({ skillsFile: join(folder, "none.jsonl") });
    await expect(noFile).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
  });
});

const BANK = "../shared/skillbank/public-skills.jsonl.gz";
describe.skipIf(!existsSync(BANK))(`on ${BANK} (skipped where it is absent)`, () => {
  it("40 sets corrupt nothing", async () => {
    expect(await evaluatePatches({ skillsFile: BANK, n: 40, seed: 11 })).toMatchObject({
      corruptions: 0,
      undoMismatches: 0,
    });
  }, 120_000);
});
