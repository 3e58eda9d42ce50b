/**
 * Programs that only read. A program or an option that is not here is refused: add one only after reading in its manual what
 * else it can do (write a file, run a program, open a connection).
 */
import { awkRule } from "./awk.ts";
import { findRule } from "./find.ts";
import { gitRule } from "./git.ts";
import { jqRule } from "./jq.ts";
import type { ProgramRule } from "./model.ts";
import { sedRule } from "./sed.ts";
import { SIMPLE_PROGRAMS } from "./simple-programs.ts";
import { simpleRule } from "./simple-rule.ts";
import { dateRule, echoRule, printfRule, testRule, versionRule } from "./small-rules.ts";
import { xargsRule } from "./xargs.ts";

export const PROGRAMS: ReadonlyMap<string, ProgramRule> = new Map<string, ProgramRule>([
  ...Object.entries(SIMPLE_PROGRAMS).map(([name, spec]) => [name, simpleRule(name, spec)] as const),
  ["date", dateRule],
  ["echo", echoRule],
  ["printf", printfRule],
  ["test", testRule],
  ["[", testRule],
  ["xargs", xargsRule((name) => PROGRAMS.get(name))],
  ["find", findRule],
  ["sed", sedRule],
  ["awk", awkRule],
  ["gawk", awkRule],
  ["mawk", awkRule],
  ["jq", jqRule],
  ["git", gitRule],
  ...["node", "python", "python3", "ruby", "gcc", "rustc"].map((name) => [name, versionRule] as const),
]);
