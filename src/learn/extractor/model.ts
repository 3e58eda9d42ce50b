/** What extraction is to its callers: input, options, and what came out of it. */
import type { LanguageModel, ModelUsage } from "../../model/index.ts";
import type { Conversation } from "../../session/index.ts";
import type { Candidate, CandidateRule } from "../candidate.ts";
import type { RuleRefusal } from "../reviewer/model.ts";

export const DEFAULT_WINDOW_TURNS = 6;
/** Skills of one extraction. */
export const MAX_EXTRACTED = 3;

export interface ExtractRequest {
  model: LanguageModel;
  session: Conversation & { sourcePath: string };
  /** Turns of the person, from the end, that are looked at. Default 6. */
  windowTurns?: number;
  /** The person asks for it, and says what to look for. */
  hint?: string;
  /** Skills that are there, nearest first; the model is told their names. */
  known?: readonly { name: string; description: string }[];
  /** True for a digest of `rejectionDigests` that a person turned down. Default: nothing was. */
  isRejected?: (digest: string) => boolean | Promise<boolean>;
  /** For the whole call, in milliseconds. Default: that of the model. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Default: the current time. */
  now?: Date;
}

/** A rule that waits for a second session: said once, and not as something that lasts. */
export interface DraftedRule {
  slug: string;
  title: string;
  rule: CandidateRule;
}

export interface Extraction {
  /** `skipped`: a sub-agent's session, one of our own, or one in which no person said anything; the model is not asked. */
  outcome: "skipped" | "nothing_to_save" | "proposed" | "drafted" | "refused";
  candidates: Candidate[];
  drafts: DraftedRule[];
  /** What the model gave that is neither, with the reason. */
  problems: RuleRefusal[];
  usage: ModelUsage;
  promptVersion: number;
  window: { turns: number; tokens: number };
}
