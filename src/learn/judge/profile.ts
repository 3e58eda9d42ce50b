/**
 * A skill as the judge looks at it: its words by field, and the concepts that they name. Made once per skill; what most
 * comparisons never come to (the body above all) is made when it is first asked for.
 */
import { createHashingEmbedder, tokenize } from "../../search/index.ts";
import { type Concepts, conceptsOf, meaningOf } from "./concepts.ts";
import { termWeight } from "./term-weights.ts";

export interface JudgedSkill {
  /** Title or directory name. */
  name: string;
  description: string;
  triggers?: readonly string[];
  /** Markdown of the body, or its rules; left out where only the face is known. A function is called when it matters. */
  body?: string | (() => string);
}

export interface Words {
  /** Terms with weight, length 1. */
  vector: ReadonlyMap<string, number>;
  terms: ReadonlySet<string>;
  /** Specific terms by their first letters, to find other forms of a word. */
  families: ReadonlyMap<string, readonly string[]>;
  /** Jobs and deliverables that its terms name; see `meaningOf`. */
  meanings: ReadonlySet<string>;
  /** First letters of each three to five words in a row, with the terms: `sop` of "standard operating procedure". */
  initials: ReadonlyMap<string, readonly string[]>;
}

export interface SkillProfile {
  name: Words;
  /** Name and description together. */
  face: Words;
  description(): Words;
  faceEmbedding(): Float32Array;
  concepts: Concepts;
  /** Jobs that the name and the first words of the description name. */
  jobs: Set<string>;
  /** What the name and the first clause of the description hand over. */
  deliverables: Set<string>;
  numbers: Set<string>;
  /** Absent without body, and for one of a few rules. */
  body(): { words: Words; embedding: Float32Array } | undefined;
  /** Absent without triggers. */
  triggers(): Words | undefined;
}

const LEAD_TERMS = 6;
const DELIVERABLE_TERMS = 14;
/** Letters that two forms of a word share at least. */
export const FAMILY_LETTERS = 4;

/** A body of fewer different terms says too little to be compared: one rule more or less would decide. */
const MIN_BODY_TERMS = 60;

const COMMON_WEIGHT = 2;
/** Runs of letters and digits, with what joins the parts of an identifier. */
const WORDS = /[\p{L}\p{N}\p{M}_+#.'’-]+/gu;

const embedder = createHashingEmbedder();

export function profileOf(skill: JudgedSkill): SkillProfile {
  const name = skill.name.replaceAll(/[_-]+/g, " ");
  const face = `${name}. ${skill.description}`;
  const nameTerms = tokenize(name);
  const descriptionTerms = tokenize(skill.description);
  const all = [...nameTerms, ...descriptionTerms];
  const lead = (count: number) => conceptsOf("", [...nameTerms, ...descriptionTerms.slice(0, count)]);
  const triggers = (skill.triggers ?? []).join(". ");
  return {
    name: wordsOf(nameTerms, name),
    face: wordsOf(all, face),
    description: once(() => wordsOf(descriptionTerms, skill.description)),
    faceEmbedding: once(() => embedSpecific(face)),
    concepts: conceptsOf(face, all),
    jobs: lead(LEAD_TERMS).jobs,
    deliverables: lead(DELIVERABLE_TERMS).deliverables,
    numbers: new Set(face.normalize("NFKC").match(/\d+(?:\.\d+)?/g) ?? []),
    body: once(() => bodyOf(typeof skill.body === "function" ? skill.body() : (skill.body ?? ""))),
    triggers: once(() => (triggers === "" ? undefined : wordsOf(tokenize(triggers), triggers))),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function bodyOf(text: string): ReturnType<SkillProfile["body"]> {
  const words = wordsOf(tokenize(text), "");
  return words.terms.size < MIN_BODY_TERMS ? undefined : { words, embedding: embed(text) };
}

/** By its specific words: those that all skills use would make all skills alike. */
function embedSpecific(text: string): Float32Array {
  const words = text.match(WORDS) ?? [];
  return embed(words.filter((word) => tokenize(word).some((term) => termWeight(term) > COMMON_WEIGHT)).join(" "));
}

function embed(text: string): Float32Array {
  return embedder.embedSync?.(text) ?? new Float32Array(embedder.dimensions);
}

/** @param text where abbreviations and what they stand for are looked for. */
function wordsOf(terms: readonly string[], text: string): Words {
  const vector = new Map<string, number>();
  for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + 1);
  let squares = 0;
  for (const [term, count] of vector) {
    const value = (1 + Math.log(count)) * termWeight(term);
    vector.set(term, value);
    squares += value * value;
  }
  const families = new Map<string, string[]>();
  for (const [term, value] of vector) {
    vector.set(term, value / Math.sqrt(squares));
    if (!/^\p{L}{4}/u.test(term)) continue;
    const key = term.slice(0, FAMILY_LETTERS);
    families.set(key, [...(families.get(key) ?? []), term]);
  }
  const meanings = new Set([...vector.keys()].flatMap((term) => meaningOf(term) ?? []));
  return { vector, terms: new Set(vector.keys()), families, meanings, initials: initialsOf(text) };
}

const ABBREVIATION_LETTERS = [3, 4, 5];

function initialsOf(text: string): Map<string, string[]> {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const found = new Map<string, string[]>();
  for (const at of words.keys()) {
    for (const count of ABBREVIATION_LETTERS) {
      const run = words.slice(at, at + count);
      if (run.length < count) continue;
      found.set(run.map((word) => word.charAt(0)).join(""), run.flatMap(tokenize));
    }
  }
  return found;
}
