/** The bank room: the one writer of skills, their history and their evidence. */
export { openStore, type Store, type StoreOptions } from "../store/index.ts";
export * from "./model.ts";
export { type BankOptions, openBank } from "./open-bank.ts";
export { hasMarker } from "./ownership.ts";
export * from "./skills/index.ts";
export { SKILL_BOUNDS } from "./snapshot.ts";
