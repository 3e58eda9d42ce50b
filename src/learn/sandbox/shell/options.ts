/** Reads the options of a call against the table of those that are allowed. What is not in the table is refused. */
import { refuse } from "../refusal.ts";
import { type Argument, excerpt } from "./words.ts";

/** `path`: its value is a file that is read. `text`: anything. `maybe`: only joined (`--color=never`). */
export type ValueKind = "text" | "path" | "maybe";

export interface OptionTable {
  /** Letters without a value. */
  flags?: string;
  /** Letters with one. */
  values?: Readonly<Record<string, ValueKind>>;
  /** Long options by name, without dashes; `null` without a value. */
  long?: Readonly<Record<string, ValueKind | null>>;
  /** `-5`, as `head -5`. Default false. */
  numbers?: boolean;
}

export interface GivenOption {
  /** `-n` or `--number`. */
  name: string;
  value?: Argument;
}

export interface ReadOptions {
  options: GivenOption[];
  operands: Argument[];
}

/** @throws AutoskillError `SHELL_OPTION` */
export function readOptions(program: string, args: readonly Argument[], table: OptionTable): ReadOptions {
  const options: GivenOption[] = [];
  const operands: Argument[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] as Argument;
    const { value } = argument;
    if (value === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!value.startsWith("-") || value === "-") {
      operands.push(argument);
      continue;
    }
    const following = args[at + 1];
    const taken = value.startsWith("--")
      ? readLong(program, argument, following, table, options)
      : readShort(program, argument, following, table, options);
    if (taken) at += 1;
  }
  return { options, operands };
}

/** @returns true when the next word was its value */
function readLong(
  program: string,
  argument: Argument,
  following: Argument | undefined,
  table: OptionTable,
  options: GivenOption[],
): boolean {
  const { value } = argument;
  const equals = value.indexOf("=");
  const name = value.slice(2, equals < 0 ? undefined : equals);
  const kind = Object.hasOwn(table.long ?? {}, name) ? table.long?.[name] : undefined;
  if (kind === undefined) throw unknownOption(program, `--${name}`);
  if (kind === null) {
    if (equals >= 0) throw unknownOption(program, value);
    options.push({ name: `--${name}` });
    return false;
  }
  if (equals >= 0) {
    options.push({ name: `--${name}`, value: derived(value.slice(equals + 1)) });
    return false;
  }
  if (kind === "maybe") {
    options.push({ name: `--${name}` });
    return false;
  }
  if (following === undefined) throw unknownOption(program, `--${name} without a value`);
  options.push({ name: `--${name}`, value: following });
  return true;
}

function readShort(
  program: string,
  argument: Argument,
  following: Argument | undefined,
  table: OptionTable,
  options: GivenOption[],
): boolean {
  const { value } = argument;
  if (table.numbers === true && /^-\d+$/.test(value)) {
    options.push({ name: "-number", value: derived(value.slice(1)) });
    return false;
  }
  for (let index = 1; index < value.length; index += 1) {
    const letter = value[index] as string;
    if (table.flags?.includes(letter) === true) {
      options.push({ name: `-${letter}` });
      continue;
    }
    if (!Object.hasOwn(table.values ?? {}, letter)) throw unknownOption(program, `-${letter}`);
    const rest = value.slice(index + 1);
    if (rest !== "" || table.values?.[letter] === "maybe") {
      options.push({ name: `-${letter}`, ...(rest === "" ? {} : { value: derived(rest) }) });
      return false;
    }
    if (following === undefined) throw unknownOption(program, `-${letter} without a value`);
    options.push({ name: `-${letter}`, value: following });
    return true;
  }
  return false;
}

function derived(value: string): Argument {
  return { value, pattern: false, script: "" };
}

function unknownOption(program: string, option: string): Error {
  return refuse(
    "SHELL_OPTION",
    `The option ${excerpt(option)} of \`${program}\` is not among those that only read.`,
    "Leave the option out, or read the file with `read_file`; the list does not change in this review.",
  );
}

/** Kind of an option's value by the table. */
export function kindOf(table: OptionTable, option: GivenOption): ValueKind | null | undefined {
  return option.name.startsWith("--") ? table.long?.[option.name.slice(2)] : table.values?.[option.name.slice(1)];
}
