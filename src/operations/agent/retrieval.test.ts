import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOperationContext, type OperationContext } from "../context.ts";
import { openBankIndex } from "../search/bank-index.ts";
import type { Retrieval } from "./retrieval.ts";
import { openSkills } from "./skills-for-agent.ts";

let project: string;
let context: OperationContext;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-retrieval-")));
  const folder = join(project, ".agents", "skills", "sourdough");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "SKILL.md"),
    '---\nname: sourdough\ndescription: "Keeps a sourdough starter alive"\n---\n\n# Sourdough\n\n- Feed it daily.\n',
  );
  context = createOperationContext({
    home: join(project, "home"),
    userHome: project,
    workingDirectory: project,
    environment: {},
  });
});
afterEach(async () => {
  await context.close();
  rmSync(project, { recursive: true, force: true });
});

it("says why a skill was put before a prompt, with the one question that found it", async () => {
  const told: Retrieval[] = [];
  const skills = await openSkills(context, project, "s1", { onRetrieval: (retrieval) => void told.push(retrieval) });
  const { index } = await openBankIndex(context, { project });
  const asked = vi.spyOn(index, "query");

  expect(await skills.forPrompt("Keep my sourdough starter alive.")).toContain("Feed it daily.");
  expect(asked).toHaveBeenCalledTimes(1);
  expect(told[0]?.skills).toMatchObject([{ name: "sourdough", shown: "whole", score: expect.any(Number) }]);
  expect(told[0]?.skills[0]?.because).toContain("sourdough");

  expect(await skills.forPrompt("Write a long letter to the daily newspaper about the traffic in town.")).toBe("");
  expect(told[1]).toMatchObject({ skills: [], nearest: { name: "sourdough", score: expect.any(Number) } });
  await skills.settled();
});
