/**
 * The Session model, version 1: what every transcript format is turned into.
 *
 * Contract:
 * - Text is already redacted (secrets replaced by stable placeholders) and bounded when it stands here.
 * - A *person turn* starts at a message with `origin: "person"` on the main thread of a session that is not itself a
 *   sub-agent. Sidechains, compaction summaries, injected context, task notifications, meta records and tool results
 *   have another origin, whatever role the source gave them.
 * - Byte spans are half-open offsets into the source file, before BOM removal or any other normalisation, so that
 *   evidence can be read again. They are 0-0 only where the source has no stable bytes (a database export).
 */

export const SESSION_MODEL_VERSION = 1;

/** The transcript formats that have a reader, plus two that say why a file has none. */
export const SOURCE_KINDS = [
  "claude-code",
  "codex",
  "qwen-code",
  "gemini-cli",
  "opencode",
  "copilot-cli",
  "cursor",
  "pi",
  "openclaw",
  "kimi-cli",
  "factory-droid",
  "grok-cli",
  "hermes",
  "antigravity",
  "swe-agent",
  "mini-swe-agent",
  "openhands",
  "tau-bench",
  "openai-chat",
  "sharegpt",
  "chatgpt",
  "claude-ai",
  "gemini-apps",
  "open-webui",
  "aider",
  "autoskill",
] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Half-open range of byte offsets `[start, end)` into the source file. */
export interface ByteSpan {
  start: number;
  end: number;
}

export type MessageRole = "user" | "assistant" | "system" | "tool";

/**
 * Who really produced a message.
 * - `person`: a human typed it (or, in a benchmark dialogue, the simulated human).
 * - `model`: the agent's own words and calls.
 * - `tool`: results of tools.
 * - `host`: put there by the agent program: system prompts, environment context, reminders, notifications,
 *   compaction prompts and summaries, slash-command echoes, hook output.
 */
export type MessageOrigin = "person" | "model" | "tool" | "host";

export interface TextPart {
  type: "text";
  text: string;
  /** Characters of the original when the text was cut to its bound; absent when whole. */
  originalLength?: number;
}

/** The model's thinking where the source shows it. Context, never evidence. */
export interface ReasoningPart {
  type: "reasoning";
  text: string;
  originalLength?: number;
}

export interface ToolCallPart {
  type: "tool_call";
  /** The source's id, or one made from position where it has none. Joins call and result. */
  callId: string;
  /** As the source names it: `Bash`, `exec_command`, `write_file`, … */
  name: string;
  /** Arguments as parsed JSON where they parse, else the raw string. */
  input: unknown;
  /** How the call ended, where the call's own record says so (no separate result record). */
  status?: ToolStatus;
}

/** `unknown` when the source does not say; never guessed from prose. */
export type ToolStatus = "ok" | "error" | "cancelled" | "unknown";

export interface ToolResultPart {
  type: "tool_result";
  callId: string;
  status: ToolStatus;
  /** Process exit code where the source records one. A non-zero code always has status `error`. */
  exitCode?: number;
  text: string;
  originalLength?: number;
}

/** An image, document or other file, by reference only: its bytes are never kept. */
export interface MediaPart {
  type: "image" | "file";
  mediaType?: string;
  /** URL, path or file name where the source gives one; never a data URL. */
  reference?: string;
  /** Size of the encoded data in the source, in characters. */
  encodedLength?: number;
}

export type MessagePart = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | MediaPart;

export interface Message {
  /** The source's id, or `<ordinal>` where it has none. Unique inside its session. */
  id: string;
  role: MessageRole;
  origin: MessageOrigin;
  /** ISO 8601 where the source gives a time. */
  at?: string;
  model?: string;
  /** Absent on the main thread; else the id of the sub-agent whose sidechain this message belongs to. */
  thread?: string;
  /** Set on compaction summaries and boundaries. Their origin is `host`. */
  compaction?: true;
  parts: MessagePart[];
  /** Where the record (or records, when one message is written as several lines) lie. Never empty. */
  spans: ByteSpan[];
}

export type OutcomeStatus = "success" | "failure" | "unknown";

export interface Outcome {
  status: OutcomeStatus;
  /** `recorded`: the source itself says so (a reward, an exit status). `observed`: from checks run in the session. */
  basis?: "recorded" | "observed";
  detail?: string;
}

/** Everything about a session but its messages. */
export interface SessionHeader {
  modelVersion: typeof SESSION_MODEL_VERSION;
  id: string;
  source: SourceKind;
  /** Version of the program that wrote it. */
  sourceVersion?: string;
  title?: string;
  /** Absolute project root on the machine where it ran. Never leaves this machine's database. */
  projectRoot?: string;
  startedAt?: string;
  endedAt?: string;
  model?: string;
  /** The language of the conversation as the source names it, e.g. `English`; archives of conversations do. */
  language?: string;
  /** Set when the whole session is a sub-agent's; its turns are never person turns. */
  subAgentOf?: string;
  outcome: Outcome;
}

export interface Session extends SessionHeader {
  messages: Message[];
  /** Sub-agents: inline sidechains and, when loaded from disk, those in their own files. */
  children: Session[];
}

/** A turn: a person's message and everything until the next one. Turn 0 holds what came before the first. */
export interface Turn {
  /** 1-based for turns that a person opened; 0 for the prelude. */
  index: number;
  messages: Message[];
}
