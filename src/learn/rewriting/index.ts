/** Query rewriting: what to search for, given a turn and what was said before it. */
export type { HistoryTurn } from "./by-rules.ts";
export {
  DEFAULT_REWRITE_DEADLINE,
  REWRITE_MODES,
  type RewriteMode,
  type RewriteRequest,
  type RewrittenQuery,
  rewriteQuery,
} from "./rewrite-query.ts";
