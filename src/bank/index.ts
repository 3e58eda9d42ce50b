export * from "./model.ts";
export { type BankOptions, openBank } from "./open-bank.ts";
export { hasMarker } from "./ownership.ts";
export { SKILL_BOUNDS } from "./snapshot.ts";
