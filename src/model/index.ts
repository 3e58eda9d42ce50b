/** The door of the model room: language models behind one port. Heavy parts are loaded on first use. */
export {
  addUsage,
  type LanguageModel,
  type ModelFinish,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelRetry,
  type ModelStreamEvent,
  type ModelToolCall,
  type ModelToolDefinition,
  type ModelToolResult,
  type ModelUsage,
  NO_USAGE,
} from "./model.ts";
export { type ModelErrorCode, type ModelErrorDetails, modelError, retryAfterOf } from "./model-error.ts";
export type { ModelTool, ModelToolOutput } from "./tool.ts";
