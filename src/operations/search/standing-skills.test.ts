import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { skillTokens } from "../../search/index.ts";
import { createOperationContext, type OperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { renderContext } from "./render-context.ts";
import { fitStanding } from "./standing-skills.ts";

let base: string;
let context: OperationContext;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "autoskill-standing-"));
  mkdirSync(join(base, "project"));
  context = createOperationContext({
    home: join(base, "home"),
    userHome: base,
    workingDirectory: base,
    environment: {},
  });
});
afterEach(async () => {
  await context.close();
  rmSync(base, { recursive: true, force: true });
});

function writeSkill(name: string, description: string, tags: string, rule: string): void {
  const folder = join(base, "project", ".agents", "skills", name);
  mkdirSync(folder, { recursive: true });
  const head = `name: ${name}\ndescription: "${description}"\nmetadata:\n  tags: "${tags}"`;
  writeFileSync(join(folder, "SKILL.md"), `---\n${head}\n---\n\n# ${name}\n\n## Rules\n\n- ${rule}\n`);
}

const rendered = (query: string, budget = 4_000) =>
  runOperation(renderContext, context, { query, budget, project: join(base, "project") });

describe("rules that a person stated for all work", () => {
  it("are in every context, also where the request shares no word with them", async () => {
    writeSkill("file-conventions", "How files are named", "files, conventions", "Prefix file names with the ticket.");
    writeSkill("sourdough", "Keeps a sourdough starter alive", "baking", "Feed it daily.");
    const block = await rendered("prepare the quarterly numbers");
    expect(block.skills.map(({ name, shown }) => [name, shown])).toEqual([["file-conventions", "whole"]]);
    expect(block.text).toContain("Prefix file names with the ticket.");
  });

  it("are there once, beside what fits the request, in the same order whatever the request", async () => {
    writeSkill("file-conventions", "How files are named", "files, conventions", "Prefix file names with the ticket.");
    writeSkill("sourdough", "Keeps a sourdough starter alive", "baking", "Feed it daily.");
    for (const query of ["keep my sourdough starter alive", "how are files named, and the sourdough starter"]) {
      const names = [...(await rendered(query)).text.matchAll(/<name>(.*)<\/name>/g)].map((match) => match[1]);
      expect(names).toEqual(["file-conventions", "sourdough"]);
    }
  });

  it("leave room for what fits the request when there are many of them", async () => {
    writeSkill("sourdough", "Keeps a sourdough starter alive", "baking", "Feed it daily.");
    for (let number = 0; number < 12; number += 1) {
      writeSkill(`rule-${number}`, `Rule number ${number}`, "conventions", "Word after word. ".repeat(40).trim());
    }
    const block = await rendered("keep my sourdough starter alive", 1_000);
    expect(block.tokens).toBeLessThanOrEqual(1_000);
    expect(block.skills.find(({ name }) => name === "sourdough")?.shown).toBe("whole");
    expect(block.shortened + block.leftOut).toBeGreaterThan(0);
  });

  it("take no more room than they were given, whatever lines their rules have", () => {
    const line = fc.constantFrom("Feed it daily.", "```", "  weight: 3 <g>", "ä ö ü", "日付を書く。", "a".repeat(40));
    const rule = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n\n  "));
    fc.assert(
      fc.property(
        fc.array(fc.array(rule, { minLength: 1, maxLength: 5 }), { maxLength: 4 }),
        fc.nat(500),
        (skills, budget) => {
          const standing = skills.map((rules, at) => {
            const text = `---\nname: s${at}\n---\n\n# S\n\n## Rules\n\n${rules.map((each) => `- ${each}\n`).join("")}`;
            const skill = { id: `id${at}`, scope: "project" as const, slug: `s${at}`, directory: "/", text, hash: "" };
            const offered = { name: skill.slug, scope: skill.scope, description: "d", instructions: text, score: 0 };
            return { skill, offered: { ...offered, location: ".agents/skills/s/SKILL.md" } };
          });
          const { first } = fitStanding(standing, "anything", budget);
          expect(first.reduce((sum, skill) => sum + skillTokens(skill), 0)).toBeLessThanOrEqual(budget);
        },
      ),
      { numRuns: 60 },
    );
  });
});
