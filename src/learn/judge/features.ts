/**
 * What two skills have in common, as numbers in [0, 1]: the evidence that the judge weighs. Symmetric: the order of the
 * two never matters.
 */
import { meaningOf } from "./concepts.ts";
import { FAMILY_LETTERS, type SkillProfile, type Words } from "./profile.ts";
import { termWeight } from "./term-weights.ts";

/** Features that need nothing but name and description. */
export const FACE_FEATURES = [
  "wording",
  "description",
  "covered",
  "nameCovered",
  "jobs",
  "deliverables",
  "languageClash",
  "toolClash",
] as const;
/** Further ones where both bodies and triggers are known. */
export const BODY_FEATURES = ["bodyWording", "body", "triggersCovered"] as const;

export type FaceFeature = (typeof FACE_FEATURES)[number];
export type BodyFeature = (typeof BODY_FEATURES)[number];
export type FaceFeatures = Record<FaceFeature, number>;
export type BodyFeatures = Record<BodyFeature, number>;

export function faceFeatures(left: SkillProfile, right: SkillProfile): FaceFeatures {
  return {
    wording: dot(left.faceEmbedding(), right.faceEmbedding()),
    description: cosine(left.description(), right.description()),
    covered: Math.min(coverage(left.face, right.face), coverage(right.face, left.face)),
    nameCovered: nameCoverage(left, right),
    jobs: jaccard(left.jobs, right.jobs),
    deliverables: jaccard(left.deliverables, right.deliverables),
    languageClash: clash(left.concepts.languages, right.concepts.languages) ? 1 : 0,
    toolClash: clash(left.concepts.tools, right.concepts.tools) ? 1 : 0,
  };
}

/** How much of each name stands in the other's name or description, on average. */
export function nameCoverage(left: SkillProfile, right: SkillProfile): number {
  return (coverage(left.name, right.face) + coverage(right.name, left.face)) / 2;
}

/** Absent unless both have a body. */
export function bodyFeatures(left: SkillProfile, right: SkillProfile): BodyFeatures | undefined {
  const [one, other] = [left.body(), right.body()];
  if (one === undefined || other === undefined) return undefined;
  const [asked, askedThere] = [left.triggers(), right.triggers()];
  return {
    bodyWording: dot(one.embedding, other.embedding),
    body: cosine(one.words, other.words),
    triggersCovered:
      asked === undefined || askedThere === undefined
        ? Math.min(coverage(left.face, right.face), coverage(right.face, left.face))
        : (coverage(asked, askedThere) + coverage(askedThere, asked)) / 2,
  };
}

/** What a near synonym, or a word of what an abbreviation stands for, counts against the word itself. */
const SYNONYM = 0.5;

/**
 * Share of the weight of `words` that `other` has too: the same term, its abbreviation or what it abbreviates; another form
 * of the word by the letters they share; a word for the same job or deliverable by half.
 */
export function coverage(words: Words, other: Words): number {
  const spelledOut = new Set<string>();
  for (const [initials, terms] of words.initials) {
    if (other.terms.has(initials)) for (const term of terms) spelledOut.add(term);
  }
  let total = 0;
  let covered = 0;
  for (const term of words.terms) {
    const weight = termWeight(term);
    total += weight;
    if (other.terms.has(term) || spelledOut.has(term) || other.initials.has(term)) covered += weight;
    else covered += weight * Math.max(nearestForm(term, other), isSynonym(term, other) ? SYNONYM : 0);
  }
  return total === 0 ? 0 : covered / total;
}

function isSynonym(term: string, other: Words): boolean {
  const meaning = meaningOf(term);
  return meaning !== undefined && other.meanings.has(meaning);
}

const MIN_SHARED_FORM = 0.6;

/** `estimator` and `estimation` share 7 of 10 letters: 0.7. */
function nearestForm(term: string, other: Words): number {
  let best = 0;
  for (const candidate of other.families.get(term.slice(0, FAMILY_LETTERS)) ?? []) {
    let shared = FAMILY_LETTERS;
    const shorter = Math.min(term.length, candidate.length);
    while (shared < shorter && term[shared] === candidate[shared]) shared += 1;
    best = Math.max(best, shared / Math.max(term.length, candidate.length));
  }
  return best >= MIN_SHARED_FORM ? best : 0;
}

function cosine(left: Words, right: Words): number {
  const [fewer, more] = left.vector.size <= right.vector.size ? [left, right] : [right, left];
  let sum = 0;
  for (const [term, value] of fewer.vector) sum += value * (more.vector.get(term) ?? 0);
  return Math.min(1, sum);
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (const [at, value] of left.entries()) sum += value * (right[at] ?? 0);
  return sum;
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const union = new Set([...left, ...right]).size;
  return union === 0 ? 0 : [...left].filter((item) => right.has(item)).length / union;
}

/** True when both name some and share none. */
export function clash(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size > 0 && right.size > 0 && ![...left].some((item) => right.has(item));
}
