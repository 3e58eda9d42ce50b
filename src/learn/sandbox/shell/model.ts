/** The shapes of the shell policy. */
import type { Argument } from "./words.ts";

/** A file or folder that a command reads the contents of. */
export interface Read {
  /** Relative to the project root, `/`-separated, `.` for the root itself; may hold a pattern. */
  path: string;
  pattern: boolean;
  /** Everything below it is read too. */
  recursive: boolean;
}

/** A command that may run. */
export interface AllowedCommand {
  ok: true;
  /** What runs: printed from the checked tree, every word quoted. */
  script: string;
  /** Programs in it. */
  programs: number;
  reads: Read[];
  /** Every operand that can be a path, whatever is done with it; relative to the root. */
  paths: { path: string; pattern: boolean }[];
  /** Contents that git keeps (of any commit) may be shown. */
  history: boolean;
  /** Where git runs, relative to the root; empty when it does not. */
  git: string[];
  /** Some operands come from another command's output. */
  computed: boolean;
}

export interface RefusedCommand {
  ok: false;
  code: string;
  why: string;
  instead: string;
}

export type CommandVerdict = AllowedCommand | RefusedCommand;

/** What one program may do, told to the walk through the tree. */
export interface Call {
  program: string;
  args: readonly Argument[];
  /** The operand as a path of the project. @throws AutoskillError when it leads out or is protected. */
  path(argument: Argument): string;
  /** Notes that the contents of this operand are read. */
  read(argument: Argument, recursive?: boolean): void;
  /** Notes that contents of the whole working directory are read. */
  readHere(): void;
  history(): void;
  computed(): void;
}

/** Checks the words of a call; may return other words to run instead. @throws AutoskillError */
export type ProgramRule = (call: Call) => Argument[] | undefined;
