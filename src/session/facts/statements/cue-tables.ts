/** All languages that statements are found in. A new language is one file, and one line here. */
import { chinese } from "./chinese.ts";
import type { CueTable } from "./cue-table.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { japanese } from "./japanese.ts";
import { korean } from "./korean.ts";
import { portuguese } from "./portuguese.ts";
import { russian } from "./russian.ts";
import { spanish } from "./spanish.ts";

export const cueTables: readonly CueTable[] = [
  english,
  chinese,
  japanese,
  korean,
  spanish,
  portuguese,
  german,
  french,
  russian,
];
