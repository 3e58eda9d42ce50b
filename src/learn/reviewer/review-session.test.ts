import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NOTHING_TO_SAVE } from "./prompt-v1.ts";
import { done, evidenceOf, openReviewTest, type ReviewTest, skillOf, writes } from "./review.test-helper.ts";
import { person, runs, says, sessionOf } from "./session.test-helper.ts";

let test: ReviewTest;
beforeEach(async () => {
  test = await openReviewTest();
});
afterEach(() => test.close());

/** T1.1 asks; T1.2–T1.7 fail, fix, work. T2.1 says a rule. */
const session = () =>
  sessionOf([
    person("Make the tests pass."),
    runs("npm test", 1, "Error: Cannot find module 'left-pad'\nnpm error"),
    runs("npm ci"),
    runs("npm test", 0, "12 passed"),
    says("The modules were missing."),
    person("From now on always run the formatter before you commit."),
  ]);

const fix = { section: "Pitfalls", text: "Run `npm ci` when a module cannot be found.", turns: ["T1.4"] };
const said = { text: "Always run the formatter before you commit.", turns: ["T2.1"] };

describe("a review", () => {
  it("makes a candidate of what was written and is supported, with evidence and without touching any file", async () => {
    const { result, problems } = await test.review(session(), [writes("node-tests", [fix, said]), done]);
    expect(problems).toEqual([]);
    expect(result).toMatchObject({ outcome: "proposed", turns: 2, problems: [], promptVersion: 1 });
    expect(result.candidates).toMatchObject([
      {
        proposer: "reviewer",
        action: "create",
        slug: "node-tests",
        rules: [
          { section: "Pitfalls", text: fix.text, evidence: [{ support: "outcome_seen" }, {}, {}] },
          { section: "Rules", text: said.text, evidence: [{ support: "user_said", pointer: { messageId: "m8" } }] },
        ],
      },
    ]);
    expect(existsSync(join(test.bank.project, ".agents"))).toBe(false);
  });

  it("is over after one answer when nothing is worth keeping", async () => {
    const { result, requests } = await test.review(session(), [{ text: NOTHING_TO_SAVE }]);
    expect(result).toMatchObject({ outcome: "nothing_to_save", candidates: [], turns: 1 });
    expect(requests).toHaveLength(1);
  });

  it("shows the model the rules, the transcript as data, the skills that are there, and six tools", async () => {
    mkdirSync(join(test.bank.project, ".agents/skills/mine"), { recursive: true });
    writeFileSync(join(test.bank.project, ".agents/skills/mine/SKILL.md"), skillOf("mine", [said]));
    const { requests } = await test.review(session(), [{ text: NOTHING_TO_SAVE }]);
    const [request] = requests;
    expect(request?.system).toContain("<autoskill-own-run/>");
    expect(request?.system).toContain("- mine (not yours)");
    expect(request?.messages).toHaveLength(1);
    expect(request?.messages[0]?.text).toContain("From now on always run the formatter");
    expect(request?.messages[0]?.text.trimEnd()).toMatch(/answer "Nothing to save\."$/);
    expect(request?.tools.map((tool) => tool.name)).toEqual([
      "read_file",
      "ls",
      "read_turn",
      "write_file",
      "edit",
      "shell",
    ]);
  });

  it("leaves out what has no support, and says so to the model at once and to the caller", async () => {
    const guess = { text: "Prefer small commits.", turns: ["T1.1"] };
    const { result, outputs } = await test.review(session(), [writes("node-tests", [fix, guess]), done]);
    expect(outputs[0]).toContain("Prefer small commits.");
    expect(result.problems).toMatchObject([{ slug: "node-tests", rule: guess.text, code: "no_support" }]);
    expect(result.candidates[0]?.rules.map((rule) => rule.text)).toEqual([fix.text]);
  });

  it("proposes nothing when nothing of a skill is supported", async () => {
    const guess = { text: "Prefer small commits.", turns: ["T1.1"] };
    const { result } = await test.review(session(), [writes("commits", [guess]), done]);
    expect(result).toMatchObject({ outcome: "refused", candidates: [] });
    expect(result.problems.map(({ code }) => code)).toEqual(["no_support", "nothing_supported"]);
  });

  it("lets the model correct its evidence while it is at it", async () => {
    const wrong = { text: said.text, turns: ["T1.1"] };
    const again = {
      name: "edit",
      input: {
        path: ".agents/skills/committing/SKILL.md",
        old_string: `- ${said.text}`,
        new_string: `- ${said.text}`.replace("Always run", "Run"),
        evidence: [{ rule: "Run the formatter before you commit.", turns: ["T2.1"] }],
      },
    };
    const { result, outputs } = await test.review(session(), [
      writes("committing", [wrong]),
      { toolCalls: [{ name: "read_file", input: { path: ".agents/skills/committing/SKILL.md" } }] },
      { toolCalls: [again] },
      done,
    ]);
    expect(outputs.at(-1)).toContain("Every rule of committing is supported.");
    expect(result.candidates[0]?.rules.map((rule) => rule.text)).toEqual(["Run the formatter before you commit."]);
  });

  it("refuses a name that says one day's work before anything is written", async () => {
    for (const name of ["fix-login", "pr-123", "par-issue-42", "notes-2026-01"]) {
      const { result, outputs } = await test.review(session(), [writes(name, [said]), done]);
      expect(outputs[0], name).toMatch(/^Refused: the name/);
      expect(result.outcome).toBe("nothing_to_save");
    }
  });

  it("gives the same candidate with the same id for the same answers", async () => {
    const same = session();
    const one = await test.review(same, [writes("node-tests", [fix, said]), done]);
    const two = await test.review(same, [writes("node-tests", [fix, said]), done]);
    expect(two.result.candidates).toEqual(one.result.candidates);
    expect(two.requests[0]?.body).toEqual(one.requests[0]?.body);
  });

  it("ends at its turns and keeps what was supported by then", async () => {
    const looks = { toolCalls: [{ name: "ls", input: { path: "." } }] };
    const { result } = await test.review(session(), [writes("node-tests", [fix]), looks, looks], {
      options: { maxTurns: 3 },
    });
    expect(result).toMatchObject({ outcome: "proposed", turns: 3, stoppedBy: "turn_limit" });
  });

  it("fails when its turns end before it wrote anything", async () => {
    const looks = { toolCalls: [{ name: "ls", input: { path: "." } }] };
    const { result } = await test.review(session(), () => looks, { options: { maxTurns: 3 } });
    expect(result).toMatchObject({ outcome: "failed", turns: 3, error: { code: "REVIEW_TURNS_USED" } });
  });

  it("ends at its tokens and at its time", async () => {
    const looks = {
      toolCalls: [{ name: "ls", input: { path: "." } }],
      usage: { inputTokens: 6_000, outputTokens: 10 },
    };
    const tokens = await test.review(session(), () => looks, { options: { maxTokens: 10_000 } });
    expect(tokens.result).toMatchObject({
      outcome: "failed",
      stoppedBy: "token_limit",
      error: { code: "MODEL_BUDGET" },
    });
    const time = await test.review(session(), [{ hang: true }], { options: { timeoutMs: 200 } });
    expect(time.result).toMatchObject({ outcome: "failed", stoppedBy: "deadline" });
  });

  it("can be cancelled, and then proposes nothing", async () => {
    const stop = new AbortController();
    const { result } = await test.review(
      session(),
      ({ number }) => {
        if (number === 1) stop.abort(new Error("stop"));
        return number === 0 ? writes("node-tests", [fix]) : { hang: true };
      },
      { signal: stop.signal },
    );
    expect(result).toMatchObject({ outcome: "cancelled", candidates: [] });
  });

  it("fails with the provider's error when the model cannot be asked", async () => {
    const { result } = await test.review(session(), [
      { status: 429, text: "slow down", headers: { "retry-after": "7" } },
    ]);
    expect(result).toMatchObject({ outcome: "failed", candidates: [], error: { code: "MODEL_RATE_LIMITED" } });
  });

  it("does not come back with what a person turned down", async () => {
    const { result } = await test.review(session(), [writes("node-tests", [said]), done], { isRejected: () => true });
    expect(result).toMatchObject({ outcome: "refused", problems: [{ code: "rejected_before" }] });
  });

  it("asks a model without tools once, and puts its answer through the same checks", async () => {
    const guess = { text: "Prefer small commits.", turns: ["T1.1"] };
    const rules = [said, guess];
    const object = {
      create: [
        {
          path: ".agents/skills/committing/SKILL.md",
          content: skillOf("committing", rules),
          evidence: evidenceOf(rules),
        },
        { path: "../outside/SKILL.md", content: skillOf("outside", rules), evidence: [] },
      ],
      edit: [],
    };
    const { result, requests } = await test.reviewWithoutTools(session(), [{ text: JSON.stringify(object) }]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.tools).toEqual([]);
    expect(result).toMatchObject({ outcome: "proposed", turns: 1 });
    expect(result.candidates[0]?.rules.map((rule) => rule.text)).toEqual([said.text]);
    expect(result.refusals).toHaveLength(1);
  });
});

describe("a review that changes a skill of ours", () => {
  const before = `---
name: node-tests
description: "Running the tests. Use before committing."
metadata:
  source: auto-skill
---

# Node tests

## Rules

- Run the formatter before you push.
- Start the database first.
`;
  const path = ".agents/skills/node-tests/SKILL.md";
  const publish = () =>
    test.bank.bank.publish({
      scope: "project",
      slug: "node-tests",
      files: [{ path: "SKILL.md", content: before }],
      expect: { kind: "create" },
      actor: "distiller",
      reason: "learned",
    });
  const edit = (old_string: string, new_string: string, turns: string[], rule = new_string) => ({
    toolCalls: [
      { name: "read_file", input: { path } },
      { name: "edit", input: { path, old_string, new_string, evidence: [{ rule, turns }] } },
    ],
  });

  it("becomes edits by rule id against the bytes that were read, and leaves the file alone", async () => {
    await publish();
    const { result } = await test.review(session(), [
      edit("- Start the database first.", `- Start the database first.\n- ${said.text}`, ["T2.1"], said.text),
      done,
    ]);
    const skill = await test.bank.bank.read("project", "node-tests");
    expect(result.candidates).toMatchObject([
      {
        action: "update",
        slug: "node-tests",
        baseHash: skill?.hash,
        edits: [{ op: "add", section: "Rules", text: said.text }],
        rules: [{ text: said.text }],
      },
    ]);
    expect(readFileSync(join(test.bank.project, path), "utf8")).toBe(before);
  });

  it("replaces a rule by its id when the new words are supported", async () => {
    await publish();
    const { result } = await test.review(session(), [
      edit("Run the formatter before you push.", "Run the formatter before you commit.", ["T2.1"]),
      done,
    ]);
    expect(result.candidates[0]?.edits).toMatchObject([
      { op: "replace", rule: expect.any(String), text: "Run the formatter before you commit." },
    ]);
  });

  it("does not take a rule out when nothing shows that it is wrong", async () => {
    await publish();
    const { result } = await test.review(session(), [
      edit("- Start the database first.\n", "", ["T1.1"], "Start the database first."),
      done,
    ]);
    expect(result).toMatchObject({ outcome: "refused", candidates: [] });
    expect(result.problems.map(({ code }) => code)).toEqual(["no_support", "nothing_supported"]);
  });

  it("takes a rule out when the person said the opposite", async () => {
    await publish();
    const steps = sessionOf([
      person("Run the tests."),
      runs("npm test", 0, "3 passed"),
      person("Never start the database first, the tests bring their own."),
    ]);
    const { result } = await test.review(steps, [
      edit("- Start the database first.\n", "", ["T2.1"], "Start the database first."),
      done,
    ]);
    expect(result.candidates[0]?.edits).toMatchObject([{ op: "retire" }]);
  });

  it("never changes a line that a person wrote by hand", async () => {
    await publish();
    writeFileSync(
      join(test.bank.project, path),
      before.replace("formatter before you push.", "formatter before each push."),
    );
    await test.bank.bank.adoptEdits("project", "node-tests");
    const { result } = await test.review(session(), [
      edit("Run the formatter before each push.", "Run the formatter before you commit.", ["T2.1"]),
      done,
    ]);
    expect(result.candidates).toEqual([]);
    expect(result.refusals.map(({ code }) => code)).toEqual(["USER_LINES_LOST"]);
    expect(readFileSync(join(test.bank.project, path), "utf8")).toContain("Run the formatter before each push.");
  });

  it("cannot edit a skill that is not ours", async () => {
    mkdirSync(join(test.bank.project, ".agents/skills/node-tests"), { recursive: true });
    const text = skillOf("node-tests", [{ text: "Run the formatter before you push.", turns: [] }]);
    writeFileSync(join(test.bank.project, path), text);
    const { result } = await test.review(session(), [
      edit("Run the formatter before you push.", "Run the formatter before you commit.", ["T2.1"]),
      done,
    ]);
    expect(result.outcome).toBe("nothing_to_save");
    expect(result.refusals.length).toBeGreaterThan(0);
    expect(readFileSync(join(test.bank.project, path), "utf8")).toBe(text);
  });
});
