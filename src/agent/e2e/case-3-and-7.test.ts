/** Seed 000, end-to-end cases 3 and 7: a session that changed skills itself, and the switch. */
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../model/scripted-model-server.test-helper.ts";
import { looking, openScene, type Scene, skillText, WIRES, type Wire } from "./end-to-end.test-helper.ts";

const TIMEOUT = 120_000;
let scene: Scene;
afterEach(() => scene.close());

const OWN = ".qwen/skills/my-own/SKILL.md";
/** The first on both wires, the others on one each. */
const ways: [how: string, calls: ScriptedReply, only?: Wire][] = [
  ["write_file", { toolCalls: [{ name: "write_file", input: { path: OWN, content: skillText("my-own") } }] }],
  [
    "edit",
    { toolCalls: [{ name: "edit", input: { path: OWN, old_string: "# Running", new_string: "# Really running" } }] },
    "openai",
  ],
  ["shell", { toolCalls: [{ name: "shell", input: { command: `echo "2. Wait." >> ${OWN}` } }] }, "anthropic"],
];

describe.each(WIRES)("over the wire of %s", (wire) => {
  it.each(ways.filter(([, , only]) => only === undefined || only === wire))(
    "case 3: a session that changed a skill with %s is not reviewed",
    { timeout: TIMEOUT },
    async (how, reply) => {
      scene = await openScene({ wire, script: { agent: [...looking(20), reply, { text: "Done." }] } });
      if (how !== "write_file") scene.put(`project/${OWN}`, skillText("my-own"));
      const run = await scene.agent("Keep my skill up to date.");
      const results = run.lines.filter(({ type }) => type === "tool_result");
      expect(results.map(({ status }) => status)).toEqual(Array(21).fill("ok"));
      expect(run.line("skill_review")).toEqual({
        type: "skill_review",
        status: "skipped",
        reason: "skills_modified_in_session",
        toolCalls: 21,
      });
      expect(scene.reviewRequests()).toEqual([]);
      expect(scene.skillNames().qwen).toEqual(["my-own"]);
    },
  );

  it("case 7: `memory.enableAutoSkill` switches it off and on", { timeout: TIMEOUT }, async () => {
    const work = [...looking(20), { text: "Seen." }];
    const script = { agent: [...work, ...work], review: [{ text: "Nothing to save." }] };
    scene = await openScene({ wire, script, settings: { memory: { enableAutoSkill: false } } });
    const off = await scene.agent("Look around.");
    expect(off.line("skill_review")).toEqual({
      type: "skill_review",
      status: "skipped",
      reason: "disabled",
      toolCalls: 20,
    });
    expect(off.lines.at(-1).type).toBe("result");
    expect(scene.reviewRequests()).toEqual([]);

    // Not set is on: cases 2, 4, 5 and 6.
    scene.put("home/.autoskill/config.json", JSON.stringify({ memory: { enableAutoSkill: true } }));
    const on = await scene.agent("Look around.");
    expect(on.line("skill_review")).toMatchObject({ status: "scheduled", toolCalls: 20 });
    expect(on.line("skill_review_done")).toMatchObject({ state: "done", outcome: "nothing_to_save" });
    expect(scene.reviewRequests()).toHaveLength(1);
  });
});
