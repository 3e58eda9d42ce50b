/** What happens while the agent works, in order. */
import type { Refusal } from "./tools/tool-set.ts";

export type AgentEvent =
  /** A piece of the model's text, as it comes. */
  | { type: "text"; delta: string }
  /** One whole message of the model. */
  | { type: "assistant"; text: string; toolCalls: AgentToolCall[] }
  /** A call is about to be checked and run. */
  | ({ type: "tool_call" } & AgentToolCall)
  /** A call has ended; every `tool_call` has one. */
  | AgentToolResult
  /** The call was not allowed. Its `tool_result` follows. */
  | ({ type: "refusal"; id: string } & Refusal)
  /** Older messages became one condensed record, so that the conversation fits the model. Tokens are estimated. */
  | {
      type: "condensed";
      why: "near_limit" | "refused_as_too_long";
      messages: number;
      tokensBefore: number;
      tokensAfter: number;
    }
  /** Something that the person should know. */
  | { type: "notice"; text: string };

export interface AgentToolCall {
  id: string;
  name: string;
  /** Redacted. */
  input: unknown;
}

export interface AgentToolResult {
  type: "tool_result";
  id: string;
  name: string;
  /** `cancelled`: refused, or interrupted by the person. */
  status: "ok" | "error" | "cancelled";
  exitCode?: number;
  output: string;
  /** Real path of the file that was read or written. */
  path?: string;
}
