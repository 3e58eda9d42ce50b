/** Rules in the words of the person who stated them: trimmed, without what addressed the agent at that moment. */
import type { SessionFacts, StatementFact } from "../../session/index.ts";
import type { Placeholders } from "./placeholders.ts";
import { type RuleTopic, topicOf } from "./topics.ts";

export interface StatedRule {
  text: string;
  topic: RuleTopic;
  statement: StatementFact;
}

const MIN_CONFIDENCE = 0.6;
const MIN_CONFIDENCE_WITHOUT_WORK = 0.8;
const MAX_LENGTH = 320;

/** Words that only made sense at that moment. */
const OPENINGS: RegExp[] = [
  /^(?:no+|nope|stop|wait|actually|ok(?:ay)?|hmm+|well|sorry|hey|hi|also|and|but|so|btw|by the way|again|right|yes|yeah|sure|thanks?(?: you)?|great|good|perfect|nice|fine|oh)\b[\s,.!:;–-]*/i,
  /^(?:please|pls|kindly)[\s,]+/i,
  /^(?:(?:please )?(?:remember|note|keep in mind|bear in mind|don'?t forget|be aware))(?: that| this| to)?[\s:,–-]+/i,
  /^(?:from now on|going forward|in (?:the )?future|for (?:the )?future|from here on(?: out)?|as a (?:general )?rule|in general|next time)[\s,:]+/i,
  /^(?:不对|不是|不要这样|错了|等等|等一下|好的?|另外|还有|嗯|哦|对了|其实)[，,。.!！：:\s]*/,
  /^(?:请|麻烦)?(?:记住|记得|牢记|注意)(?:了|一下|这一点|这点)?[，,。：:\s]*/,
  /^(?:从现在(?:开始|起)|以后|今后|往后|接下来|下次)[，,：:\s]*(?:都|请)?/,
];

/** Play, identity and the present task: said to the agent, but no rule for the work. */
const NO_RULE = [
  /\b(?:act|behave|respond|reply) (?:as|like) (?:a|an|my|if)\b|\bpretend\b|\byou(?:'re| are) (?:now |going to be )?(?:a|an|my)\b|\brole-?play\b|\bimagine you\b/i,
  /扮演|假设你是|你(?:现在)?是(?:一|我)|你将作为|角色/,
  /\b(?:continue|go on|keep going)\b.{0,15}$/i,
];

export function findStatedRules(facts: SessionFacts, placeholders: Placeholders): StatedRule[] {
  const worked = facts.toolCalls.length > 0;
  const least = worked ? MIN_CONFIDENCE : MIN_CONFIDENCE_WITHOUT_WORK;
  const found = new Map<string, StatedRule>();
  for (const statement of facts.statements) {
    if (statement.confidence < least || statement.pointer.origin !== "person") continue;
    const text = ruleText(statement.text, placeholders);
    if (text !== undefined && !found.has(text.toLowerCase())) {
      found.set(text.toLowerCase(), { text, topic: topicOf(text), statement });
    }
  }
  return [...found.values()];
}

/** The rule in a statement, or nothing when what is left of it says no rule. */
export function ruleText(statement: string, placeholders: Placeholders): string | undefined {
  if (NO_RULE.some((pattern) => pattern.test(statement))) return undefined;
  let text = statement
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[-*•>#]+\s*/, "");
  for (let before = ""; before !== text; ) {
    before = text;
    for (const opening of OPENINGS) {
      const rest = text.replace(opening, "").trim();
      if (rest !== "") text = rest;
    }
  }
  text = placeholders
    .prose(text)
    .replace(/^["“'「]+|["”'」]+$/g, "")
    .trim();
  if (text.length > MAX_LENGTH || !saysSomething(text)) return undefined;
  const upper =
    /^[a-z]/.test(text) && !/^[\w-]*[._/(]/.test(text.split(" ")[0] ?? "")
      ? text[0]?.toUpperCase() + text.slice(1)
      : text;
  return /[.!?。！？…:：)`]$/.test(upper)
    ? upper
    : `${upper}${/[\u3040-\u30ff\u3400-\u9fff]$/.test(upper) ? "。" : "."}`;
}

/** At least three words, or six letters of a script that writes words without spaces. */
function saysSomething(text: string): boolean {
  const ideographs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return ideographs >= 4 || text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3;
}
