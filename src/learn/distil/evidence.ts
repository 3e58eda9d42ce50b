/** Makes the evidence of a rule. A tool's output is never evidence: calls count by their status, persons by their words. */
import { redactText } from "../../base/index.ts";
import type { SessionHeader, StatementFact, ToolCallFact } from "../../session/index.ts";
import type { RuleEvidence } from "../candidate.ts";

export interface Evidence {
  /** A call and how it ended. */
  seen(call: ToolCallFact): RuleEvidence;
  /** What a person said. */
  said(statement: Pick<StatementFact, "pointer" | "text">): RuleEvidence;
}

const MAX_QUOTE = 280;

export function evidenceFrom(header: SessionHeader, sourcePath: string): Evidence {
  const base = { sessionId: header.id, source: header.source, sourcePath };
  return {
    seen: (call) => ({
      ...base,
      pointer: call.call,
      support: "outcome_seen",
      quote: quote(`${call.command ?? `${call.name} ${call.paths?.[0] ?? ""}`.trim()} → ${endOf(call)}`),
    }),
    said: (statement) => ({ ...base, pointer: statement.pointer, support: "user_said", quote: quote(statement.text) }),
  };
}

function endOf(call: ToolCallFact): string {
  return call.exitCode === undefined ? call.status : `${call.status} (exit ${call.exitCode})`;
}

/** One redacted line, at most 280 characters, cut between characters. */
export function quote(text: string): string {
  const line = redactText(text).replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > MAX_QUOTE ? `${characters.slice(0, MAX_QUOTE - 1).join("")}…` : line;
}
