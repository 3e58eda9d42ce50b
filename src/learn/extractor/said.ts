/**
 * What a rule of a conversation rests on beyond its support (`reviewer/support.ts`): whether anything in it is the
 * model's own, whether the person still holds to it, and whether they said that it lasts.
 */
import type { StatementFact } from "../../session/index.ts";
import { wasTakenBack } from "../distil/taken-back.ts";
import type { PersonMessage, SessionGrounds } from "../reviewer/grounds.ts";
import { carries } from "../reviewer/substance.ts";
import { sameMeaning, terms } from "../similarity.ts";

/** Share of a rule's content words that no person said, from which it tells more than they did. */
const MAX_UNSAID = 0.34;
const MIN_UNSAID = 2;

/** Words and numbers of a rule that no person in the session said, where they are too many to be other words for the same. */
export function inventedIn(text: string, grounds: SessionGrounds): string[] {
  const said = [...grounds.saidIn.values()].map((message) => message.text).join("\n");
  const numbers = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).filter((number) => !said.includes(number));
  if (numbers.length > 0) return numbers;
  const known = new Set(terms(said));
  const own = [...new Set(terms(text))];
  const unsaid = own.filter((term) => !known.has(term) && ![...known].some((other) => sameStem(term, other)));
  return unsaid.length >= MIN_UNSAID && unsaid.length > MAX_UNSAID * own.length ? unsaid : [];
}

function sameStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 4;
}

export interface SaidLook {
  /** A later message takes it back or says the opposite. */
  stale: boolean;
  /** The statement by which the person said that it lasts. */
  statement?: StatementFact;
  /** Messages of the person that say nearly the same. */
  times: number;
}

/** How the cited messages of persons carry a rule, and what became of it afterwards. */
export function lookAtSaid(text: string, cited: readonly string[], grounds: SessionGrounds): SaidLook {
  const messages = [...grounds.saidIn.values()].sort((a, b) => a.pointer.turn - b.pointer.turn);
  const carrying = messages.flatMap((message) => {
    const found = carries(message, text);
    return found.kind === "carried" || found.kind === "task" ? [{ message, found }] : [];
  });
  const own = carrying.filter(({ message }) => cited.includes(message.pointer.messageId));
  const statement = own
    .flatMap(({ found }) => (found.kind === "carried" && found.statement !== undefined ? [found.statement] : []))
    .sort((a, b) => b.confidence - a.confidence)[0];
  const held = statement ?? statementOf(own.at(-1)?.message, text);
  const stale = held !== undefined && wasTakenBack(held, grounds.facts);
  const times = carrying.filter(({ found }) => sameMeaning(found.text, text)).length;
  return { stale, times, ...(statement === undefined ? {} : { statement }) };
}

/** What a person said without a cue that it lasts, as far as it can be taken back. */
function statementOf(message: PersonMessage | undefined, text: string): StatementFact | undefined {
  if (message === undefined) return undefined;
  return { kind: "correction", text, language: "", cue: "", confidence: 0, pointer: message.pointer };
}
