/** `xargs` in front of programs that cannot do more than read, whatever they are given. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { type OptionTable, readOptions } from "./options.ts";
import { type Argument, excerpt } from "./words.ts";

/** Programs that no option makes write, run or connect: safe with operands that another command finds. */
const SAFE_FOR_XARGS = new Set([
  "cat",
  "head",
  "tail",
  "wc",
  "ls",
  "stat",
  "grep",
  "egrep",
  "fgrep",
  "basename",
  "dirname",
  "md5sum",
  "sha256sum",
  "echo",
]);

const XARGS: OptionTable = {
  flags: "0rtx",
  values: { n: "text", L: "text", d: "text", I: "text", s: "text" },
  long: {
    null: null,
    "no-run-if-empty": null,
    "max-args": "text",
    "max-lines": "text",
    delimiter: "text",
    verbose: null,
  },
};

/** @param ruleOf gives the rule of the program behind `xargs` */
export const xargsRule =
  (ruleOf: (name: string) => ProgramRule | undefined): ProgramRule =>
  (call) => {
    const at = xargsCommandAt(call.args);
    readOptions("xargs", call.args.slice(0, at), XARGS);
    const [name, ...args] = call.args.slice(at);
    call.computed();
    if (name === undefined) return undefined;
    if (name.pattern || !SAFE_FOR_XARGS.has(name.value)) {
      throw refuse(
        "SHELL_XARGS",
        `\`xargs\` would hand names to ${excerpt(name.value)}, which could take one of them for an option that does more than read.`,
        `Behind \`xargs\` use one of ${[...SAFE_FOR_XARGS].join(", ")}, or name the files.`,
      );
    }
    ruleOf(name.value)?.({ ...call, program: name.value, args });
    return undefined;
  };

function xargsCommandAt(args: readonly Argument[]): number {
  let at = 0;
  while (at < args.length && args[at]?.value.startsWith("-") === true) {
    const value = args[at]?.value ?? "";
    const takesNext = /^-[0rtx]*[nLdIs]$/.test(value) || /^--(?:max-args|max-lines|delimiter)$/.test(value);
    at += takesNext ? 2 : 1;
    if (value === "--") break;
  }
  return at;
}
