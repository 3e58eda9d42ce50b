/**
 * What a person stated and took back later in the same session is no rule: "forget what I said about tabs", the opposite
 * stated afterwards, or the two things of a comparison exchanged. The later word counts.
 */
import type { SessionFacts, StatementFact } from "../../session/index.ts";
import { negates, terms } from "../similarity.ts";

const RETRACTS =
  /\b(?:forget|scratch|disregard|ignore|strike|drop) (?:that|this|it|what i (?:just )?(?:said|told you|wrote)|my (?:last|earlier|previous)|the (?:rule|convention|thing|bit|part))\b|\bnever ?mind\b|\bi (?:was|am) (?:wrong|mistaken)\b|\bi(?:'ve| have)? changed my mind\b|\bon second thoughts?\b|\bi take (?:that|it) back\b|\bno longer (?:applies|holds|true)\b|当我没说|收回|我说错了|刚才说错|忘(?:掉|了)(?:我)?(?:刚才|之前)?说的|改变主意|不用(?:再)?遵守|作废|забудь|я ошиб|передумал|なかったことに|撤回|忘れて|취소|잊어/i;
/** A retraction without words of its own means what was said just before. */
const BARE = 1;
const ABOUT = 0.5;
const SAME_SUBJECT = 0.6;

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
export function contradicts(earlier: string, later: string): boolean {
  const a = terms(earlier).filter((term) => !POLARITY.has(term));
  const b = terms(later).filter((term) => !POLARITY.has(term));
  if (a.length < 2 || b.length < 2) return false;
  const left = new Set(a);
  const right = new Set(b);
  const fewer = left.size <= right.size ? left : right;
  if (negates(earlier) !== negates(later)) return shareOf(fewer, fewer === left ? right : left) >= SAME_SUBJECT;
  return comparison(earlier) !== undefined && comparison(earlier) === reversed(comparison(later));
}

const POLARITY = new Set([
  "not",
  "never",
  "no",
  "dont",
  "without",
  "avoid",
  "instead",
  "rath",
  "rather",
  "stop",
  "always",
]);

function shareOf(terms: Set<string>, others: Set<string>): number {
  return terms.size === 0 ? 0 : [...terms].filter((term) => others.has(term)).length / terms.size;
}

/** "Use spaces, not tabs" and "use spaces instead of tabs" as `space>tab`. */
function comparison(text: string): string | undefined {
  const match =
    /\b(?:use|prefer|write|run|call|with)\s+([\w@./+-]+)(?: \w+){0,2},?\s+(?:not|never|instead of|rather than|over)\s+([\w@./+-]+)/i.exec(
      text,
    ) ??
    /(?:用|使用)\s*([\w@./+-]+|[\p{Script=Han}]{1,6}?)[，,]?\s*(?:不要用?|别用|而不是|而非|不用)\s*([\w@./+-]+|[\p{Script=Han}]{1,6})/u.exec(
      text,
    );
  return match === null ? undefined : `${nameIn(match[1])}>${nameIn(match[2])}`;
}

function nameIn(word = ""): string {
  return word.toLowerCase().replace(/[.]+$/, "");
}

function reversed(pair: string | undefined): string | undefined {
  return pair?.split(">").reverse().join(">");
}
