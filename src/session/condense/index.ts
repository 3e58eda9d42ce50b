/** A session cut down to a token budget, and the way back to what was cut. */
export type * from "./model.ts";
