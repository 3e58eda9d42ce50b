/** `evolve`: one skill from many sessions. */
export { type EvolvedEdit, type EvolveReport, evolve, evolveInput } from "./evolve.ts";
export type { SkippedSession } from "./find-sessions.ts";
export { EVOLVE_JOB_KIND } from "./kept-analyses.ts";
