import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printSkill } from "../skill/index.ts";
import { candidateOf } from "./candidate.test-helper.ts";
import type { Candidate, CandidateRule } from "./candidate.ts";
import { mergeCandidates } from "./merge-candidates.ts";
import { candidateToSkill } from "./to-skill.ts";

const NOW = new Date("2026-03-04T05:06:07Z");

const rule = fc.tuple(
  fc.constantFrom<CandidateRule["section"]>("Steps", "Rules", "Pitfalls"),
  fc.constantFrom(
    "Run the tests.",
    "Run all the tests.",
    "Build: `npm run build`",
    "Build: `npm run build -- --prod`",
    "Tag the release.",
    "Never ship on Fridays.",
    "Ship on Fridays.",
    "先跑测试。",
  ),
);
const sessions = fc
  .array(fc.uniqueArray(rule, { minLength: 1, maxLength: 5, selector: ([section, text]) => `${section} ${text}` }), {
    minLength: 2,
    maxLength: 5,
  })
  .map((all) =>
    all.map((rules, index) => {
      const session = `s${index}`;
      return candidateOf(session, rules, { title: `Ship the shop (${session})`, tags: [session] });
    }),
  );

const text = (merged: Candidate | undefined) => (merged === undefined ? "" : printSkill(candidateToSkill(merged, NOW)));

describe("merging candidates", () => {
  it("gives the same skill whichever came first, and however they came together", () => {
    fc.assert(
      fc.property(sessions, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (all, stream) => {
        const random = () => stream.next().value ?? 0;
        const expected = mergeCandidates(all)[0];
        const shuffled = [...all].sort(() => random() - 0.5);
        expect(mergeCandidates(shuffled)[0]).toEqual(expected);
        const oneByOne = shuffled.reduce<Candidate | undefined>(
          (merged, next) => (merged === undefined ? next : mergeCandidates([merged, next])[0]),
          undefined,
        );
        expect(text(oneByOne)).toBe(text(expected));
        const middle = 1 + Math.floor(random() * (shuffled.length - 1));
        const halves = [shuffled.slice(0, middle), shuffled.slice(middle)].flatMap((half) => mergeCandidates(half));
        expect(text(mergeCandidates(halves)[0])).toBe(text(expected));
      }),
    );
  });

  it("loses no rule and no evidence", () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const merged = mergeCandidates(all)[0];
        const supported = new Set(merged?.rules.flatMap(({ evidence }) => evidence.map(({ sessionId }) => sessionId)));
        expect(supported).toEqual(new Set(all.map(({ tags }) => tags[0])));
        for (const { rules } of all) {
          for (const { text: wanted, evidence } of rules) {
            const session = evidence[0]?.sessionId;
            const holding = merged?.rules.some((one) => one.evidence.some(({ sessionId }) => sessionId === session));
            expect(holding, wanted).toBe(true);
          }
        }
      }),
    );
  });

  it("says the same twice with no effect", () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const merged = mergeCandidates(all)[0];
        const again = merged === undefined ? undefined : mergeCandidates([merged, ...all])[0];
        expect(text(again)).toBe(text(merged));
        expect(again?.id).toBe(merged?.id);
      }),
    );
  });
});
