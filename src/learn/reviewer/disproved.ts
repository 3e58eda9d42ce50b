/** Whether a session shows that a rule of a skill is wrong, and where. */
import type { RuleEvidence } from "../candidate.ts";
import type { Settling } from "./settle-rules.ts";
import { codeIn, groundOf } from "./spans.ts";
import { carries } from "./substance.ts";

/**
 * The cited messages that speak against a rule: a person spoke of it, or what it tells to do failed in a cited call. Empty
 * when nothing does.
 */
export function disprovedBy(
  text: string,
  { citations, grounds, evidence }: Pick<Settling, "citations" | "grounds" | "evidence">,
): RuleEvidence[] {
  const failed = new Set(codeIn(text).flatMap((code) => groundOf(code, grounds).failed.map((call) => call.index)));
  return citations(text).flatMap((id) => {
    const message = grounds.saidIn.get(id);
    if (message !== undefined) {
      const spoken = ["carried", "opposite"].includes(carries(message, text).kind);
      return spoken ? [evidence.said({ pointer: message.pointer, text: message.text })] : [];
    }
    return (grounds.callsIn.get(id) ?? []).filter((call) => failed.has(call.index)).map((call) => evidence.seen(call));
  });
}
