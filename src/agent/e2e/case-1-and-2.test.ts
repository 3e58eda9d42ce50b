/** Seed 000, end-to-end cases 1 and 2: few calls do not trigger a review; the threshold does. */
import { afterEach, describe, expect, it } from "vitest";
import {
  answersTo,
  CHECK_PROMPT,
  hardWonWork,
  LEARNED_RULE,
  looking,
  openScene,
  putCheckProject,
  type Scene,
  type SceneOptions,
  WIRES,
  writeSkillCall,
} from "./end-to-end.test-helper.ts";

const TIMEOUT = 120_000;
let scene: Scene;
const open = async (options: SceneOptions): Promise<Scene> => {
  scene = await openScene(options);
  return scene;
};
afterEach(() => scene.close());

describe.each(WIRES)("over the wire of %s", (wire) => {
  it("case 1: a task of few calls triggers nothing", { timeout: TIMEOUT }, async () => {
    await open({ wire, script: { agent: [...looking(3), { text: "Nothing is there." }] } });
    const run = await scene.agent("What is in this folder?");
    expect(run.code).toBe(0);
    expect(run.line("result")).toMatchObject({ text: "Nothing is there.", toolCalls: 3, isError: false, exitCode: 0 });
    expect(run.line("skill_review")).toEqual({
      type: "skill_review",
      status: "skipped",
      reason: "below_threshold",
      toolCalls: 3,
    });
    expect(run.lines.filter(({ type }) => type === "skill_review_done")).toEqual([]);
    const writes = run.lines.filter(({ type, name }) => type === "tool_call" && /write|edit/.test(name));
    expect(writes).toEqual([]);
    expect(scene.reviewRequests()).toEqual([]);
    expect(scene.skillNames()).toEqual({ agents: [], qwen: [] });

    // What went over the wire: prompt, permissions, and the schema of every tool.
    const [first] = scene.agentRequests();
    expect(first?.system).toContain(`works in one project folder: ${scene.project}`);
    expect(first?.system).toContain("Approval mode: yolo. You may read and write the project's files and run commands");
    expect(first?.messages).toMatchObject([{ role: "user", text: "What is in this folder?" }]);
    const schemas = Object.fromEntries((first?.tools ?? []).map(({ name, schema }) => [name, schema]));
    expect(schemas).toMatchObject({
      read_file: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      write_file: { required: ["path", "content"] },
      edit: { required: ["path", "old_string", "new_string"] },
      ls: { properties: { path: { type: "string" } } },
      shell: { required: ["command"] },
    });
  });

  it("case 2: 19 calls are too few, 20 are reviewed; where nothing is worth saving it ends well", {
    timeout: TIMEOUT,
  }, async () => {
    const script = {
      agent: [...looking(19), { text: "Nineteen." }, ...looking(20), { text: "Twenty." }],
      review: [{ text: "Nothing to save." }],
    };
    await open({ wire, script });
    const nineteen = await scene.agent("Look around.");
    expect(nineteen.line("skill_review")).toMatchObject({
      status: "skipped",
      reason: "below_threshold",
      toolCalls: 19,
    });
    const twenty = await scene.agent("Look around.");
    expect(twenty.line("skill_review")).toMatchObject({ status: "scheduled", why: "tool_calls", toolCalls: 20 });
    expect(twenty.line("skill_review_done")).toMatchObject({
      state: "done",
      outcome: "nothing_to_save",
      proposals: [],
      refusals: [],
      problems: [],
    });
    expect(twenty.code).toBe(0);
    const [review] = scene.reviewRequests();
    expect(review?.tools.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(["edit", "ls", "read_file", "read_turn", "write_file"]),
    );
    expect(review?.system).toMatch(/Never touch a skill that is not yours to edit/);
    expect(review?.messages[0]?.text).toContain("| Look around.");
    expect(scene.skillNames()).toEqual({ agents: [], qwen: [] });
    expect(twenty.lines.at(-1).type).toBe("skill_review_done");
  });

  it("case 2: what was learned the hard way becomes a skill that the next session is given", {
    timeout: TIMEOUT,
  }, async () => {
    const script = {
      agent: [
        ...hardWonWork(),
        { toolCalls: [{ name: "read_file", input: { path: ".agents/skills/project-checks/SKILL.md" } }] },
        { text: "Read." },
      ],
      review: [
        { toolCalls: [{ name: "ls", input: { path: ".qwen/skills" } }] },
        (request) => ({
          toolCalls: [writeSkillCall(request, ".qwen/skills/project-checks/SKILL.md", "project-checks")],
        }),
        { text: "Wrote project-checks." },
      ],
    } satisfies SceneOptions["script"];
    await open({ wire, script, settings: { approval: "auto" } });
    putCheckProject(scene);
    const run = await scene.agent(CHECK_PROMPT);
    expect(run.code).toBe(0);
    expect(run.line("skill_review")).toMatchObject({ status: "scheduled", toolCalls: 20 });
    expect(run.line("skill_review_done")).toMatchObject({
      state: "done",
      outcome: "proposed",
      proposals: [{ name: "project-checks", action: "create", state: "published" }],
      refusals: [],
      problems: [],
    });
    expect(scene.skillNames()).toEqual({ agents: ["project-checks"], qwen: ["project-checks"] });
    const text = scene.get("project/.qwen/skills/project-checks/SKILL.md");
    expect(text).toContain(LEARNED_RULE);
    expect(text).toMatch(/^---\nname: "?project-checks"?\n/);
    expect(text).toMatch(/\nmetadata:\n(?: {2}.*\n)*? {2}source: "?auto-skill"?\n/);
    expect(text).toMatch(/\n {2}extracted_at: "?\d{4}-\d{2}-\d{2}T/);
    // The evidence is in the database, not in the file.
    expect(text).not.toMatch(/\bT\d+\.\d+\b/);
    const why = JSON.parse((await scene.cli("why", "project-checks", "--json")).out);
    expect(why.data.rules[0].evidence[0]).toMatchObject({ status: "verified" });

    const next = await scene.agent(CHECK_PROMPT);
    expect(next.line("result").skills).toEqual(["project-checks"]);
    const request = scene.agentRequests().at(-2);
    expect(request?.system).toContain("<available_skills>\n<skill><name>project-checks</name>");
    expect(request?.messages[0]?.text).toContain(LEARNED_RULE);
    expect(answersTo(scene.agentRequests().at(-1))[0]).toContain(LEARNED_RULE);
  });

  it("case 2: without `auto` it waits for the person, and lies nowhere an agent looks", {
    timeout: TIMEOUT,
  }, async () => {
    const script = {
      agent: hardWonWork(),
      review: [
        (request) => ({
          toolCalls: [writeSkillCall(request, ".agents/skills/project-checks/SKILL.md", "project-checks")],
        }),
        { text: "Wrote project-checks." },
      ],
    } satisfies SceneOptions["script"];
    await open({ wire, script });
    putCheckProject(scene);
    const run = await scene.agent(CHECK_PROMPT);
    expect(run.line("skill_review_done")).toMatchObject({
      outcome: "proposed",
      proposals: [{ name: "project-checks", state: "waiting" }],
    });
    expect(scene.skillNames()).toEqual({ agents: [], qwen: [] });
    expect((await scene.cli("approve", "project-checks")).code).toBe(0);
    expect(scene.skillNames()).toEqual({ agents: ["project-checks"], qwen: ["project-checks"] });
  });
});
