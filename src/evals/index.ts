/** The evaluations behind `autoskill eval`. */
export {
  evaluateMerge,
  type MergeFigures,
  type MergeLabel,
  type MergePair,
  type MergeReport,
  mergeFigures,
  readMergePairs,
  withBodies,
} from "./merge.ts";
export { evaluatePatches, type PatchesFailure, type PatchesOptions, type PatchesReport } from "./patches.ts";
export type { RankedOutcome, RankingFigures } from "./ranking-figures.ts";
export { reciprocalRank } from "./ranking-figures.ts";
export {
  type AskEngine,
  type RankedAnswer,
  type RetrievalMiss,
  type RetrievalOptions,
  type RetrievalQuery,
  type RetrievalReport,
  type RetrievalRun,
  readRetrievalQueries,
  runRetrieval,
} from "./retrieval.ts";
export { readSkillSet } from "./skill-set.ts";
export {
  evaluateTriggers,
  readTriggerCases,
  type TriggerCase,
  type TriggerFigures,
  type TriggerMiss,
  type TriggerOptions,
  type TriggerReport,
} from "./triggers.ts";
export { type TuneFigures, type TuneOptions, type TuneReport, tuneTriggers } from "./tune-triggers.ts";
