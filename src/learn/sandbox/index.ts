/** The sandbox of the review agent: tools on an overlay, a shell that only reads, and the check of what came out. */
export type * from "./model.ts";
