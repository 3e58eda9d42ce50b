/** All languages that statements are found in. A new language is one file, and one line here. */
import { chinese } from "./chinese.ts";
import type { CueTable } from "./cue-table.ts";
import { english } from "./english.ts";

export const cueTables: readonly CueTable[] = [chinese, english];
