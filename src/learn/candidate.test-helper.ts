/** A small candidate, as one session gives it. */
import type { Candidate, CandidateRule } from "./candidate.ts";
import { pointer } from "./facts.test-helper.ts";
import { candidateId } from "./idea.ts";

export type Said = [CandidateRule["section"], string];

export function candidateOf(session: string, said: readonly Said[], more: Partial<Candidate> = {}): Candidate {
  const rules = said.map(
    ([section, text]): CandidateRule => ({
      section,
      text,
      evidence: [
        {
          sessionId: session,
          source: "codex",
          sourcePath: "/t",
          pointer: { ...pointer(1, "person"), digest: session.padEnd(64, "0") },
          support: "user_said",
          quote: text,
        },
      ],
    }),
  );
  return {
    id: candidateId("ship-the-shop", rules),
    proposer: "distiller",
    action: "create",
    slug: "ship-the-shop",
    title: "Ship the shop",
    description: `Ships the shop, as ${session} did. Use when it goes out.`,
    tags: ["shop", session],
    rules,
    confidence: 0.8,
    rationale: session,
    ...more,
  };
}
