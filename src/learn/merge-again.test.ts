import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printSkill } from "../skill/index.ts";
import { applyCandidate } from "./apply-candidate.ts";
import { candidateOf, type Said } from "./candidate.test-helper.ts";
import type { Candidate } from "./candidate.ts";
import { asUpdate } from "./match.ts";
import { madeAgain, mergeAgain } from "./merge-again.ts";
import { joinCandidates } from "./merge-candidates.ts";
import { candidateToSkill } from "./to-skill.ts";

const NOW = new Date("2026-03-04T05:06:07Z");
const LATER = new Date("2026-04-04T05:06:07Z");

const printed = (made: Candidate): string => printSkill(candidateToSkill(made, NOW));
const updateBy = (made: Candidate): Pick<Candidate, "said"> => ({ said: [made] });
/** Without what belongs to the first publication and to its time. */
const timeless = (text: string): string => text.replace(/^ {2}(?:id|extracted_at|version): .*$/gm, "");

/** Published one after the other; what brings nothing changes nothing. */
function publishAll(candidates: readonly Candidate[]): { text: string; again: number } {
  const [first, ...others] = candidates;
  if (first === undefined) return { text: "", again: 0 };
  let text = printed(first);
  let again = 0;
  const pieces = [first];
  for (const next of others) {
    const skill = { slug: first.slug, text, hash: "h", ours: true };
    const update = asUpdate(next, skill, LATER);
    if (update === undefined) continue;
    const made = mergeAgain(updateBy(next), pieces, text, LATER);
    if (made !== undefined) again++;
    text = made?.text ?? applyCandidate(update, text, LATER).text;
    pieces.push(next);
  }
  return { text, again };
}

const shared = fc.constantFrom<Said>(
  ["When to use", "Before the shop goes out."],
  ["Steps", "Run the tests: `npm test`"],
  ["Steps", "Build the pages: `npm run build`"],
  ["Rules", "Tag the release with the date."],
  ["Rules", "Always tag the release with the date."],
  ["Pitfalls", "先跑测试再打包。"],
);
const anyCandidates = fc
  .array(fc.uniqueArray(shared, { maxLength: 4, selector: ([, text]) => text }), { minLength: 2, maxLength: 4 })
  .map((all) =>
    all.map((said, index) => {
      const own: Said = [
        "Rules",
        `Keep file number ${index} of the ${["harbour", "orchard", "quarry", "mill"][index]} list.`,
      ];
      return candidateOf(`s${index}`, [...said, own]);
    }),
  );

describe("an update of a skill that candidates alone made", () => {
  it("gives what all of them give together, whichever was published first", () => {
    fc.assert(
      fc.property(anyCandidates, fc.nat(), (all, seed) => {
        const expected = joinCandidates(all);
        const shuffled = [...all.slice(seed % all.length), ...all.slice(0, seed % all.length)];
        for (const order of [all, [...all].reverse(), shuffled]) {
          const { text, again } = publishAll(order);
          expect(again).toBe(all.length - 1);
          expect(timeless(text)).toBe(timeless(expected === undefined ? "" : printed(expected)));
        }
      }),
      { numRuns: 15 },
    );
  });

  it("keeps name, title and id, raises the version, and tells whose words changed", () => {
    const one = candidateOf("one", [["Rules", "Always tag the release with the date."]]);
    const two = candidateOf("two", [
      ["Rules", "Tag the release with the date."],
      ["Rules", "Never ship on Fridays."],
    ]);
    const text = printed(one);
    const again = mergeAgain(updateBy({ ...two, slug: "other", title: "Another" }), [one], text, LATER);
    const fields = (of: string, name: string) => new RegExp(`^ *${name}: (.*)$`, "m").exec(of)?.[1];
    for (const kept of ["name", "title", "id"]) expect(fields(again?.text ?? "", kept)).toBe(fields(text, kept));
    expect(fields(again?.text ?? "", "version")).toBe('"0.1.1"');
    expect(again?.reworded).toHaveLength(1);
    expect(again?.merged.rules[0]?.evidence.map(({ sessionId }) => sessionId)).toEqual(["two", "one"]);
  });

  it("is nothing where anybody else had a hand in the text, or a person says the contrary", () => {
    const one = candidateOf("one", [["Rules", "Tag the release with the date."]]);
    const two = candidateOf("two", [["Rules", "Never ship on Fridays."]]);
    const against = candidateOf("three", [["Rules", "Never tag the release with the date."]]);
    const text = printed(one);
    expect(mergeAgain(updateBy(two), [one], text, LATER)).toBeDefined();
    expect(mergeAgain(updateBy(two), [one], `${text}- Mine.\n`, LATER)).toBeUndefined();
    expect(mergeAgain(updateBy(two), [one], text.replace("Ships the", "Ships our"), LATER)).toBeUndefined();
    expect(mergeAgain(updateBy(two), [], text, LATER)).toBeUndefined();
    expect(mergeAgain({}, [one], text, LATER)).toBeUndefined();
    expect(mergeAgain(updateBy(against), [one], text, LATER)).toBeUndefined();
  });

  it("is taken apart again as if one of them had never been", () => {
    fc.assert(
      fc.property(anyCandidates, (all) => {
        const { text } = publishAll(all);
        const left = all.slice(1);
        const again = madeAgain(text, all, left, LATER);
        const expected = joinCandidates(left);
        expect(timeless(again?.text ?? "")).toBe(timeless(expected === undefined ? "" : printed(expected)));
        expect(again?.text).not.toContain("as s0 did");
        expect(again?.lost.length).toBeGreaterThan(0);
      }),
      { numRuns: 15 },
    );
  });
});
