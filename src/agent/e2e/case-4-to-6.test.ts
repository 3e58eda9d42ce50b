/** Seed 000, end-to-end cases 4, 5 and 6: what a review may write, whose skills it may change, and links. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedRequest } from "../../model/scripted-model-server.test-helper.ts";
import {
  answersTo,
  CHECK_PROMPT,
  hardWonWork,
  LEARNED_RULE,
  messageWith,
  openScene,
  putCheckProject,
  type Scene,
  type SceneOptions,
  skillText,
  WIRES,
  writeSkillCall,
} from "./end-to-end.test-helper.ts";

const TIMEOUT = 120_000;
let scene: Scene;
afterEach(() => scene.close());

async function open(options: Omit<SceneOptions, "settings">): Promise<void> {
  scene = await openScene({ ...options, settings: { approval: "auto" } });
  putCheckProject(scene);
}

const ONLY_SKILLS = /\.agents\/skills\/<name>\/SKILL\.md|inside of the project/;

describe.each(WIRES)("over the wire of %s", (wire) => {
  it("case 4: a review writes to the project's skills and nowhere else", { timeout: TIMEOUT }, async () => {
    const outside = (): string[] => [
      "../outside/SKILL.md",
      join(scene.folder, "outside.md"),
      "~/.qwen/skills/user-level/SKILL.md",
      join(scene.home, ".agents", "skills", "user-level", "SKILL.md"),
      join(scene.home, ".autoskill", "SkillBank", "Common", "bundled", "SKILL.md"),
      "src/bundled-skills/bundled/SKILL.md",
      "check.mjs",
    ];
    let refused: string[] = [];
    await open({
      wire,
      script: {
        agent: hardWonWork(),
        review: [
          (request) => ({ toolCalls: outside().map((path) => writeSkillCall(request, path, "anywhere")) }),
          (request) => {
            refused = answersTo(request);
            return { toolCalls: [writeSkillCall(request, ".qwen/skills/project-checks/SKILL.md", "project-checks")] };
          },
          { text: "Wrote project-checks." },
        ],
      },
    });
    const before = scene.get("project/check.mjs");
    const run = await scene.agent(CHECK_PROMPT);
    expect(refused).toHaveLength(outside().length);
    for (const answer of refused) expect(answer).toMatch(ONLY_SKILLS);
    const done = run.line("skill_review_done");
    expect(done.refusals.map(({ tool }: { tool: string }) => tool)).toEqual(outside().map(() => "write_file"));
    expect(done).toMatchObject({ state: "done", proposals: [{ name: "project-checks", state: "published" }] });

    expect(scene.skillNames()).toEqual({ agents: ["project-checks"], qwen: ["project-checks"] });
    expect(scene.get("project/check.mjs")).toBe(before);
    expect(readdirSync(scene.folder).sort()).toEqual(["home", "project"]);
    for (const gone of [".qwen", ".agents", ".autoskill/SkillBank/Common/bundled"]) {
      expect(existsSync(join(scene.home, gone))).toBe(false);
    }
    expect(existsSync(join(scene.project, "src"))).toBe(false);
  });

  it("case 5: a person's skill is left alone, one of ours beside it is updated", { timeout: TIMEOUT }, async () => {
    const mine = skillText("my-own", ["Drink tea first."]);
    const better = "Run `node make-data.mjs` again before `node check.mjs` when `data.json` is gone.";
    let answers: string[] = [];
    await open({
      wire,
      script: {
        agent: [...hardWonWork(), ...hardWonWork()],
        review: [
          (request) => ({
            toolCalls: [writeSkillCall(request, ".agents/skills/project-checks/SKILL.md", "project-checks")],
          }),
          { text: "Wrote project-checks." },
          {
            toolCalls: [
              { name: "read_file", input: { path: ".qwen/skills/my-own/SKILL.md" } },
              { name: "read_file", input: { path: ".qwen/skills/project-checks/SKILL.md" } },
            ],
          },
          (request) => ({
            toolCalls: [
              editCall(request, ".qwen/skills/my-own/SKILL.md", "Drink tea first.", better),
              writeSkillCall(request, ".qwen/skills/my-own/SKILL.md", "my-own"),
              editCall(
                request,
                ".qwen/skills/project-checks/SKILL.md",
                `1. ${LEARNED_RULE}`,
                `1. ${LEARNED_RULE}\n2. ${better}`,
              ),
            ],
          }),
          (request) => {
            answers = answersTo(request);
            return { text: "Changed project-checks." };
          },
        ],
      },
    });
    scene.put("project/.qwen/skills/my-own/SKILL.md", mine);
    expect((await scene.agent(CHECK_PROMPT)).line("skill_review_done")).toMatchObject({ outcome: "proposed" });
    rmSync(join(scene.project, "data.json"));
    const again = await scene.agent("Once more, from a clean start: make `node check.mjs` pass.");

    expect(answers[0]).toMatch(
      /NOT_OURS.*not autoskill's to change: a person or another program put it into `.qwen\/skills`/,
    );
    expect(answers[1]).toMatch(/NAME_TAKEN.*there already/);
    expect(answers[2]).toMatch(/^Kept /);
    expect(again.line("skill_review_done")).toMatchObject({
      state: "done",
      proposals: [{ name: "project-checks", action: "update", state: "published" }],
    });
    expect(scene.get("project/.qwen/skills/my-own/SKILL.md")).toBe(mine);
    const text = scene.get("project/.qwen/skills/project-checks/SKILL.md");
    expect(text).toContain(LEARNED_RULE);
    expect(text).toContain(better);
  });

  it("case 6: a link among the skills that leads out of the project is not written through", {
    timeout: TIMEOUT,
  }, async () => {
    let refused: string[] = [];
    await open({
      wire,
      script: {
        agent: hardWonWork(),
        review: [
          (request) => ({
            toolCalls: [
              writeSkillCall(request, ".qwen/skills/elsewhere/SKILL.md", "elsewhere"),
              writeSkillCall(request, ".qwen/skills/elsewhere/references/note.md", "elsewhere"),
              { name: "read_file", input: { path: ".qwen/skills/elsewhere/SKILL.md" } },
            ],
          }),
          (request) => {
            refused = answersTo(request);
            return { text: "I leave it." };
          },
        ],
      },
    });
    scene.put("elsewhere/SKILL.md", skillText("elsewhere", ["Not of this project."]));
    mkdirSync(join(scene.project, ".qwen", "skills"), { recursive: true });
    symlinkSync(join(scene.folder, "elsewhere"), join(scene.project, ".qwen", "skills", "elsewhere"));
    const before = scene.get("elsewhere/SKILL.md");
    const run = await scene.agent(CHECK_PROMPT);
    expect(refused[0]).toMatch(/symlink traversal detected/i);
    expect(refused[1]).toMatch(/symlink traversal detected/i);
    expect(refused.join()).not.toContain("Not of this project.");
    expect(run.line("skill_review_done")).toMatchObject({ state: "done", proposals: [] });
    expect(scene.get("elsewhere/SKILL.md")).toBe(before);
    expect(readdirSync(join(scene.folder, "elsewhere"))).toEqual(["SKILL.md"]);
  });
});

function editCall(request: ScriptedRequest, path: string, old_string: string, new_string: string) {
  const turns = [
    messageWith(request, "data.json is missing"),
    messageWith(request, "command: node make-data.mjs"),
    messageWith(request, "3 checks passed"),
  ];
  const rule = new_string
    .split("\n")
    .at(-1)
    ?.replace(/^\d+\. /, "");
  return { name: "edit", input: { path, old_string, new_string, evidence: [{ rule, turns }] } };
}
