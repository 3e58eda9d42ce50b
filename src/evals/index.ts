/** The evaluations behind `autoskill eval`. */
export { evaluatePatches, type PatchesFailure, type PatchesOptions, type PatchesReport } from "./patches.ts";
