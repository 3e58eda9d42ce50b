/** Which messages of the session a rule cites: the model's annotations, joined to rules and to messages. */
import type { CondensedSession } from "../../session/index.ts";
import { cleanRuleText, ruleId } from "../../skill/index.ts";
import type { Citation } from "../sandbox/index.ts";
import { sameMeaning, terms } from "../similarity.ts";
import type { CitedMessages } from "./support.ts";

/** Gives the ids of the messages that support a rule with this text, as the model says. */
export type CitationsOf = (ruleText: string) => CitedMessages;

export function citationsOf(citations: readonly Citation[], session: Pick<CondensedSession, "turns">): CitationsOf {
  const messages = messagesById(session);
  return (text) => {
    const cited = citations.filter((citation) => isAbout(citation.rule, text)).flatMap((citation) => citation.turns);
    return [...new Set(cited.flatMap((id) => messages.get(id.trim()) ?? []))];
  };
}

/** `T3` stands for every message of the turn, `T3.2` for one. */
function messagesById({ turns }: Pick<CondensedSession, "turns">): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const turn of turns) {
    found.set(
      turn.id,
      turn.messages.map((message) => message.pointer.messageId),
    );
    for (const message of turn.messages) found.set(message.id, [message.pointer.messageId]);
  }
  return found;
}

const MIN_PART = 8;
const MIN_SHARED = 0.6;

function isAbout(said: string, ruleText: string): boolean {
  const citation = flat(said);
  const rule = flat(ruleText);
  if (citation === "" || rule === "") return false;
  if (citation === rule || ruleId(said) === ruleId(ruleText)) return true;
  if (citation.length >= MIN_PART && rule.includes(citation)) return true;
  if (rule.length >= MIN_PART && citation.includes(rule)) return true;
  if (sameMeaning(said, ruleText)) return true;
  const wanted = [...new Set(terms(citation))];
  const there = new Set(terms(rule));
  return wanted.length >= 3 && wanted.filter((term) => there.has(term)).length >= MIN_SHARED * wanted.length;
}

function flat(text: string): string {
  return cleanRuleText(text)
    .toLowerCase()
    .replace(/[`*_"'.…]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
