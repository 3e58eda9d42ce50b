/** What the SDK takes, gives and tells. */
import type { ErrorJson } from "../base/index.ts";
import type { RewriteMode, RewrittenQuery } from "../learn/index.ts";
import type { LanguageModel } from "../model/index.ts";
import type {
  ExtractionReport,
  FoundSkill,
  OperationContextOptions,
  ProgressEvent,
  Proposal,
  PublishedProposal,
  ReviewRun,
  SessionOutcome,
} from "../operations/index.ts";
import type { ToolStatus } from "../session/index.ts";

export interface AutoSkillOptions
  extends Pick<OperationContextOptions, "home" | "userHome" | "environment" | "clock" | "signal"> {
  /** Root of the project that is learned into; its skills come before the person's. Default: the person's own bank alone. */
  project?: string;
  /** Whose bank it is, where one home serves several people: a name of letters, digits, `.`, `_`, `-`. Default: the login. */
  user?: string;
  /** Default: as settings and environment say; without any, everything works but what needs a model. */
  model?: LanguageModel | "none";
  /** `auto`: what is learned is published at once. Default: as the person's policy says, which is `ask` unless set. */
  approval?: "auto";
  /** Tokens of `renderContext`. Default 4,000. */
  contextTokens?: number;
}

/** A message as chat APIs have it. Content parts of other types than `text` are left out. */
export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content?: string | null | readonly { type: string; text?: string }[];
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[] | null;
  tool_call_id?: string;
}

/** What happened, where there are no messages: a behaviour or event trace. */
export type TraceEvent =
  | { type: "user" | "assistant" | "system"; text: string }
  | { type: "tool_call"; id: string; name: string; input: unknown }
  /** `status` is never guessed: default `unknown`, or by `exitCode`. */
  | { type: "tool_result"; id: string; name: string; status?: ToolStatus; exitCode?: number; output: string };

export interface IngestOptions {
  /** The same id with more messages is the same session grown. Default: a digest of how the conversation begins. */
  sessionId?: string;
}

export interface Ingested {
  sessionId: string;
  /** Where the redacted session lies; evidence points into it. */
  path: string;
  /** Messages that were not there before. */
  added: number;
  /** What the gate decided, and what became of what was learned without a model. */
  outcome?: SessionOutcome;
  proposals: Proposal[];
  published: PublishedProposal[];
}

export interface SearchOptions {
  /** Oldest first; lets a turn such as "shorter please" be understood. Default none. */
  history?: readonly { role: "user" | "assistant"; text: string }[];
  /** Default: `rewrite.mode` of the settings. */
  rewrite?: RewriteMode;
  /** Most skills. Default 5. */
  topK?: number;
  /** Relevance from 0 to 1 under which nothing is given. Default: that of search. */
  minScore?: number;
}

export interface SearchResult extends RewrittenQuery {
  skills: FoundSkill[];
  /** The best that was not good enough, where nothing fits. */
  nearest?: { name: string; score: number };
}

export interface ContextOptions extends SearchOptions {
  /** Most tokens, estimated. Default: `contextTokens` of `open`. */
  budget?: number;
  /** Recorded with the use of the skills. */
  sessionId?: string;
}

export interface RenderedContext extends RewrittenQuery {
  /** To be put before the model's input; empty where nothing fits. */
  text: string;
  /** Estimate for `text`. */
  tokens: number;
  skills: { name: string; scope: string; score: number; shown: "whole" | "part" | "described" | "left_out" }[];
}

/** What `on` tells, by name. */
export interface AutoSkillEvents {
  /** A session was saved and learned from without a model. */
  ingested: Ingested;
  /** Something waits for approval, or is about to be published. */
  proposed: Proposal;
  published: PublishedProposal;
  /** A model looked at a conversation. */
  extracted: ExtractionReport;
  /** A model looked over a session with tool work. */
  reviewed: ReviewRun;
  /** `search` or `renderContext` answered. */
  retrieved: SearchResult | RenderedContext;
  /** Work in the background failed; what was asked for directly throws instead. */
  failed: { during: "extract" | "review"; sessionId: string; error: ErrorJson };
  progress: ProgressEvent;
}
