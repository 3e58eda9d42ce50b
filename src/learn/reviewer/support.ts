/**
 * Whether a rule may be kept, and on what it rests: decided in code from the messages that it cites (design §4.3).
 *
 * Contract:
 * - `user_said`: a cited message of a person carries the rule's substance, as something that is to last.
 * - `outcome_seen`: a cited call failed and then worked after something changed, or a check passed, and the rule speaks of
 *   what made it so.
 * - Everything else is refused with a code. What tools printed and what the model said by itself supports nothing.
 * - Same rule, citations and session: same decision. No model is asked.
 */
import type { StatementFact, ToolCallFact } from "../../session/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import type { Evidence } from "../distil/evidence.ts";
import { wasTakenBack } from "../distil/taken-back.ts";
import { terms } from "../similarity.ts";
import type { PersonMessage, SessionGrounds } from "./grounds.ts";
import { findInProse, type NeverKeepCode } from "./never-keep.ts";
import { addressesIn, codeIn, groundOf, proseOf, type SpanGround, saysLiterally } from "./spans.ts";
import { carries } from "./substance.ts";

export type RuleRefusalCode =
  | NeverKeepCode
  /** No citation, or of messages that are not in the session. */
  | "no_citation"
  /** The cited messages do not say or show it. */
  | "no_support"
  /** What is cited went wrong once and healed by itself, or was refused, cut off or out of reach. */
  | "healed_transient"
  /** It gives a command as the way that only ever failed. */
  | "dead_end"
  /** It names a command, file, address or option that neither a person named nor the session used. */
  | "unseen_reference"
  /** It says more than the session does. */
  | "beyond_evidence"
  /** A person asked for it once, as work to be done. */
  | "task_of_the_moment"
  /** The person said the opposite. */
  | "contradicts_person"
  /** The person said it, and took it back later. */
  | "taken_back";

export interface RuleClaim {
  section: string;
  text: string;
}

export type SupportDecision =
  | { supported: true; evidence: RuleEvidence[] }
  | { supported: false; code: RuleRefusalCode; message: string };

/** Ids of the messages that a rule cites. */
export type CitedMessages = readonly string[];

export function decideSupport(
  rule: RuleClaim,
  cited: CitedMessages,
  grounds: SessionGrounds,
  evidence: Evidence,
): SupportDecision {
  const spans = codeIn(rule.text).map((text) => groundOf(text, grounds));
  const prose = proseOf(rule.text);
  const never = findInProse(prose);
  const refuse = (code: RuleRefusalCode, message: string): SupportDecision => ({ supported: false, code, message });
  const oneOff = never.find(({ code }) => code === "one_off");
  if (oneOff !== undefined)
    return refuse("one_off", `It tells of one occasion ("${oneOff.found}"), not of a kind of work.`);
  if (cited.length === 0) return refuse("no_citation", "It cites no message.");

  const said = saidBy(rule, cited, grounds);
  if (said.carried !== undefined) {
    const { message, statement, text } = said.carried;
    if (statement !== undefined && wasTakenBack(statement, grounds.facts)) {
      return refuse("taken_back", "The person took it back later in the session.");
    }
    const claim = statement === undefined ? never.find(({ code }) => code !== "one_off") : undefined;
    if (claim !== undefined) return refuse(claim.code, neverMessage(claim.code, claim.found));
    const stranger = unseen(rule, spans, grounds, statement === undefined);
    if (stranger !== undefined) return stranger;
    return { supported: true, evidence: [evidence.said({ pointer: message.pointer, text: statement?.text ?? text })] };
  }

  const stranger = unseen(rule, spans, grounds, true);
  if (stranger !== undefined) return stranger;
  const seen = outcomeOf(rule, spans, cited, grounds);
  if (seen.calls !== undefined) {
    const claim = never.find(({ code }) => code !== "one_off");
    if (claim !== undefined && !seen.recovered) return refuse(claim.code, neverMessage(claim.code, claim.found));
    const beyond = unsaidTerms(prose, grounds);
    if (beyond.length > 0) {
      return refuse("beyond_evidence", `Nobody in the session spoke of: ${beyond.slice(0, 5).join(", ")}.`);
    }
    return { supported: true, evidence: seen.calls.map((call) => evidence.seen(call)) };
  }
  const claim = never.find(({ code }) => code !== "one_off");
  if (claim !== undefined) return refuse(claim.code, neverMessage(claim.code, claim.found));
  if (said.why !== undefined) return refuse(said.why.code, said.why.message);
  return refuse(seen.code, seen.message);
}

function neverMessage(code: NeverKeepCode, found: string): string {
  if (code === "negative_claim") {
    return `It says that something does not work ("${found}") and not what does: that holds until it is repaired.`;
  }
  return "It is about trouble of one machine or one moment, without what was seen to fix it.";
}

interface SaidBy {
  carried?: { message: PersonMessage; text: string; statement?: StatementFact };
  why?: { code: RuleRefusalCode; message: string };
}

function saidBy(rule: RuleClaim, cited: CitedMessages, grounds: SessionGrounds): SaidBy {
  let why: SaidBy["why"];
  for (const id of cited) {
    const message = grounds.saidIn.get(id);
    if (message === undefined) continue;
    const found = carries(message, rule.text);
    if (found.kind === "carried") {
      const { text, statement } = found;
      return { carried: { message, text, ...(statement === undefined ? {} : { statement }) } };
    }
    if (found.kind === "opposite") {
      why = { code: "contradicts_person", message: "The person said the opposite in the message that it cites." };
    } else if (found.kind === "task" && why === undefined) {
      why = { code: "task_of_the_moment", message: "The person asked for this once, as work to be done." };
    }
  }
  return why === undefined ? {} : { why };
}

/** Code and addresses that nobody named and nothing used, and ways that only ever failed. */
function unseen(
  rule: RuleClaim,
  spans: readonly SpanGround[],
  grounds: SessionGrounds,
  mustHaveWorked: boolean,
): SupportDecision | undefined {
  const stranger = spans.find((span) => span.worked.length + span.failed.length === 0 && !isNamed(span, rule.section));
  if (stranger !== undefined) {
    const message = `It names \`${stranger.text.slice(0, 60)}\`, which no person named and nothing that worked used.`;
    return { supported: false, code: "unseen_reference", message };
  }
  const messages = [...grounds.saidIn.values()];
  // Code is held to what ran or was written already, with whatever it names.
  const address = addressesIn(proseOf(rule.text)).find(
    (found) =>
      !messages.some((message) => saysLiterally(message, found)) &&
      !grounds.written.has(found) &&
      !grounds.names.has(found),
  );
  if (address !== undefined) {
    return {
      supported: false,
      code: "unseen_reference",
      message: `It names ${address.slice(0, 80)}, which no person named.`,
    };
  }
  if (!mustHaveWorked) return undefined;
  const dead = spans.find((span) => span.failed.length > 0);
  const alternative = spans.some(
    (span) => span.worked.length > 0 || (span !== dead && span.known && span.failed.length === 0),
  );
  if (dead === undefined || (rule.section === "Pitfalls" && alternative)) return undefined;
  const message = `It gives \`${dead.text.slice(0, 60)}\` as the way, and that only ever failed.`;
  return { supported: false, code: "dead_end", message };
}

/** An error may only be quoted where it is warned of. */
function isNamed(span: SpanGround, section: string): boolean {
  return span.said || span.known || (span.error && section === "Pitfalls");
}

type OutcomeSeen =
  | { calls: ToolCallFact[]; recovered: boolean }
  | { calls?: undefined; code: RuleRefusalCode; message: string };

function outcomeOf(
  rule: RuleClaim,
  spans: readonly SpanGround[],
  cited: CitedMessages,
  grounds: SessionGrounds,
): OutcomeSeen {
  const { facts } = grounds;
  const calls = cited.flatMap((id) => grounds.callsIn.get(id) ?? []);
  const ran = new Set(spans.flatMap((span) => span.worked.map((call) => call.index)));
  const named = spans.map((span) => span.text.replace(/^\.\//, ""));
  let transient = false;
  for (const call of calls) {
    for (const recovery of facts.recoveries) {
      const of = [recovery.failed, recovery.succeeded, ...recovery.between, ...recovery.earlier];
      if (!of.includes(call.index)) continue;
      const failed = facts.toolCalls[recovery.failed];
      const worked = facts.toolCalls[recovery.succeeded];
      if (failed === undefined || worked === undefined) continue;
      if (!recovery.commandChanged && recovery.between.length === 0) {
        transient = true;
        continue;
      }
      const made = [recovery.succeeded, ...recovery.between];
      const fix = made.find((index) => ran.has(index) || writes(facts.toolCalls[index], named));
      if (fix === undefined) continue;
      const fixing = facts.toolCalls[fix];
      return { calls: unique([failed, ...(fixing === undefined ? [] : [fixing]), worked]), recovered: true };
    }
    const check = facts.checks.find((fact) => fact.toolCall === call.index && fact.passed);
    if (check !== undefined && ran.has(call.index)) return { calls: [call], recovered: false };
    if (isProvenStep(rule, call, ran, grounds)) {
      const proof = laterProof(call, grounds);
      return { calls: unique([call, ...(proof === undefined ? [] : [proof])]), recovered: false };
    }
    if (call.failureCause !== undefined && call.failureCause !== "ordinary") transient = true;
    if (call.status === "error" && workedLater(call, facts.toolCalls)) transient = true;
  }
  if (transient) {
    const message =
      "What it cites went away by itself, or was refused, cut off or out of reach: nothing was learned from it.";
    return { code: "healed_transient", message };
  }
  return { code: "no_support", message: "Nothing that it cites says it or shows that it holds." };
}

function workedLater(failed: ToolCallFact, calls: readonly ToolCallFact[]): boolean {
  if (failed.command === undefined) return false;
  return calls.some((call) => call.index > failed.index && call.command === failed.command && call.status === "ok");
}

function writes(call: ToolCallFact | undefined, named: readonly string[]): boolean {
  const ends = (path: string, name: string) => name.length > 2 && (path === name || path.endsWith(`/${name}`));
  return call?.paths?.some((path) => named.some((name) => ends(path, name))) ?? false;
}

/** A step of work that ended well: it ran, and a check after it passed or the session is known to have succeeded. */
function isProvenStep(rule: RuleClaim, call: ToolCallFact, ran: ReadonlySet<number>, grounds: SessionGrounds): boolean {
  if (!["Steps", "Verify", "Examples"].includes(rule.section) || !ran.has(call.index)) return false;
  return laterProof(call, grounds) !== undefined || grounds.facts.outcome.status === "success";
}

function laterProof(call: ToolCallFact, { facts }: SessionGrounds): ToolCallFact | undefined {
  const check = facts.checks.find((fact) => fact.passed && fact.toolCall >= call.index);
  return check === undefined ? undefined : facts.toolCalls[check.toolCall];
}

function unique(calls: ToolCallFact[]): ToolCallFact[] {
  return [...new Map(calls.map((call) => [call.index, call])).values()];
}

const MIN_UNSAID = 6;
const MAX_UNSAID_SHARE = 0.6;

/** Words of the prose that neither persons nor the model used, when they are most of it. */
export function unsaidTerms(prose: string, grounds: SessionGrounds): string[] {
  const all = [...new Set(terms(prose))];
  const unsaid = all.filter((term) => !grounds.vocabulary.has(term));
  return unsaid.length >= MIN_UNSAID && unsaid.length > MAX_UNSAID_SHARE * all.length ? unsaid : [];
}
