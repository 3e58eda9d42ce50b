import { describe, expect, test } from "vitest";
import { sha256 } from "../../base/index.ts";
import { printSkill } from "../../skill/index.ts";
import type { Candidate, CandidateRule } from "../candidate.ts";
import { candidateId } from "../idea.ts";
import type { ExistingSkill } from "../match.ts";
import { candidateToSkill } from "../to-skill.ts";
import { judgeCandidate } from "./judge.ts";

const NOW = new Date("2026-03-04T05:06:07Z");

function candidate(slug: string, title: string, description: string, texts: string[]): Candidate {
  const rules = texts.map((text): CandidateRule => ({ section: "Rules", text, evidence: [] }));
  const id = candidateId(slug, rules);
  return {
    id,
    proposer: "extractor",
    action: "create",
    slug,
    title,
    description,
    tags: [],
    rules,
    confidence: 1,
    rationale: "",
  };
}

function existing(from: Candidate, ours = true): ExistingSkill {
  const text = printSkill(candidateToSkill(from, NOW));
  return { slug: from.slug, text, hash: sha256(text), ours };
}

const notes = candidate("release-notes", "Release notes", "Writes release notes from merged pull requests.", [
  "Name the breaking changes first.",
]);
const more = candidate(
  "write-release-notes",
  "Write release notes",
  "Writes the release notes from the pull requests merged.",
  ["Name the breaking changes first.", "Thank everyone who contributed."],
);
const baking = candidate("sourdough", "Sourdough", "Bakes sourdough bread in a cast iron pot.", ["Preheat the pot."]);

describe("a candidate among its nearest skills", () => {
  test("is merged into the same capability when it knows more", () => {
    const decision = judgeCandidate(more, [existing(baking), existing(notes)], NOW);
    expect(decision).toMatchObject({ action: "merge", target: "release-notes", verdict: { verdict: "same" } });
    expect(decision.reason).toMatch(/^release-notes is the same capability \([01]\.\d\d, agreeing on job/);
  });

  test("is discarded when that skill says it all, or is a person's own", () => {
    expect(judgeCandidate(notes, [existing(more)], NOW)).toMatchObject({ action: "discard", target: more.slug });
    const own = judgeCandidate(more, [existing(notes, false)], NOW);
    expect(own).toMatchObject({ action: "discard", reason: expect.stringContaining("left alone") });
  });

  test("is discarded when nobody could follow it", () => {
    expect(judgeCandidate({ ...more, rules: [] }, [existing(notes)], NOW).action).toBe("discard");
  });

  test("is added when nothing does its job", () => {
    expect(judgeCandidate(more, [existing(baking)], NOW)).toEqual({
      action: "add",
      reason: "No skill that is there does this job.",
    });
    expect(judgeCandidate(more, [], NOW).action).toBe("add");
  });

  test("gets the same answer in whatever order its neighbours come", () => {
    const twins = ["a-notes", "b-notes", "c-notes"].map((slug) => existing({ ...notes, slug }));
    const targets = [twins, [...twins].reverse(), [twins[1], twins[2], twins[0]].flatMap((skill) => skill ?? [])];
    expect(new Set(targets.map((list) => judgeCandidate(more, list, NOW).target))).toEqual(new Set(["a-notes"]));
  });
});
