/** Rules in the words of the person who stated them: trimmed, without what addressed the agent at that moment. */
import type { SessionFacts, StatementFact } from "../../session/index.ts";
import type { CandidateRule } from "../candidate.ts";
import { sameMeaning } from "../similarity.ts";
import type { Evidence } from "./evidence.ts";
import type { Placeholders } from "./placeholders.ts";
import { withExample } from "./shown-example.ts";
import { wasTakenBack } from "./taken-back.ts";
import { GENERAL_TOPIC, type RuleTopic, topicOf } from "./topics.ts";

export interface StatedRule {
  text: string;
  topic: RuleTopic;
  statement: StatementFact;
  /** Later statements that say the same in other words: more reason to believe the rule. */
  repeated: StatementFact[];
}

const MIN_CONFIDENCE = 0.65;
/** A correction binds the work at hand; only a clear one is taken as a rule for the next time. */
const MIN_CORRECTION = 0.7;
/** Without any work in the session, there is nothing that a rule could be seen to be about. */
const MIN_CONFIDENCE_WITHOUT_WORK = 0.85;
/** What no topic knows has to be said plainly to be kept. */
const MIN_CONFIDENCE_WITHOUT_TOPIC = 0.8;
/** Rules for all work of a kind ("every sheet must …") come from every trade, and the topics are those of software. */
const MIN_STANDING_WITHOUT_TOPIC = 0.7;
/** Characters of a rule. */
export const MAX_RULE_LENGTH = 300;
/** What redaction left: such a rule is about the secret, and nobody could follow it without. */
const NAMES_A_SECRET = /\[redacted:[\w-]+\]/;
/** A first message of this length (characters) describes a task, and its conditions are those of the task. */
const LONG_FIRST_MESSAGE = 180;

/** Words that only made sense at that moment. */
const OPENINGS: RegExp[] = [
  /^(?:no+|nope|stop|wait|actually|ok(?:ay)?|hmm+|well|sorry|hey|hi|also|and|but|so|btw|by the way|again|right|yes|yeah|sure|thanks?(?: you)?|great|good|perfect|nice|fine|oh|instead|just)(?=[\s,.!:;–-])[\s,.!:;–-]*/i,
  /^(?:please|pls|kindly)[\s,]+/i,
  /^(?:i(?:'ve| have)? changed my mind|on second thoughts?|never ?mind|i (?:was|am) wrong|i take (?:that|it) back)[\s,.:;–-]+/i,
  /^let'?s (?=\w+ )/i,
  /^(?:(?:please )?(?:remember|note|keep in mind|bear in mind|don'?t forget|be aware))(?: that| this| to)?[\s:,–-]+/i,
  /^(?:from now on(?:wards)?|going forward|moving forward|henceforth|in (?:the )?future|for (?:the )?future|from here on(?: out)?|as a (?:general )?rule|in general|next time)[\s,:]+/i,
  /^(?:不对|不是|不要这样|错了|等等|等一下|好的?|另外|还有|嗯|哦|对了|其实)[，,。.!！：:\s]+/,
  /^(?:请|麻烦)?(?:务必)?(?:记住|记得|牢记|注意)(?:了|一下|这一点|这点)?[，,。：:\s]*/,
  /^(?:从现在(?:开始|起)|以后|今后|往后|接下来|下次)(?:的话)?[，,：:\s]*(?:都|请)?/,
];
const CLOSINGS = /[\s,]+(?:please|thanks?(?: you)?|btw|ok(?:ay)?|from now on|going forward|next time)(?=[.!?]*$)/i;

/** Play, identity, lifting of limits and the present task: said to the agent, but no rule for the work. */
const NO_RULE = [
  /\b(?:act|behave|respond|reply) (?:as|like) (?:a|an|my|if)\b|\bpretend\b|\byou(?:'re| are) (?:now |going to be )?(?:a|an|my)\b|\brole-?play\b|\bimagine you\b|\bjailbr|\bDAN\b|\bunrestricted\b|\brefuse\b/i,
  /扮演|假设你是|你(?:现在)?是(?:一|我)|你将作为|角色|非限制|不受限制|拒绝|伦理|令牌/,
  /\b(?:continue|go on|keep going)\b.{0,15}$/i,
  /^(?:(?:please|no|ok(?:ay)?|actually)[\s,]+)*(?:forget|scratch|disregard|ignore|strike) (?:that|this|it|what|my|the (?:rule|convention))\b/i,
  /\?$|？$/,
];

/** Points at something that only the two of them had before their eyes. */
const POINTS_AT_THE_MOMENT =
  /^(?:do not|don'?t|stop|never) \w+(?: \w+)? (?:the|that|this|these|those|it)\b(?! (?:team|project|repo|code|tests?|docs?|database|main|master|lock))|^(?:that|this|it|its|those|these|there|he|she|they|the (?!team|project|repo|code|tests?|rule|convention|commits?|docs?|database)\w+)\b|^(?:i|my|me)\b(?!'d rather| prefer| want you| like)|\b(?:right now|for now|this time|just now|above|below|line \d+|today|tonight)\b|\b(?:that|it|this|these|those)(?: instead)?[.!]*$|^(?:这|那|它|我)(?!们)|这里|这次|刚才|上面|现在这/i;
/** Names of this code: a correction that needs one is about that code and nothing else. */
const NAMES_THIS_CODE =
  /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b|\w\(\)|#\d+|[$€£]\s?\d/;
const STYLE_NAMES =
  /\b(?:snake_case|camelCase|PascalCase|kebab-case|SCREAMING_SNAKE_CASE|TypeScript|JavaScript|GitHub|GitLab|PostgreSQL|MySQL|macOS|iOS)\b/g;
const COMPARES =
  /\b(?:use|using|prefer|write|call|run|with)\b.{2,80}\b(?:not|instead of|rather than|over|never)\b|(?:用|使用).{1,30}(?:不要|别|而不是|而非|不用)|不要用|别用/i;
/** `day16/summary.md`, `reports/2026-03.csv`: one of many, which the rule only happened to be said of. */
const DATED_FILE = /(?<![\w./-])(?=[\w./-]*\d)[\w-]+(?:\/[\w-]+)+\.\w{1,5}(\.bak)?\b(?!\/)/g;
/** Says something about something: without it, a reminder is only a pointer ("remember the file"). */
const STARTS_WITH_A_THING = /^(?:the|a|an|my|our|your|this|that|these|those|his|her|their|its|@\S+)\s/i;
const PREDICATE =
  /\b(?:is|are|was|were|be|been|must|should|shall|need|needs|have|has|do|does|don'?t|never|always|can|can't|cannot|may|will|won'?t|goes?|lives?|belongs?|uses?|runs?|takes?|requires?|wants?|expects?|stays?|comes?)\b/i;

export function findStatedRules(facts: SessionFacts, placeholders: Placeholders): StatedRule[] {
  const found: (StatedRule & { plain: string })[] = [];
  for (const statement of together(facts.statements)) {
    if (!isWorthKeeping(statement, facts) || wasTakenBack(statement, facts)) continue;
    const text = ruleText(statement.text, placeholders);
    if (text === undefined) continue;
    const topic = topicOf(text);
    if (facts.toolCalls.length === 0 && /:\/\//.test(text)) continue;
    if (topic === GENERAL_TOPIC && !isPlain(statement, facts, text)) continue;
    if (statement.kind === "correction" && !holdsBeyondTheMoment(text)) continue;
    const earlier = found.find((rule) => rule.topic === topic && sameWords(rule.plain, text));
    if (earlier !== undefined) earlier.repeated.push(statement);
    else found.push({ text: withExample(text, statement, placeholders), plain: text, topic, statement, repeated: [] });
  }
  return found.map(({ text, topic, statement, repeated }) => ({ text, topic, statement, repeated }));
}

/** A rule in the person's words, resting on each time that they said it. */
export function statedRule(rule: StatedRule, evidence: Evidence): CandidateRule {
  const said = [rule.statement, ...rule.repeated].map((statement) => evidence.said(statement));
  return { section: "Rules", text: rule.text, evidence: said };
}

function sameWords(left: string, right: string): boolean {
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  return words(left) === words(right) || sameMeaning(left, right);
}

/** "Don't do this. Do that instead." is one rule, though it is two sentences. */
function together(statements: StatementFact[]): StatementFact[] {
  const joined: StatementFact[] = [];
  for (const statement of statements) {
    const last = joined.at(-1);
    const isOther = /\binstead\b|而是|改用|换成/i.test(statement.text);
    if (last?.kind === "correction" && statement.kind === "correction" && isOther && sameMessage(last, statement)) {
      const confidence = Math.max(last.confidence, statement.confidence);
      joined[joined.length - 1] = { ...last, text: `${last.text} ${statement.text}`, confidence };
    } else {
      joined.push(statement);
    }
  }
  return joined;
}

function sameMessage(left: StatementFact, right: StatementFact): boolean {
  return left.pointer.messageId === right.pointer.messageId;
}

function isWorthKeeping(statement: StatementFact, facts: SessionFacts): boolean {
  if (statement.pointer.origin !== "person") return false;
  const worked = facts.toolCalls.length > 0;
  const least = worked
    ? statement.kind === "correction"
      ? MIN_CORRECTION
      : MIN_CONFIDENCE
    : MIN_CONFIDENCE_WITHOUT_WORK;
  if (statement.confidence < least) return false;
  const opening = facts.personWords[0]?.text ?? "";
  const inTaskText = statement.pointer.turn <= 1 && opening.length >= LONG_FIRST_MESSAGE;
  return !inTaskText || (worked && statement.confidence >= 0.9);
}

function isPlain(statement: StatementFact, facts: SessionFacts, text: string): boolean {
  if (COMPARES.test(text)) return true;
  if (facts.toolCalls.length === 0) return false;
  const isStanding = statement.kind === "standing_rule" && holdsBeyondTheMoment(text);
  return statement.confidence >= (isStanding ? MIN_STANDING_WITHOUT_TOPIC : MIN_CONFIDENCE_WITHOUT_TOPIC);
}

/** True for a correction that a person would have to repeat in the next session. */
export function holdsBeyondTheMoment(text: string): boolean {
  return !NAMES_THIS_CODE.test(text.replace(STYLE_NAMES, "")) && !POINTS_AT_THE_MOMENT.test(text);
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
    text = text.replace(CLOSINGS, "").trim();
  }
  text = placeholders
    .prose(text)
    .replace(DATED_FILE, (_, backup: string | undefined) => `<file>${backup ?? ""}`)
    .replace(/^["“'「]+|["”'」]+$/g, "")
    .trim();
  if (text.length > MAX_RULE_LENGTH || NAMES_A_SECRET.test(text) || !saysSomething(text)) return undefined;
  return asSentence(text);
}

/** At least three words, or four letters of a script without spaces; and more than the name of a thing. */
function saysSomething(text: string): boolean {
  const ideographs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  if (ideographs > 0) return ideographs >= 4 && !/^(?:这一?点|这个|那个|这些)[。.]?$/.test(text);
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  return words.length >= 3 && !(STARTS_WITH_A_THING.test(text) && !PREDICATE.test(text));
}

function asSentence(text: string): string {
  const first = text.split(" ")[0] ?? "";
  const isName =
    /[._/(`-]|\d/.test(first) || /^(?:npm|pnpm|yarn|bun|git|npx|pip|uv|cargo|mix|make|docker)$/.test(first);
  const start = /^[a-z]/.test(text) && !isName ? `${text[0]?.toUpperCase()}${text.slice(1)}` : text;
  if (/[.!?。！？…:：)）]$/.test(start)) return start;
  return `${start}${/[\u3040-\u30ff\u3400-\u9fff]/.test(start) ? "。" : "."}`;
}
