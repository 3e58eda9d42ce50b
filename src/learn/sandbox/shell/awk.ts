/** `awk` with programs that print to the output and nowhere else. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { type OptionTable, readOptions } from "./options.ts";
import { excerpt } from "./words.ts";

const OPTIONS: OptionTable = { values: { F: "text", v: "text" }, long: { "field-separator": "text", assign: "text" } };

export const awkRule: ProgramRule = (call) => {
  const { operands } = readOptions(call.program, call.args, OPTIONS);
  const [script, ...files] = operands;
  if (script === undefined || script.pattern || !isPrintingProgram(script.value)) {
    throw refuse(
      "SHELL_SCRIPT",
      `The program ${excerpt(script?.value ?? "")} of \`awk\` could do more than print: run a command, or open another file.`,
      "Use patterns and `print` without `system`, `getline`, pipes, ARGV, ENVIRON, `@`, and without `>` behind a `print`; pipe the output into `sort` or `head` in the shell.",
    );
  }
  for (const file of files) if (file.value !== "-") call.read(file);
  return undefined;
};

/** Judged by its words, whatever they stand in: a pattern that only mentions one of them is refused too. */
const REACHING_OUT =
  /system|getline|fflush|close\s*\(|ENVIRON|ARGV|ARGC|ARGIND|PROCINFO|SYMTAB|FUNCTAB|@|\/inet|extension|\bload\b|include|`/;

export function isPrintingProgram(program: string): boolean {
  if (REACHING_OUT.test(program) || /[\u0000-\u0008\u000b-\u001f]/.test(program)) return false;
  if (program.replaceAll("||", "").includes("|")) return false;
  return !/print[\s\S]*>/.test(program);
}
