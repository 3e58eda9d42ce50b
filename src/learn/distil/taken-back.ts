/**
 * What a person stated and took back later in the same session is no rule: "forget what I said about tabs", the opposite
 * stated afterwards, or the two things of a comparison exchanged. The later word counts.
 */
import type { SessionFacts, StatementFact } from "../../session/index.ts";
import { contradicts, shareOf } from "../contradiction.ts";
import { terms } from "../similarity.ts";

const RETRACTS =
  /\b(?:forget|scratch|disregard|ignore|strike|drop) (?:that|this|it|what i (?:just )?(?:said|told you|wrote)|my (?:last|earlier|previous)|the (?:rule|convention|thing|bit|part))\b|\bnever ?mind\b|\bi (?:was|am) (?:wrong|mistaken)\b|\bi(?:'ve| have)? changed my mind\b|\bon second thoughts?\b|\bi take (?:that|it) back\b|\bno longer (?:applies|holds|true)\b|当我没说|收回|我说错了|刚才说错|忘(?:掉|了)(?:我)?(?:刚才|之前)?说的|改变主意|不用(?:再)?遵守|作废|забудь|я ошиб|передумал|なかったことに|撤回|忘れて|취소|잊어/i;
/** A retraction without words of its own means what was said just before. */
const BARE = 1;
const ABOUT = 0.5;

/** True when a later message of the person withdraws or contradicts the statement. */
export function wasTakenBack(statement: StatementFact, facts: SessionFacts): boolean {
  const said = new Set(terms(statement.text));
  const last = facts.statements.findLast((other) => other.pointer.turn <= statement.pointer.turn);
  for (const { text, pointer } of facts.personWords) {
    if (pointer.turn <= statement.pointer.turn || !RETRACTS.test(text)) continue;
    const between = facts.statements.some(
      (other) => other.pointer.turn > statement.pointer.turn && other.pointer.turn < pointer.turn,
    );
    if (terms(text.replace(RETRACTS, " ")).length <= BARE && last === statement && !between) return true;
    if (shareOf(said, new Set(terms(text))) >= ABOUT) return true;
  }
  return facts.statements.some(
    (later) => later.pointer.turn > statement.pointer.turn && contradicts(statement.text, later.text),
  );
}

/** True when both are about the same and one says the opposite of the other; the same answer either way round. */
