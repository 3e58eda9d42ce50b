/** A session cut down to a token budget, and the way back to what was cut. */
export { estimateTokens } from "../../base/index.ts";
export { condenseSession, DEFAULT_MAX_TOKENS, LEAST_MAX_TOKENS } from "./condense.ts";
export { messageReading, type TranscriptMessagesOptions, transcriptMessages } from "./conversation.ts";
export type * from "./model.ts";
export {
  createTurnReader,
  type TurnPage,
  type TurnPageOptions,
  type TurnProblem,
  type TurnReader,
} from "./turn-reader.ts";
