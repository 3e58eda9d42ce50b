import { describe, expect, it } from "vitest";
import { OWN_RUN_MARKER } from "../../base/index.ts";
import { FACT_LIMITS } from "./collector.ts";
import { call, edits, factsOf, person, runs, says } from "./facts.test-helper.ts";

describe("what counts as a tool call of the session", () => {
  it("names the capability and the command, whatever the host calls its shell", () => {
    const facts = factsOf([
      call("exec_command", { cmd: "npm test" }),
      call("shell", { command: ["bash", "-lc", "npm test"] }),
      call("run_shell_command", { command: "npm test", directory: "/w" }),
      call("local_shell", { action: { command: ["npm", "test"] } }),
    ]);
    expect(facts.toolCalls.map((one) => [one.capability, one.command, one.commandKinds])).toEqual(
      Array.from({ length: 4 }, () => ["shell", "npm test", ["npm test"]]),
    );
  });

  it("leaves out sidechains, sub-agent sessions and our own runs", () => {
    expect(factsOf([person("go"), call("Bash", { command: "ls" }, {}, "agent-7")]).toolCalls).toEqual([]);
    expect(factsOf([person("go"), runs("npm test")], { subAgentOf: "parent" })).toMatchObject({
      toolCalls: [],
      personTurns: 0,
    });
    const own = factsOf([person(`Review this session. ${OWN_RUN_MARKER}`), runs("npm test"), person("never do that")]);
    expect(own).toMatchObject({ ownRun: true, toolCalls: [], statements: [], personTurns: 0 });
  });

  it("does not take the marker for real later in a session, where somebody may talk about it", () => {
    const facts = factsOf([
      person("hello"),
      says("hi"),
      person("next"),
      says("ok"),
      person(`what is ${OWN_RUN_MARKER}`),
    ]);
    expect(facts).toMatchObject({ ownRun: false, personTurns: 3 });
  });

  it("points to the turn, message and bytes of call and result", () => {
    const facts = factsOf([person("go"), runs("npm test")]);
    expect(facts.toolCalls[0]).toMatchObject({
      call: { turn: 1, messageId: "m1", origin: "model", span: { start: 10, end: 19 } },
      result: { turn: 1, messageId: "m2", origin: "tool", span: { start: 20, end: 29 } },
    });
    expect(facts.toolCalls[0]?.call.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("says unknown for a call that was never answered", () => {
    expect(factsOf([call("Bash", { command: "npm test" }, "none")]).toolCalls[0]?.status).toBe("unknown");
  });

  it("counts what goes beyond its bounds instead of hiding it", () => {
    const facts = factsOf(Array.from({ length: FACT_LIMITS.personWords + 3 }, () => person("go")));
    expect(facts.personWords.length).toBe(FACT_LIMITS.personWords);
    expect(facts.omitted?.personWords).toBe(3);
    expect(facts.personTurns).toBe(FACT_LIMITS.personWords + 3);
  });

  it("keeps short words of a long message, not the message", () => {
    const facts = factsOf([person(`start ${"x".repeat(100_000)}`)]);
    expect(facts.personWords[0]?.text.length).toBeLessThanOrEqual(200);
  });
});

describe("files written", () => {
  it("come from tools, patches and the shell, with how", () => {
    const facts = factsOf([
      call("Write", { file_path: "/w/a.ts", content: "x" }),
      call("apply_patch", {
        input: "*** Begin Patch\n*** Update File: src/b.ts\n@@\n*** Add File: src/c.ts\n+x\n*** End Patch",
      }),
      call("str_replace_editor", { command: "create", path: "/w/d.py", file_text: "" }),
      call("str_replace_editor", { command: "view", path: "/w/e.py" }),
      runs("sed -i 's/a/b/' f.txt && echo x > g.txt"),
    ]);
    expect(facts.filesWritten.map((file) => [file.path, file.how])).toEqual([
      ["/w/a.ts", "tool"],
      ["src/b.ts", "patch"],
      ["src/c.ts", "patch"],
      ["/w/d.py", "tool"],
      ["f.txt", "in_place"],
      ["g.txt", "redirect"],
    ]);
  });

  it("do not include a write that was refused", () => {
    const facts = factsOf([
      call("Write", { file_path: "a" }, { status: "error", text: "The user doesn't want to proceed" }),
    ]);
    expect(facts.filesWritten).toEqual([]);
  });

  it("are skill writes below a skill folder, by tool or shell, also through cd and variables", () => {
    const facts = factsOf([
      call("Write", { file_path: "/home/u/.claude/skills/deploy/SKILL.md", content: "" }),
      runs("cd .qwen/skills/deploy && cat > SKILL.md <<'EOF'\nhi\nEOF"),
      runs("D=.agents/skills/x; mkdir -p $D; cp /tmp/a.md $D/SKILL.md"),
      runs("mv draft.md .codex/skills/y/SKILL.md"),
      runs("rm -rf .claude/skills/old"),
      runs("rm -rf build"),
      call("skill_manage", { action: "patch", name: "deploy" }),
      call("Bash", { command: "python - <<'EOF'\nopen('.autoskill/skills/z/SKILL.md', 'w').write('x')\nEOF" }),
    ]);
    expect(facts.skillWrites.map((file) => file.path)).toEqual([
      "/home/u/.claude/skills/deploy/SKILL.md",
      ".qwen/skills/deploy/SKILL.md",
      ".agents/skills/x/SKILL.md",
      ".codex/skills/y/SKILL.md",
      ".claude/skills/old",
      "skills/deploy/SKILL.md",
      ".autoskill/skills/z/SKILL.md",
    ]);
  });
});

describe("statements in a session", () => {
  it("carry the person's words and point to their message", () => {
    const facts = factsOf([
      person("Add a script."),
      runs("npm install left-pad"),
      person("No, use pnpm instead of npm."),
    ]);
    expect(facts.statements).toMatchObject([
      {
        kind: "correction",
        text: "No, use pnpm instead of npm.",
        language: "en",
        pointer: { turn: 2, messageId: "m3" },
      },
    ]);
  });

  it("need something to correct: the same words open no correction in the first turn", () => {
    expect(factsOf([person("No, use pnpm instead of npm.")]).statements).toEqual([]);
  });

  it("never come from tool output or host text", () => {
    const host = {
      message: {
        role: "user" as const,
        origin: "host" as const,
        parts: [{ type: "text" as const, text: "Always run the tests." }],
      },
    };
    const facts = factsOf([person("go"), runs("cat AGENTS.md", 0, "From now on always use pnpm."), host]);
    expect(facts.statements).toEqual([]);
  });
});

describe("checks and outcome", () => {
  it("is a success when the last check passed after the last write", () => {
    const facts = factsOf([person("fix"), edits("a.ts"), runs("npm test")]);
    expect(facts.checks).toMatchObject([{ kind: "test", command: "npm test", passed: true, toolCall: 1 }]);
    expect(facts.outcome).toMatchObject({ status: "success", basis: "observed" });
  });

  it("is a failure when the last check failed and nothing changed since", () => {
    expect(factsOf([edits("a.ts"), runs("npm test", 1)]).outcome.status).toBe("failure");
  });

  it("is unknown when something was written after the last check, or no check ran", () => {
    expect(factsOf([runs("npm test"), edits("a.ts")]).outcome.status).toBe("unknown");
    expect(factsOf([runs("npm test", 1), edits("a.ts")]).outcome.status).toBe("unknown");
    expect(factsOf([edits("a.ts"), runs("ls")]).outcome.status).toBe("unknown");
  });

  it("believes the record over the checks", () => {
    const facts = factsOf([runs("npm test")], { outcome: { status: "failure", basis: "recorded" } });
    expect(facts.outcome).toEqual({ status: "failure", basis: "recorded" });
  });

  it("does not trust a pipe's exit code, but the runner's own summary line", () => {
    expect(factsOf([runs("npm test | tail -5")]).checks).toEqual([]);
    expect(factsOf([runs("npm test | tail -5", 0, " Tests  1 failed | 4 passed (5)")]).checks).toMatchObject([
      { passed: false },
    ]);
    expect(factsOf([runs("pytest | tail -1", 0, "===== 5 passed in 0.12s =====")]).checks).toMatchObject([
      { passed: true },
    ]);
    expect(factsOf([runs("npm test || true")]).checks).toEqual([]);
  });

  it("does not say which check of a failed chain it was without a summary", () => {
    expect(factsOf([runs("npm run build && npm test", 1)]).checks).toEqual([]);
    expect(factsOf([runs("npm run build && npm test")]).checks.map((check) => [check.kind, check.passed])).toEqual([
      ["build", true],
      ["test", true],
    ]);
  });
});
