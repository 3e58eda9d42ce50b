/** The weakest reason for a rule: what it names ran in a cited call and worked, and nothing shows that it mattered. */
import type { RuleEvidence } from "../candidate.ts";
import type { Settling } from "../reviewer/settle-rules.ts";
import { codeIn, groundOf, proseOf } from "../reviewer/spans.ts";
import { unsaidTerms } from "../reviewer/support.ts";

/** Empty when not even that is so, or when the rule says more than the session does. */
export function inferredFrom(text: string, cited: readonly string[], { grounds, evidence }: Settling): RuleEvidence[] {
  const worked = new Set(codeIn(text).flatMap((code) => groundOf(code, grounds).worked.map((call) => call.index)));
  const calls = cited.flatMap((id) => grounds.callsIn.get(id) ?? []).filter((call) => worked.has(call.index));
  if (calls.length === 0 || unsaidTerms(proseOf(text), grounds).length > 0) return [];
  const once = new Map(calls.map((call) => [call.index, call]));
  return [...once.values()].map((call) => ({ ...evidence.seen(call), support: "inferred" as const }));
}
