/** The sandbox of the review agent: tools on an overlay, a shell that only reads, and the check of what came out. */
export { createSandbox } from "./create-sandbox.ts";
export type * from "./model.ts";
export { isProtected } from "./protected-paths.ts";
export { findBubblewrap } from "./shell/bubblewrap.ts";
export type { AllowedCommand, CommandVerdict, RefusedCommand } from "./shell/model.ts";
export { isReadOnlyCommand } from "./shell/policy.ts";
export { validateChanges } from "./validate-changes.ts";
