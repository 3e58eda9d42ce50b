import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "../../bank/index.ts";
import { listSkillsForAgent } from "../agent/skill-listing.ts";
import { createOperationContext, type OperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { renderContext } from "./render-context.ts";

let base: string;
const open: OperationContext[] = [];
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-context-")));
});
afterEach(async () => {
  for (const context of open.splice(0)) await context.close();
  rmSync(base, { recursive: true, force: true });
});

const KNOTS = ["Tie a bowline at the mooring ring.", "Check every rope for chafe."];

/** One person's machine with the same skills, published in the given order at the given time. */
async function machine(name: string, user: string, date: string, skills: readonly [Scope, string][]) {
  const home = join(base, name);
  const project = join(home, "work", "boats");
  mkdirSync(project, { recursive: true });
  const context = createOperationContext({
    home: join(home, ".autoskill"),
    userHome: home,
    workingDirectory: project,
    environment: { AUTOSKILL_USER: user },
    clock: { now: () => new Date(date) },
  });
  open.push(context);
  const bank = await context.bank(project);
  for (const [scope, slug] of skills) {
    const head = `name: ${slug}\ndescription: "How to moor a boat: ${slug}. Use when mooring."`;
    const meta = `  source: auto-skill\n  extracted_at: "${date}"\n  version: "1.0.0"`;
    const rules = KNOTS.map((rule) => `- ${rule.replace("rope", `${slug} rope`)}`).join("\n");
    await bank.publish({
      scope,
      slug,
      files: [
        { path: "SKILL.md", content: `---\n${head}\nmetadata:\n${meta}\n---\n\n# ${slug}\n\n## Rules\n\n${rules}\n` },
      ],
      expect: { kind: "create" },
      actor: "autoskill",
      reason: "learned",
    });
  }
  const block = (more: object = {}) =>
    runOperation(renderContext, context, { query: "how do I moor the boat", minScore: 0, ...more });
  return { context, project, home, block };
}

const SKILLS: readonly [Scope, string][] = [
  ["project", "pontoon"],
  ["user", "buoy"],
  ["common", "quay"],
];

describe("the block for a request", () => {
  it("is the same to the byte on any machine, at any time, whatever was published first", async () => {
    const one = await machine("a", "ada", "2026-01-02T03:04:05.000Z", SKILLS);
    const other = await machine(
      "a-much-longer-name-of-a-home",
      "bartholomew",
      "2027-11-30T00:00:00.000Z",
      SKILLS.toReversed(),
    );
    for (const budget of [4_000, 260, 150]) {
      const { text } = await one.block({ budget });
      expect(text).toContain("<location>");
      expect((await other.block({ budget })).text).toBe(text);
    }
    await one.block({ record: { session: "s" } });
    expect((await one.block()).text).toBe((await other.block()).text);
  });

  it("says where a skill lies as the list of all skills does, so that an agent in the project can open it", async () => {
    const { context, project, home, block } = await machine("a", "ada", "2026-01-02T03:04:05.000Z", SKILLS);
    const { text } = await block();
    const told = [...text.matchAll(/<location>(.*)<\/location>/g)].map(([, location]) => location ?? "");
    expect(told).toEqual([
      "~/.autoskill/SkillBank/Common/quay/SKILL.md",
      ".agents/skills/pontoon/SKILL.md",
      "~/.agents/skills/buoy/SKILL.md",
    ]);
    for (const location of told) expect(existsSync(join(project, location.replace(/^~/, "../..")))).toBe(true);
    const listing = await listSkillsForAgent(context, project, []);
    expect(listing.text).toContain(
      "Their files: .agents/skills/<name>/SKILL.md, but for\n- buoy: ~/.agents/skills/buoy/SKILL.md\n",
    );
    expect(listing.text).not.toContain(home);
  });
});
