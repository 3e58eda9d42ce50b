/**
 * What a person turned down, remembered by what it says: the idea as a whole, and each of its rules, so that neither
 * comes back from another session, another proposer or in slightly other words.
 *
 * Contract: a discarded idea is remembered for the project (or bank) where it was discarded; one discarded for good,
 * everywhere. A rule that is said the other way round is another idea.
 */
import { digestOf } from "../base/index.ts";
import { type CandidateRule, ruleDigest, sameIdea } from "../learn/index.ts";
import { isIdeaRejected, listRejectedIdeas, rejectIdea, type StoreConnection } from "../store/index.ts";

/** A project or a bank, as `CandidateRecord` has it. */
export interface RejectionPlace {
  scope: string;
  root: string;
}

const EVERYWHERE: RejectionPlace = { scope: "*", root: "*" };

export interface Rejection {
  place: RejectionPlace;
  slug: string;
  rules: readonly CandidateRule[];
  /** Digest of the rules together; absent when only some rules of an idea were turned down. */
  idea?: string;
  /** True for "never again": everywhere, not only in this place. */
  never: boolean;
  at: string;
  reason?: string | undefined;
}

export async function rememberRejection(store: StoreConnection, rejection: Rejection): Promise<void> {
  const { slug, at, reason } = rejection;
  const common = { slug, createdAt: at, ...(reason === undefined ? {} : { reason }) };
  const rules = rejection.rules.filter((rule) => rule.section !== "When to use");
  const ideas = [
    ...(rejection.idea === undefined
      ? []
      : [{ digest: rejection.idea, text: rules.map(({ text }) => text).join("\n") }]),
    ...rules.map(({ text }) => ({ digest: ruleDigest(text), text })),
  ];
  for (const place of rejection.never ? [rejection.place, EVERYWHERE] : [rejection.place]) {
    for (const { digest, text } of ideas) {
      await rejectIdea(store, { ...common, digest: rejectionKey(place, digest), text });
    }
  }
}

/** Tells whether a digest (of an idea or a rule), or a rule in slightly other words, was turned down in a place. */
export type IsRejected = (digest: string, rule?: CandidateRule) => Promise<boolean>;

/** Reads what was turned down as it is now. */
export async function rejectionsFor(store: StoreConnection, place: RejectionPlace): Promise<IsRejected> {
  const places = [place, EVERYWHERE];
  const texts = (await listRejectedIdeas(store))
    .filter(({ digest, text }) => {
      const rule = ruleDigest(text);
      return places.some((where) => digest === rejectionKey(where, rule));
    })
    .map(({ text }) => text);
  return async (digest, rule) => {
    for (const where of places) if (await isIdeaRejected(store, rejectionKey(where, digest))) return true;
    return rule !== undefined && texts.some((text) => sameIdea(text, rule.text));
  };
}

/** What is turned down in one project may be right in another. */
function rejectionKey(place: RejectionPlace, digest: string): string {
  return digestOf([place.scope, place.root, digest]);
}
