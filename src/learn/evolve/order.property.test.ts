/** The order of the sessions and the shape of the tree mean nothing, and nothing that was proposed is lost silently. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../base/index.ts";
import { parseSkill } from "../../skill/index.ts";
import { SKILL_SECTIONS, type SupportKind } from "../candidate.ts";
import { type Analysis, patchOf } from "./analyst.ts";
import { adds, analysis, frozen, idOf, NOW, SKILL_TEXT } from "./evolve.test-helper.ts";
import { evolvePatch, evolveSkill } from "./evolve.ts";
import type { EvolveChange, Patch } from "./model.ts";
import { joinPatches, mergeTree } from "./patch.ts";
import { excludes, sameEdit } from "./same-edit.ts";

const PAST = idOf("Write the changelog in the past tense.");
const MAIN = idOf("Release from the main branch only.");
const file = (content: string): EvolveChange => ({
  op: "add",
  section: "Rules",
  text: "Read `references/announcing.md` before you announce a release.",
  file: { path: "references/announcing.md", content },
});

/** Wordings of one edit, contraries, two edits of one rule, unsafe ones: what makes a merge depend on its order. */
const CHANGES: readonly EvolveChange[] = [
  adds("Tag the release before you publish it to the registry."),
  adds("Tag the release before you publish to the registry."),
  adds("Always tag the release before you publish it to the registry.", "Pitfalls"),
  adds("Never tag the release before you publish it to the registry."),
  adds("Publish the beta versions to the public registry."),
  adds("Never publish beta versions to the public registry.", "Pitfalls"),
  adds("Sign the tag: `git tag -s`", "Steps"),
  adds("Do not sign the tag with `git tag -s`", "Rules"),
  adds("Announce it: `npm run announce`", "Steps"),
  adds("`npm run verify-release` passes.", "Verify"),
  adds("Run this:\n\n```sh\nnpm publish"),
  adds("## New Section"),
  { op: "replace", rule: PAST, section: "Rules", text: "Write the changelog in the imperative mood." },
  { op: "replace", rule: PAST, section: "Rules", text: "Write the changelog in the imperative mood, always." },
  { op: "replace", rule: PAST, section: "Rules", text: "Schreibe die Liste der Änderungen auf Deutsch." },
  { op: "retire", rule: PAST },
  { op: "keep", rule: PAST },
  { op: "retire", rule: MAIN },
  { op: "retire", rule: idOf("Read `references/signing.md`") },
  { op: "replace", rule: MAIN, section: "Rules", text: "Release from the main branch or a release branch." },
  file("npm run announce\n"),
  file("npm run shout\n"),
];

const support = fc.constantFrom<SupportKind>("user_said", "outcome_seen", "inferred");
const edit = fc.record({ change: fc.constantFrom(...CHANGES), support });
const sessions: fc.Arbitrary<Analysis[]> = fc
  .uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .tuple(fc.array(edit, { maxLength: 4 }), fc.constantFrom("success", "failure", "unknown"))
          .map(([edits, outcome]) => analysis(name, edits, outcome)),
      ),
    ),
  );

/** A tree over the patches: cut at random, in a random order. */
function inSomeTree(patches: readonly Patch[], draws: Iterator<number>): Patch {
  if (patches.length < 2) return joinPatches(patches);
  const at = 1 + ((draws.next().value ?? 0) % (patches.length - 1));
  const halves = [inSomeTree(patches.slice(at), draws), inSomeTree(patches.slice(0, at), draws)];
  return joinPatches(halves);
}

const inSomeOrder = sessions.chain((all) =>
  fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
    again: fc.shuffledSubarray(all),
    cuts: fc.infiniteStream(fc.nat(1000)),
    fanIn: fc.integer({ min: 2, max: 9 }),
  }),
);

test("joined in any order, by any tree, some twice, patches give the same bytes", () => {
  fc.assert(
    fc.property(inSomeOrder, ({ all, shuffled, again, cuts, fanIn }) => {
      const expected = canonicalJson(mergeTree(all.map(patchOf)));
      const patches = [...shuffled, ...again].map(patchOf);
      expect(canonicalJson(mergeTree(patches, fanIn))).toBe(expected);
      expect(canonicalJson(inSomeTree(patches, cuts[Symbol.iterator]()))).toBe(expected);
    }),
    { numRuns: 500 },
  );
}, 60_000);

test("any order of the sessions gives the same candidate, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(inSomeOrder, async ({ all, shuffled, cuts }) => {
      const skill = frozen();
      const expected = canonicalJson(await evolveSkill(skill, all, { now: NOW }));
      const tree = inSomeTree(shuffled.map(patchOf), cuts[Symbol.iterator]());
      expect(canonicalJson(await evolvePatch(skill, tree, { now: NOW }))).toBe(expected);
    }),
    { numRuns: 25 },
  );
}, 60_000);

test("every edit is made, or left out by name; none excludes another; the skill stays whole", async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async (all) => {
      const skill = frozen();
      const { accepted, leftOut, kept, text, candidate } = await evolveSkill(skill, all, { now: NOW });
      const keeps: EvolveChange[] = kept.map((rule) => ({ op: "keep", rule: idOf(rule.text) }));
      const named = [...accepted, ...leftOut].map(({ change }) => change);
      for (const { change } of all.flatMap(({ edits }) => edits)) {
        expect([...named, ...keeps].some((other) => sameEdit(other, change))).toBe(true);
      }
      for (const [index, one] of accepted.entries()) {
        for (const other of accepted.slice(index + 1)) expect(excludes(one.change, other.change)).toBe(false);
      }
      const [before, after] = [parseSkill(SKILL_TEXT), parseSkill(text)];
      const headings = new Set<string>([...SKILL_SECTIONS, ...before.sections.map(({ heading }) => heading)]);
      expect(after.sections.every(({ heading }) => headings.has(heading))).toBe(true);
      expect(after.diagnostics).toEqual([]);
      expect(/```sh[\s\S]*?```/.exec(text)?.[0]).toBe(/```sh[\s\S]*?```/.exec(SKILL_TEXT)?.[0]);
      for (const { path } of candidate?.files ?? []) expect(text).toContain(path);
      expect(text).toContain("references/signing.md");
    }),
    { numRuns: 40 },
  );
}, 60_000);
