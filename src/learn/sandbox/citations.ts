/** What a citation must be, before anybody weighs it: of turns that exist, and not of what tools printed alone. */
import type { CondensedSession } from "../../session/index.ts";
import type { ChangeProblem, Citation } from "./model.ts";
import { shownPath } from "./refusal.ts";

/** @param session without it only the form is checked */
export function citationProblems(
  citations: readonly Citation[],
  session: CondensedSession | undefined,
): ChangeProblem[] {
  const problems: ChangeProblem[] = [];
  const kinds = session === undefined ? undefined : kindsById(session);
  for (const { rule, turns } of citations) {
    const about = shownPath(rule.slice(0, 80));
    const unknown = turns.find((id) => (kinds === undefined ? !/^T\d+(?:\.\d+)?$/.test(id) : !kinds.has(id)));
    if (unknown !== undefined) {
      problems.push({
        code: "UNKNOWN_TURN",
        message: `The evidence for ${about} names ${shownPath(unknown)}, which is no turn of this session.`,
        next: `Name turns as the session has them, \`T1\` or \`T1.2\`${session === undefined ? "" : `, up to \`${session.turns.at(-1)?.id ?? "T0"}\``}.`,
      });
    } else if (
      kinds !== undefined &&
      turns.length > 0 &&
      turns.every((id) => kinds.get(id)?.every((kind) => kind === "tool_result" || kind === "host") === true)
    ) {
      problems.push({
        code: "ONLY_TOOL_OUTPUT",
        message: `The evidence for ${about} is only what a tool or the program printed, and that may carry somebody else's words.`,
        next: "Name the turn in which the person said it, or the call that failed and the one that then worked; if there is none, leave the rule out.",
      });
    }
  }
  return problems;
}

function kindsById({ turns }: CondensedSession): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const turn of turns) {
    kinds.set(
      turn.id,
      turn.messages.map(({ kind }) => kind),
    );
    for (const { id, kind } of turn.messages) kinds.set(id, [kind]);
  }
  return kinds;
}
