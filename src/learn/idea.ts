/** What a candidate says, as digests: its own id, and the idea that a person may have turned down before. */
import { contentId, digestOf } from "../base/index.ts";
import type { Candidate, CandidateRule } from "./candidate.ts";

/**
 * Id of a candidate: the same session learned twice gives the same id, whatever the wording of title, description or
 * rationale and wherever the transcript lies.
 */
export function candidateId(slug: string, rules: CandidateRule[]): string {
  return contentId("cand", {
    slug,
    rules: rules.map((rule) => ({
      section: rule.section,
      text: rule.text,
      evidence: rule.evidence.map((evidence) => [evidence.source, evidence.sessionId, evidence.pointer.digest]),
    })),
  });
}

/**
 * Digest of the idea alone, without the sessions that support it: rules in any order, without case, punctuation or
 * spacing. A candidate whose idea was rejected is not proposed again; one more rule makes it a new idea.
 */
export function ideaDigest(candidate: Pick<Candidate, "rules">): string {
  const said = candidate.rules.filter((rule) => rule.section !== "When to use").map((rule) => essence(rule.text));
  return digestOf([...new Set(said)].sort());
}

function essence(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<>/]+/gu, " ")
    .trim();
}
