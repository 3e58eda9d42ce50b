/** What can be known about a session without a model. */
export { OWN_RUN_MARKER } from "../../base/index.ts";
export { collectFacts, createFactCollector, FACT_LIMITS, type FactCollector } from "./collector.ts";
export type * from "./model.ts";
export { analyseShell, type ShellAnalysis } from "./shell/analyse.ts";
export { type CheckKind, checkKindOf } from "./shell/checks.ts";
export { isSkillPath } from "./skill-paths.ts";
export { cueTables } from "./statements/cue-tables.ts";
export { type FoundStatement, findStatements, type StatementContext } from "./statements/find-statements.ts";
export { capabilityOfName } from "./tool-names.ts";
