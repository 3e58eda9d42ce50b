/** Rules of programs that need a word more than the table of simple programs can say. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { readOptions } from "./options.ts";
import type { SimpleProgram } from "./simple-programs.ts";
import { simpleRule } from "./simple-rule.ts";
import { excerpt } from "./words.ts";

const DATE: SimpleProgram = {
  operands: "text",
  flags: "uR",
  values: { d: "text", I: "maybe" },
  long: { utc: null, date: "text", "iso-8601": "maybe", "rfc-3339": "text" },
};

/** `date` with an operand that is no `+format` would set the clock. */
export const dateRule: ProgramRule = (call) => {
  const rule = simpleRule("date", DATE);
  const { operands } = readOptions("date", call.args, DATE);
  const bad = operands.find((operand) => !operand.value.startsWith("+"));
  if (bad !== undefined) throw refuse("SHELL_CHANGES", "`date` with an operand sets the clock.", "Write `date +%F`.");
  return rule(call);
};

export const echoRule: ProgramRule = (call) => {
  for (const argument of call.args) if (argument.pattern) call.path(argument);
  return undefined;
};

export const printfRule: ProgramRule = (call) => {
  const format = call.args[0]?.value ?? "";
  if (!format.startsWith("-")) return echoRule(call);
  throw refuse("SHELL_OPTION", "`printf` with an option sets a variable of the shell.", "Begin with the format.");
};

/** Tests that look at files, text and numbers; `-v` and `-o` ask about the shell. */
const TEST_OPERATORS = new Set(
  "-e -f -d -r -w -x -s -L -h -n -z = == != -eq -ne -lt -le -gt -ge -nt -ot -ef ! ( ) -a -o".split(" "),
);

export const testRule: ProgramRule = (call) => {
  const words = call.program === "[" ? call.args.slice(0, -1) : call.args;
  if (call.program === "[" && call.args.at(-1)?.value !== "]") {
    throw refuse("SHELL_SYNTAX", "`[` is not closed by `]`.", "Write `test -f FILE`.");
  }
  words.forEach((word, index) => {
    if (TEST_OPERATORS.has(word.value)) return;
    if (/^-\D/.test(word.value))
      throw refuse("SHELL_OPTION", `${excerpt(word.value)} is no test that is known here.`, "Use `ls`.");
    if (/^-[efdrwxsLh]$|^-(?:nt|ot|ef)$/.test(words[index - 1]?.value ?? "")) call.path(word);
  });
  return undefined;
};

/** Programs whose version may be asked; nothing else of them. */
export const versionRule: ProgramRule = (call) => {
  if (call.args.length === 1 && /^(?:--version|-V|-v)$/.test(call.args[0]?.value ?? "")) return undefined;
  throw refuse(
    "SHELL_RUNS_CODE",
    `\`${call.program}\` runs code; in a review it may only be asked for its \`--version\`.`,
    "Read the file instead. What a run printed stands in the session: fetch it with `read_turn`.",
  );
};
