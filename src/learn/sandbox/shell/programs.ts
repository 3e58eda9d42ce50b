/**
 * Programs that only read, each with the options that keep it so. A program or an option that is not here is refused: add
 * one only after reading in its manual what else it can do (write a file, run a program, open a connection).
 */
import { refuse } from "../refusal.ts";
import { awkRule } from "./awk.ts";
import { findRule } from "./find.ts";
import { gitRule } from "./git.ts";
import { jqRule } from "./jq.ts";
import type { Call, ProgramRule } from "./model.ts";
import { type GivenOption, kindOf, type OptionTable, readOptions } from "./options.ts";
import { sedRule } from "./sed.ts";
import { type Argument, excerpt } from "./words.ts";

interface SimpleProgram extends OptionTable {
  /**
   * What the operands are. `files`: their contents are read. `names`: only what is known about them. `pattern`: a pattern,
   * then files, as `grep`. `text`: no paths.
   */
  operands: "files" | "names" | "pattern" | "text";
  /** Most operands. Default: any number. */
  most?: number;
  /** Options that make it read whole folders. */
  recursive?: readonly string[];
  /** Options that give the pattern, so that all operands are files. */
  patternOptions?: readonly string[];
  /** Reads the working directory when no operand is given, and folders as a whole. */
  always?: "recursive";
}

const GREP: SimpleProgram = {
  operands: "pattern",
  flags: "abcEFGhHiIlLnoPqrsvwxyzZ",
  values: { A: "text", B: "text", C: "text", e: "text", m: "text" },
  long: {
    "after-context": "text",
    "before-context": "text",
    "basic-regexp": null,
    "byte-offset": null,
    color: "maybe",
    colour: "maybe",
    context: "text",
    count: null,
    exclude: "text",
    "exclude-dir": "text",
    "extended-regexp": null,
    "files-with-matches": null,
    "files-without-match": null,
    "fixed-strings": null,
    "ignore-case": null,
    include: "text",
    "invert-match": null,
    "line-number": null,
    "line-regexp": null,
    "max-count": "text",
    "no-filename": null,
    "no-messages": null,
    "only-matching": null,
    "perl-regexp": null,
    quiet: null,
    recursive: null,
    regexp: "text",
    "with-filename": null,
    "word-regexp": null,
  },
  numbers: true,
  recursive: ["-r", "--recursive"],
  patternOptions: ["-e", "--regexp"],
};

const HASH: SimpleProgram = { operands: "files", flags: "bt", long: { binary: null, text: null, tag: null } };

const SIMPLE: Readonly<Record<string, SimpleProgram>> = {
  ls: {
    operands: "names",
    flags: "1aAbBcCdFgGhHiklmnNopqQrRsStuUvxXZ",
    values: { I: "text", w: "text" },
    long: {
      all: null,
      "almost-all": null,
      classify: "maybe",
      color: "maybe",
      directory: null,
      "full-time": null,
      "group-directories-first": null,
      "human-readable": null,
      ignore: "text",
      inode: null,
      "no-group": null,
      recursive: null,
      reverse: null,
      size: null,
      sort: "text",
      time: "text",
      "time-style": "text",
    },
  },
  cat: {
    operands: "files",
    flags: "AbeEnstTuv",
    long: {
      "show-all": null,
      number: null,
      "number-nonblank": null,
      "show-ends": null,
      "squeeze-blank": null,
      "show-tabs": null,
    },
  },
  head: {
    operands: "files",
    flags: "qvz",
    values: { n: "text", c: "text" },
    long: { lines: "text", bytes: "text", quiet: null, verbose: null },
    numbers: true,
  },
  tail: {
    operands: "files",
    flags: "qvzr",
    values: { n: "text", c: "text" },
    long: { lines: "text", bytes: "text", quiet: null, verbose: null },
    numbers: true,
  },
  wc: {
    operands: "files",
    flags: "clLmw",
    long: { bytes: null, chars: null, lines: null, "max-line-length": null, words: null },
  },
  nl: { operands: "files", values: { b: "text", w: "text", s: "text", n: "text", v: "text", i: "text" } },
  cut: {
    operands: "files",
    flags: "sz",
    values: { b: "text", c: "text", d: "text", f: "text" },
    long: {
      bytes: "text",
      characters: "text",
      complement: null,
      delimiter: "text",
      fields: "text",
      "only-delimited": null,
      "output-delimiter": "text",
    },
  },
  tr: {
    operands: "text",
    most: 2,
    flags: "cCdst",
    long: { complement: null, delete: null, "squeeze-repeats": null, "truncate-set1": null },
  },
  sort: {
    operands: "files",
    flags: "bcCdfghiMnRrsuVz",
    values: { k: "text", t: "text" },
    long: {
      check: "maybe",
      "dictionary-order": null,
      "field-separator": "text",
      "general-numeric-sort": null,
      "human-numeric-sort": null,
      "ignore-case": null,
      "ignore-leading-blanks": null,
      key: "text",
      "month-sort": null,
      "numeric-sort": null,
      reverse: null,
      stable: null,
      unique: null,
      "version-sort": null,
      "zero-terminated": null,
    },
  },
  // A second operand would be the file that it writes.
  uniq: {
    operands: "files",
    most: 1,
    flags: "cdDiuz",
    values: { f: "text", s: "text", w: "text" },
    long: {
      count: null,
      repeated: null,
      unique: null,
      "ignore-case": null,
      "skip-fields": "text",
      "skip-chars": "text",
    },
  },
  comm: { operands: "files", flags: "123z" },
  join: {
    operands: "files",
    flags: "iz",
    values: { a: "text", e: "text", j: "text", o: "text", t: "text", v: "text", "1": "text", "2": "text" },
  },
  paste: { operands: "files", flags: "sz", values: { d: "text" } },
  column: { operands: "files", flags: "txn", values: { s: "text", o: "text", c: "text" } },
  fold: { operands: "files", flags: "bs", values: { w: "text" } },
  diff: {
    operands: "files",
    flags: "abBcdeiqrNstTuwyZ",
    values: { U: "text", C: "text", x: "text", I: "text" },
    long: {
      brief: null,
      color: "maybe",
      context: "maybe",
      "ignore-all-space": null,
      "ignore-blank-lines": null,
      "ignore-case": null,
      "ignore-space-change": null,
      "new-file": null,
      recursive: null,
      "side-by-side": null,
      "suppress-common-lines": null,
      unified: "maybe",
      width: "text",
    },
    recursive: ["-r", "--recursive"],
  },
  cmp: { operands: "files", flags: "bls", values: { n: "text" }, most: 2 },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    operands: "pattern",
    flags: "acFHhiIlNnopPqSsUuvwx0",
    values: {
      A: "text",
      B: "text",
      C: "text",
      e: "text",
      g: "text",
      m: "text",
      t: "text",
      T: "text",
      d: "text",
      M: "text",
    },
    long: {
      "after-context": "text",
      "before-context": "text",
      "case-sensitive": null,
      color: "text",
      context: "text",
      count: null,
      "count-matches": null,
      "files-with-matches": null,
      "files-without-match": null,
      files: null,
      "fixed-strings": null,
      glob: "text",
      heading: null,
      hidden: null,
      iglob: "text",
      "ignore-case": null,
      "invert-match": null,
      json: null,
      "line-number": null,
      "max-columns": "text",
      "max-count": "text",
      "max-depth": "text",
      multiline: null,
      "no-heading": null,
      "no-ignore": null,
      "no-line-number": null,
      "only-matching": null,
      pcre2: null,
      quiet: null,
      regexp: "text",
      "smart-case": null,
      sort: "text",
      stats: null,
      type: "text",
      "type-not": "text",
      vimgrep: null,
      "with-filename": null,
      "word-regexp": null,
    },
    patternOptions: ["-e", "--regexp", "--files"],
    always: "recursive",
  },
  tree: {
    operands: "names",
    flags: "aACdDfFghinNpqrsStuvx",
    values: { I: "text", L: "text", P: "text" },
    long: { dirsfirst: null, noreport: null, prune: null },
  },
  stat: {
    operands: "names",
    flags: "Ltx",
    values: { c: "text" },
    long: { dereference: null, format: "text", printf: "text", terse: null },
  },
  file: {
    operands: "files",
    flags: "biLNr",
    long: { brief: null, mime: null, "mime-type": null, "mime-encoding": null },
  },
  du: {
    operands: "names",
    flags: "abcDhHkmsSx",
    values: { d: "text", t: "text" },
    long: {
      all: null,
      "apparent-size": null,
      bytes: null,
      "human-readable": null,
      "max-depth": "text",
      summarize: null,
      total: null,
    },
  },
  basename: { operands: "text", flags: "az", values: { s: "text" }, long: { multiple: null, suffix: "text" } },
  dirname: { operands: "text", flags: "z" },
  realpath: { operands: "names", flags: "eLmPqsz", long: { "relative-to": "path" } },
  readlink: { operands: "names", flags: "efmnqsvz" },
  pwd: { operands: "text", most: 0, flags: "LP" },
  true: { operands: "text" },
  false: { operands: "text" },
  seq: { operands: "text", values: { f: "text", s: "text" }, flags: "w" },
  date: {
    operands: "text",
    flags: "uR",
    values: { d: "text", I: "maybe" },
    long: { utc: null, date: "text", "iso-8601": "maybe", "rfc-3339": "text" },
  },
  sha1sum: HASH,
  sha256sum: HASH,
  sha512sum: HASH,
  md5sum: HASH,
  cksum: { operands: "files" },
  uname: { operands: "text", most: 0, flags: "asnrvmpio" },
  which: { operands: "text", flags: "as" },
};

function simpleRule(program: string, spec: SimpleProgram): ProgramRule {
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

/** `date` with an operand that is no `+format` would set the clock. */
const dateRule: ProgramRule = (call) => {
  const rule = simpleRule("date", SIMPLE.date as SimpleProgram);
  const { operands } = readOptions("date", call.args, SIMPLE.date as OptionTable);
  const bad = operands.find((operand) => !operand.value.startsWith("+"));
  if (bad !== undefined) throw refuse("SHELL_CHANGES", "`date` with an operand sets the clock.", "Write `date +%F`.");
  return rule(call);
};

const echoRule: ProgramRule = (call) => {
  for (const argument of call.args) if (argument.pattern) call.path(argument);
  return undefined;
};

const printfRule: ProgramRule = (call) => {
  const format = call.args[0]?.value ?? "";
  if (!format.startsWith("-")) return echoRule(call);
  throw refuse("SHELL_OPTION", "`printf` with an option sets a variable of the shell.", "Begin with the format.");
};

/** Tests that look at files, text and numbers; `-v` and `-o` ask about the shell. */
const TEST_OPERATORS = new Set(
  "-e -f -d -r -w -x -s -L -h -n -z = == != -eq -ne -lt -le -gt -ge -nt -ot -ef ! ( ) -a -o".split(" "),
);

const testRule: ProgramRule = (call) => {
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
const versionRule: ProgramRule = (call) => {
  if (call.args.length === 1 && /^(?:--version|-V|-v)$/.test(call.args[0]?.value ?? "")) return undefined;
  throw refuse(
    "SHELL_RUNS_CODE",
    `\`${call.program}\` runs code; in a review it may only be asked for its \`--version\`.`,
    "Read the file instead. What a run printed stands in the session: fetch it with `read_turn`.",
  );
};

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

const xargsRule: ProgramRule = (call) => {
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
  PROGRAMS.get(name.value)?.({ ...call, program: name.value, args });
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

export const PROGRAMS: ReadonlyMap<string, ProgramRule> = new Map<string, ProgramRule>([
  ...Object.entries(SIMPLE).map(([name, spec]) => [name, simpleRule(name, spec)] as const),
  ["date", dateRule],
  ["echo", echoRule],
  ["printf", printfRule],
  ["test", testRule],
  ["[", testRule],
  ["xargs", xargsRule],
  ["find", findRule],
  ["sed", sedRule],
  ["awk", awkRule],
  ["gawk", awkRule],
  ["mawk", awkRule],
  ["jq", jqRule],
  ["git", gitRule],
  ...["node", "python", "python3", "ruby", "gcc", "rustc"].map((name) => [name, versionRule] as const),
]);

export type { Call };
