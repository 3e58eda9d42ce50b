import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../base/index.ts";
import { applySkillEdits, parseSkill, printSkill, validateSkill } from "../skill/index.ts";
import type { Candidate, CandidateRule } from "./candidate.ts";
import { pointer } from "./facts.test-helper.ts";
import { candidateId, ideaDigest } from "./idea.ts";
import { asUpdate, candidateToEdits, type ExistingSkill, matchExisting, nextPatch } from "./match.ts";
import { mergeCandidates } from "./merge-candidates.ts";
import { sameRule } from "./same-rule.ts";
import { candidateToSkill, publishable } from "./to-skill.ts";

const NOW = new Date("2026-03-04T05:06:07Z");

function rule(section: CandidateRule["section"], text: string, sessionId = "s1"): CandidateRule {
  const evidence = {
    sessionId,
    source: "codex" as const,
    sourcePath: "/t",
    pointer: pointer(1),
    support: "outcome_seen" as const,
    quote: "q",
  };
  return { section, text, evidence: [evidence] };
}

function candidate(slug: string, rules: CandidateRule[], patch: Partial<Candidate> = {}): Candidate {
  return {
    id: candidateId(slug, rules),
    proposer: "distiller",
    action: "create",
    slug,
    title: slug.replaceAll("-", " "),
    description: `How to ${slug.replaceAll("-", " ")}. Use when it is needed.`,
    tags: ["elixir"],
    rules,
    confidence: 0.8,
    rationale: "It worked.",
    ...patch,
  };
}

function existing(from: Candidate, ours = true): ExistingSkill {
  const text = printSkill(candidateToSkill(from, NOW));
  return { slug: from.slug, text, hash: sha256(text), ours };
}

const base = candidate("change-and-check-elixir-code-with-mix", [
  rule("When to use", "Changing Elixir code."),
  rule("Steps", "Compile: `mix compile --warnings-as-errors`"),
  rule("Steps", "Push: `git push`"),
  rule("Verify", "All tests pass: `mix test`"),
]);

describe("a candidate against the skills that are there", () => {
  test("belongs to the skill of the same name", () => {
    expect(matchExisting(base, [existing(base)])).toMatchObject({ score: 1, skill: { slug: base.slug } });
  });

  test("belongs to a skill of another name that is about the same job", () => {
    const other = candidate("check-elixir-changes-with-mix", base.rules, {
      title: "Check and change Elixir code with mix",
    });
    expect(matchExisting(other, [existing(base)])?.skill.slug).toBe(base.slug);
  });

  test("does not belong to a skill of the same shape with other tools", () => {
    const python = candidate("change-and-check-python-code-with-pytest", [
      rule("When to use", "Changing Python code."),
      rule("Steps", "Install the dependencies: `uv sync`"),
      rule("Verify", "All tests pass: `pytest`"),
    ]);
    expect(matchExisting(python, [existing(base)])).toBeUndefined();
  });

  test("adds only what is new, in its place, and leaves the rest of the file alone", () => {
    const grown = candidate(base.slug, [
      rule("Steps", "Compile: `mix compile --warnings-as-errors`", "s2"),
      rule("Steps", "Apply the database migrations: `mix ecto.migrate`", "s2"),
      rule("Verify", "All tests pass: `mix test`", "s2"),
    ]);
    const before = existing(base).text;
    const { edits, supported } = candidateToEdits(grown, before, NOW);
    expect(supported).toHaveLength(2);
    const { text, outcomes } = applySkillEdits(before, edits);
    expect(outcomes.every((outcome) => outcome.status === "applied")).toBe(true);
    expect(text).toContain("2. Apply the database migrations: `mix ecto.migrate`\n2. Push: `git push`");
    expect(text).toContain('version: "0.1.1"');
    expect(text).toContain("Changing Elixir code.");
  });

  test("is no update when the skill says it all", () => {
    expect(asUpdate(base, existing(base), NOW)).toBeUndefined();
  });

  test("names the bytes that the edits were made for", () => {
    const more = candidate(base.slug, [...base.rules, rule("Pitfalls", "If `mix a` fails, use `mix b` instead.")]);
    expect(asUpdate(more, existing(base), NOW)).toMatchObject({ action: "update", baseHash: existing(base).hash });
  });

  test("applied, it is there: the same candidate adds nothing again", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }), (numbers) => {
        const more = candidate(
          base.slug,
          numbers.map((number) => rule("Rules", `Keep \`rule-${number}\` in mind.`)),
        );
        const { text } = applySkillEdits(existing(base).text, candidateToEdits(more, existing(base).text, NOW).edits);
        return candidateToEdits(more, text, NOW).edits.length === 0;
      }),
      { numRuns: 10 },
    );
  });
});

describe("candidates of one run", () => {
  test("keep the order of work: a step of the second follows what it followed there", () => {
    const again = candidate(base.slug, [
      rule("Steps", "Compile: `mix compile`", "s2"),
      rule("Steps", "Apply the database migrations: `mix ecto.migrate`", "s2"),
    ]);
    const steps = mergeCandidates([base, again])[0]?.rules.filter((each) => each.section === "Steps");
    expect(steps?.map((each) => each.text.split(":")[0])).toEqual(["Compile", "Apply the database migrations", "Push"]);
  });

  test("with one name become one, with the evidence of both", () => {
    const again = candidate(base.slug, [
      rule("Verify", "All tests pass: `mix test`", "s2"),
      rule("Rules", "Keep modules small.", "s2"),
    ]);
    const [merged, ...others] = mergeCandidates([base, again]);
    expect(others).toEqual([]);
    expect(merged?.rules).toHaveLength(5);
    const verify = merged?.rules.find((each) => each.section === "Verify");
    expect(verify?.evidence.map((evidence) => evidence.sessionId)).toEqual(["s1", "s2"]);
  });
});

describe("rules that make each other superfluous", () => {
  const step = (text: string) => ({ section: "Steps", text });
  const verify = (text: string) => ({ section: "Verify", text });

  test("the same command with more options, in the same section", () => {
    expect(
      sameRule(step("Close it: `bd close <issue>`"), step('Close it: `bd close <issue> --reason="<reason>"`')),
    ).toBe(true);
    expect(sameRule(verify("`mix compile --warnings-as-errors` succeeds."), verify("`mix compile` succeeds."))).toBe(
      true,
    );
    expect(sameRule(step("Test: `mix test <test-file>`"), verify("`mix test` passes."))).toBe(false);
  });

  test("a step says nothing about what proves success, but a check to verify covers the step", () => {
    expect(sameRule(step("Run all tests: `mix test`"), verify("`mix test` passes."))).toBe(false);
    expect(sameRule(verify("`mix test` passes."), step("Run all tests: `mix test`"))).toBe(true);
  });
});

describe("a candidate as a file", () => {
  test("passes the specification, with everything of ours under metadata", () => {
    const text = existing(base).text;
    expect(validateSkill(text).filter((finding) => finding.severity === "error")).toEqual([]);
    expect(parseSkill(text).frontmatter?.data.metadata).toMatchObject({
      source: "auto-skill",
      extracted_at: "2026-03-04T05:06:07.000Z",
      version: "0.1.0",
      tags: "elixir",
    });
    expect(parseSkill(text).sections.map((section) => section.heading)).toEqual(["When to use", "Steps", "Verify"]);
  });

  test("loses a rule that the linter refuses, and is nothing when no other is left", async () => {
    const bad = rule("Rules", `Log in with ghp_${"a".repeat(36)} first.`);
    const kept = await publishable(candidate("x", [...base.rules, bad]), NOW);
    expect(kept?.rules).toEqual(base.rules);
    expect(await publishable(candidate("x", [rule("When to use", "Always."), bad]), NOW)).toBeUndefined();
  });
});

test("an idea is the same whoever supports it and however it is punctuated", () => {
  const one = candidate("a", [rule("Rules", "Use pnpm, not npm.")]);
  const two = candidate("b", [rule("Rules", "use pnpm not npm", "s2")]);
  expect(ideaDigest(one)).toBe(ideaDigest(two));
  expect(one.id).not.toBe(two.id);
  expect(ideaDigest(one)).not.toBe(ideaDigest(base));
});

test.each([
  ["0.1.0", "0.1.1"],
  ["1.2.9", "1.2.10"],
  [undefined, "0.1.1"],
  ["v2", "0.1.1"],
])("version after %s is %s", (from, to) => {
  expect(nextPatch(from)).toBe(to);
});

describe("what a person says against a rule that is there", () => {
  const said = (text: string, sessionId = "s2"): CandidateRule => {
    const made = rule("Rules", text, sessionId);
    return { ...made, evidence: made.evidence.map((one) => ({ ...one, support: "user_said" as const })) };
  };
  const skill = existing(
    candidate("write-notes", [said("Always number the notes.", "s1"), said("Notes end with a date.", "s1")]),
  );

  test("replaces it, and only it", () => {
    const { edits, contradicted } = candidateToEdits(
      candidate("write-notes", [said("Never number the notes.")]),
      skill.text,
      NOW,
    );
    const { text } = applySkillEdits(skill.text, edits);
    expect(parseSkill(text).rules.map((each) => each.text)).toEqual([
      "Never number the notes.",
      "Notes end with a date.",
    ]);
    expect(contradicted).toHaveLength(1);
  });

  test("does not when nobody said it", () => {
    const seen = rule("Rules", "Never number the notes.", "s2");
    const { edits, contradicted } = candidateToEdits(candidate("write-notes", [seen]), skill.text, NOW);
    expect(contradicted).toEqual([]);
    expect(parseSkill(applySkillEdits(skill.text, edits).text).rules).toHaveLength(3);
  });
});
