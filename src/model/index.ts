/** The door of the model room: language models behind one port. Heavy parts are loaded on first use. */
export { type AgentCliModelSettings, createAgentCliModel } from "./agent-cli/cli-model.ts";
export { CHILD_MARKER } from "./agent-cli/run-program.ts";
export { createApiModel } from "./api/api-model.ts";
export type { ApiModelSettings, ApiProviderName } from "./api/api-settings.ts";
export { type BudgetedModel, type ModelBudget, withBudget } from "./budget.ts";
export {
  chooseModel,
  isModelProvider,
  MODEL_PROVIDERS,
  type ModelCandidate,
  type ModelChoice,
  type ModelSettings,
  type ModelSource,
} from "./choose/choose.ts";
export { contextTokensOf, DEFAULT_CONTEXT_TOKENS } from "./context-window.ts";
export { generateObject, type ObjectReply, type ObjectRequest } from "./generate-object.ts";
export { generateText } from "./generate-text.ts";
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
  type ProviderContent,
  replyMessage,
} from "./model.ts";
export {
  type ModelErrorCode,
  type ModelErrorDetails,
  modelError,
  namedContextTokens,
  retryAfterOf,
} from "./model-error.ts";
export { type ModelCall, type ModelCallOutcome, recordModelCalls } from "./record.ts";
export { type RetryOptions, withRetries } from "./retry.ts";
export type { ModelTool, ModelToolOutput } from "./tool.ts";
export { jsonSchemaOf } from "./tool-input.ts";
export {
  type CondenseRequest,
  runToolLoop,
  type ToolLoopEnd,
  type ToolLoopEvent,
  type ToolLoopRequest,
  type ToolLoopResult,
} from "./tool-loop.ts";
