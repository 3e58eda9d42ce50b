/** The door of the session room: the Session model, its readers, and what can be known without a model. */
export { type CheckPathsOptions, checkPaths, checkTranscript, type FileCheck } from "./check-transcript.ts";
export * from "./condense/index.ts";
export * from "./facts/index.ts";
export { digestMessage, finishText, TEXT_LIMIT, TOOL_TEXT_LIMIT } from "./finish-message.ts";
export { type LoadOptions, loadSessions } from "./load-sessions.ts";
export { messageText } from "./message-text.ts";
export * from "./model.ts";
export { readTranscriptDocument } from "./read-document.ts";
export { type ReadOptions, readTranscript } from "./read-transcript.ts";
export type * from "./reader.ts";
export { transcriptFormats } from "./readers/index.ts";
export * from "./saved-session.ts";
export type { TranscriptVisitor } from "./session-emitter.ts";
export type { TranscriptDiagnostic, TranscriptKind, TranscriptReport } from "./transcript-report.ts";
export { isPersonTurn, turnsOf } from "./turns.ts";
