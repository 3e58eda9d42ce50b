/** The door of the agent room: a small honest agent with five tools, whose sessions are saved and can go on. */
export {
  APPROVAL_MODES,
  type ApprovalMode,
  type AskPerson,
  type PermissionAnswer,
  type PermissionRequest,
  type RefusalCode,
} from "./approval.ts";
export { type Conversation, type ConversationOptions, createConversation } from "./conversation.ts";
export type { AgentEvent, AgentToolCall, AgentToolResult } from "./events.ts";
export type { ContextWindow } from "./keep-within.ts";
export type { ProjectFolders } from "./project-paths.ts";
export { createRequestLog, type RequestLogOptions } from "./request-log.ts";
export { type AgentLimits, type AgentRun, type RunAgentOptions, runAgent } from "./run-agent.ts";
export {
  createSessionFile,
  findSessionId,
  type NewRecord,
  type NewSession,
  newSessionId,
  type ResumedSession,
  resumeSessionFile,
  type SessionFile,
  type SessionPlace,
} from "./session-file.ts";
export type { Refusal } from "./tools/tool-set.ts";
