/** The extractor: one structured answer over the recent turns of a conversation, checked in code. */
export { type SettledDrafts, settleDrafts, type WaitingDraft } from "./drafts.ts";
export { DEFAULT_EXTRACT_EVERY, EXTRACT_MODES, type ExtractDue, type ExtractMode, isExtractDue } from "./due.ts";
export { EXTRACT_PURPOSE, extract } from "./extract.ts";
export {
  DEFAULT_WINDOW_TURNS,
  type DraftedRule,
  type Extraction,
  type ExtractRequest,
  MAX_EXTRACTED,
} from "./model.ts";
