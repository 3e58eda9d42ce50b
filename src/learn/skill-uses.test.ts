import { describe, expect, it } from "vitest";
import type { Message, MessagePart, ToolStatus } from "../session/index.ts";
import { createSkillUseCollector } from "./skill-uses.ts";

let ordinal = 0;
const message = (...parts: MessagePart[]): Message => {
  ordinal += 1;
  return { id: `m${ordinal}`, role: "assistant", origin: "model", parts, spans: [{ start: 0, end: 1 }] };
};

function used(...calls: { name: string; input: unknown; status?: ToolStatus }[]): string[] {
  const collector = createSkillUseCollector();
  for (const [index, { name, input, status = "ok" }] of calls.entries()) {
    const callId = `c${index}`;
    collector.add(message({ type: "tool_call", callId, name, input }));
    collector.add(message({ type: "tool_result", callId, status, text: "" }));
  }
  return collector.finish();
}

describe("which skills a session used", () => {
  it("tells by the tool for skills, as hosts spell it", () => {
    expect(used({ name: "Skill", input: { skill: "team:release-notes" } })).toEqual(["release-notes"]);
    expect(used({ name: "Skill", input: { command: "/tide-tables now" } })).toEqual(["tide-tables"]);
    expect(used({ name: "activate_skill", input: { name: "deploy" } })).toEqual(["deploy"]);
  });

  it("tells by a SKILL.md that was read, with a tool or a command", () => {
    expect(used({ name: "Read", input: { file_path: "/p/.agents/skills/deploy/SKILL.md" } })).toEqual(["deploy"]);
    expect(used({ name: "read_file", input: { path: "C:\\p\\.claude\\skills\\deploy\\SKILL.md" } })).toEqual([
      "deploy",
    ]);
    const command = [
      "bash",
      "-lc",
      "cat .agents/skills/deploy/SKILL.md && sed -n 1,9p ~/.agents/skills/tides/SKILL.md",
    ];
    expect(used({ name: "exec_command", input: { command } })).toEqual(["deploy", "tides"]);
  });

  it("does not take writing, listing, or a failed call for use", () => {
    expect(used({ name: "Write", input: { file_path: ".agents/skills/deploy/SKILL.md", content: "x" } })).toEqual([]);
    expect(used({ name: "skill_manage", input: { action: "edit", name: "deploy" } })).toEqual([]);
    expect(
      used({ name: "Bash", input: { command: "ls .agents/skills/deploy; echo x > .agents/skills/deploy/SKILL.md" } }),
    ).toEqual([]);
    expect(used({ name: "Bash", input: { command: "git add .agents/skills/deploy/SKILL.md" } })).toEqual([]);
    expect(used({ name: "Read", input: { file_path: "skills/deploy/SKILL.md" }, status: "error" })).toEqual([]);
    expect(used({ name: "Read", input: { file_path: "skills/deploy/notes.md" } })).toEqual([]);
  });

  it("names each once, also when the call has no result of its own", () => {
    const collector = createSkillUseCollector();
    for (const callId of ["a", "b"]) {
      collector.add(message({ type: "tool_call", callId, name: "Skill", input: { skill: "deploy" } }));
    }
    expect(collector.finish()).toEqual(["deploy"]);
  });
});
