/**
 * What a language has to provide so that statements made in it are found: one data file, listed in `cue-tables.ts`.
 * See docs/languages.md for how to write and test one.
 *
 * All patterns are case-sensitive and tried on one sentence at a time: in lower case, without openers ("ok,"), with quoted
 * text and inline code replaced by `¤`, and with straight quotes. They must be linear: no nested repetition.
 */
import type { StatementKind } from "../model.ts";

export interface Cue {
  /** Stable, `<language>.<what>`. */
  id: string;
  kind: StatementKind;
  pattern: RegExp;
  /** Must match too. A cheap `pattern` before a large `also` spares most sentences, and start-up, the large one. */
  also?: RegExp;
  /** Must not match. Tested last, so that many cues may share one large guard. */
  unless?: RegExp;
  /** 0..1: how sure this wording is meant to last. */
  confidence: number;
  /** Says itself that it lasts ("from now on"): counts in long task descriptions and beside one-off words too. */
  durable?: true;
  /** `agent`: only where the agent has said or done something before; `action`: only where it has used a tool. */
  after?: "agent" | "action";
  /** Reads as a constraint of a request in the same message ("Write a poem. Don't rhyme."), and then does not count. */
  constraint?: true;
  /** The cue alone says nothing: the rule is in the sentence after ("No.") or before ("Remember that."). */
  bare?: "next" | "previous";
  /** May stand in a question: "can you …, please?" */
  asked?: true;
}

export interface CueTable {
  /** BCP 47 primary subtag. */
  language: string;
  /** Cheap test on the whole message: false means that no cue of this table can match. */
  hint: RegExp;
  /** Global: occurrences say how much a text looks like this language, against other tables of the same script. */
  markers: RegExp;
  script: "latin" | "han" | "kana" | "hangul" | "cyrillic";
  cues: readonly Cue[];
  /** Sentences that look like a cue and are none. */
  nearMisses: readonly RegExp[];
  /** Words that bind a sentence to this moment ("for now"): it then counts only with a durable cue. */
  oneOff: RegExp;
  question: RegExp;
  /** Sentence that asks for a piece of work; later constraints in the same message belong to it. */
  taskRequest: RegExp;
  /** Sentence that only makes sense with the one before ("Do it like that every time."). */
  anaphora: RegExp;
  /** A sentence that tells what to do, for the neighbour of a bare cue. */
  directive: RegExp;
  /** Words at the beginning of a sentence that carry nothing: "ok, ". */
  opener: RegExp;
  /** Whole messages that are a role prompt or a text to work on (translate, proofread, …): nothing in them counts. */
  foreignText: RegExp;
  /** Introduces a list of rules: "Rules for this repo:". Each item below then counts. */
  listHeader: RegExp;
}
