/**
 * `npm run bench:merge`: builds one bank from what two extractors made of the same chats, one skill after the other, as a
 * live bank grows: the nearest skills that are there are judged, and the best that is the same takes the newcomer in. Then
 * counts how many twin pairs (mutual nearest, cosine ≥ 0.5) ended apart, and how many labelled distinct pairs together.
 *
 * A skill keeps its identity when it takes another one in, so newcomers are compared with the first of each family. Done in
 * two orders; the worse figures are told first. The twins are among what the weights were fitted on.
 * Last line: one JSON object.
 */

import { sha256 } from "../src/base/index.ts";
import { type MergePair, readMergePairs, readSkillSet } from "../src/evals/index.ts";
import { judgePair, profileOf, type SkillProfile } from "../src/learn/index.ts";
import { faceCosines, readTwins, type TwinPair } from "./merge-data.ts";
import { sharedFile } from "./shared-data.ts";

const NEIGHBOURS = 8;
const MIN_TWIN_COSINE = 0.5;

const twins = (await readTwins()).filter(({ lexicalCosine }) => lexicalCosine >= MIN_TWIN_COSINE);
const pairs = await readMergePairs(sharedFile("bench/skillbank-merge-pairs.jsonl"));
const bankOf = (id: string) => id.split("/")[1] ?? "";
const banks = new Set(twins.flatMap(({ a, b }) => [bankOf(a), bankOf(b)]));
const all = await readSkillSet(sharedFile("skillbank/skills.jsonl.gz"));
const skills = all.filter(({ id }) => banks.has(bankOf(id)));
const profiles = new Map<string, SkillProfile>(skills.map((skill) => [skill.id, profileOf(skill)]));
const nearest = faceCosines(profiles);
const neighbours = new Map(skills.map(({ id }) => [id, nearest(id, 40)]));

/** Families by skill: the id of the first of each. */
function build(ids: readonly string[]): Map<string, string> {
  const familyOf = new Map<string, string>();
  for (const id of ids) {
    let best: { id: string; score: number } | undefined;
    const there = (neighbours.get(id) ?? []).filter((near) => familyOf.get(near.id) === near.id).slice(0, NEIGHBOURS);
    for (const near of there) {
      const verdict = verdictOf(id, near.id);
      if (verdict?.verdict === "same" && verdict.score > (best?.score ?? 0))
        best = { id: near.id, score: verdict.score };
    }
    familyOf.set(id, best?.id ?? id);
  }
  return familyOf;
}

function verdictOf(a: string, b: string) {
  const [left, right] = [profiles.get(a), profiles.get(b)];
  return left === undefined || right === undefined ? undefined : judgePair(left, right);
}

function figures(familyOf: ReadonlyMap<string, string>) {
  const together = (a: string, b: string) => familyOf.get(a) === familyOf.get(b);
  const apart = (part: readonly TwinPair[]) => {
    const unmerged = part.filter(({ a, b }) => !together(a, b)).length;
    return { pairs: part.length, unmerged, share: share(unmerged, part.length) };
  };
  const labelled = (label: MergePair["label"]) => {
    const inBank = pairs.filter(
      ({ label: its, a, b }) => its === label && familyOf.has(a.path ?? "") && familyOf.has(b.path ?? ""),
    );
    const merged = inBank.filter(({ a, b }) => together(a.path ?? "", b.path ?? "")).length;
    return { pairs: inBank.length, merged, share: share(merged, inBank.length) };
  };
  const families = new Map<string, number>();
  for (const family of familyOf.values()) families.set(family, (families.get(family) ?? 0) + 1);
  return {
    twins: apart(twins),
    distinct: labelled("distinct"),
    overlap: labelled("overlap"),
    same: labelled("same"),
    skillsBefore: familyOf.size,
    skillsAfter: new Set(familyOf.values()).size,
    largestFamily: Math.max(...families.values()),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 1000;
}

/** Without a bank: what the judge says of each pair of the other kinds. Most strangers are distinct, not all. */
function direct() {
  const judged = twins.map(({ a, b }) => verdictOf(a, b)?.verdict === "same");
  let strangers = 0;
  let merged = 0;
  for (const { id } of skills) {
    const near = neighbours.get(id)?.find((other) => chatsOf(other.id) !== chatsOf(id));
    if (near === undefined) continue;
    strangers += 1;
    if (verdictOf(id, near.id)?.verdict === "same") merged += 1;
  }
  const distinct = pairs.filter(({ label }) => label === "distinct");
  const called = distinct.filter(({ a, b }) => verdictOf(a.path ?? "", b.path ?? "")?.verdict === "same").length;
  return {
    twinsCalledSame: share(judged.filter(Boolean).length, judged.length),
    nearestOfOtherChats: { pairs: strangers, calledSame: share(merged, strangers) },
    distinct: { pairs: distinct.length, calledSame: called },
  };
}

function chatsOf(id: string): string {
  return bankOf(id).replace(/_GLM4\.7$/, "");
}

const byDigest = skills.map(({ id }) => id).sort((x, y) => (sha256(x) < sha256(y) ? -1 : 1));
const orders = { byDigest, reversed: [...byDigest].reverse() };
const results = Object.entries(orders).map(([order, ids]) => ({ order, ...figures(build(ids)) }));
for (const result of results) console.log(JSON.stringify(result));
const worse = results.reduce((x, y) => (y.twins.unmerged > x.twins.unmerged ? y : x));
console.log(JSON.stringify({ ...worse, direct: direct() }));
