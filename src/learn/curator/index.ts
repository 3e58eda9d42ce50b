/** The curator: what becomes stale, what goes to the archive, which skills could be one. */
export { type AppliedStage, applyStages, type CuratorWriter } from "./apply.ts";
export { decideStage } from "./decide-stage.ts";
export { findFamilies, type MergeProposal } from "./families.ts";
export * from "./model.ts";
export { type CurationPlan, planCuration } from "./plan.ts";
export { activityOf, type BankView, openCuratorReader } from "./reader.ts";
