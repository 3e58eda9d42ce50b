/** The rule of a program that the table of simple programs describes. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { type GivenOption, kindOf, readOptions } from "./options.ts";
import type { SimpleProgram } from "./simple-programs.ts";
import { type Argument, excerpt } from "./words.ts";

export function simpleRule(program: string, spec: SimpleProgram): ProgramRule {
  return (call) => {
    const { options, operands } = readOptions(program, call.args, spec);
    for (const option of options) {
      if (kindOf(spec, option) === "path" && option.value !== undefined) call.read(option.value);
    }
    checkCount(program, operands, spec.most);
    const has = (names: readonly string[] | undefined): boolean => names?.some((name) => given(options, name)) === true;
    const recursive = spec.always === "recursive" || has(spec.recursive);
    const files = spec.operands === "pattern" && !has(spec.patternOptions) ? operands.slice(1) : operands;
    if (spec.operands === "text") return undefined;
    if (spec.operands === "names") {
      for (const operand of files) call.path(operand);
      return undefined;
    }
    for (const file of files) if (file.value !== "-") call.read(file, recursive);
    if (files.length === 0 && recursive) call.readHere();
    return undefined;
  };
}

function checkCount(program: string, operands: readonly Argument[], most = Number.POSITIVE_INFINITY): void {
  if (operands.length <= most) return;
  throw refuse(
    "SHELL_OPERAND",
    `\`${program}\` takes at most ${most} operand${most === 1 ? "" : "s"} here; ${excerpt(operands[most]?.value ?? "")} is one too many.`,
    program === "uniq" ? "Let it print; its second operand would be a file that it writes." : "Leave the rest out.",
  );
}

function given(options: readonly GivenOption[], name: string): boolean {
  return options.some((option) => option.name === name);
}
