/**
 * `git` where it only shows. Its configuration can name programs for nearly everything, so the words that run say no to
 * each of them, and options that start one or that leave the repository are not among those allowed.
 */
import { isProtected } from "../protected-paths.ts";
import { refuse } from "../refusal.ts";
import type { Call, ProgramRule } from "./model.ts";
import { type GivenOption, type OptionTable, readOptions } from "./options.ts";
import { type Argument, excerpt, plainArgument } from "./words.ts";

const DIFF_LONG: OptionTable["long"] = {
  abbrev: "maybe",
  cached: null,
  cc: null,
  color: "maybe",
  "diff-filter": "text",
  "exit-code": null,
  "find-renames": "maybe",
  "full-index": null,
  "function-context": null,
  histogram: null,
  "ignore-all-space": null,
  "ignore-blank-lines": null,
  "ignore-space-change": null,
  "merge-base": null,
  minimal: null,
  "name-only": null,
  "name-status": null,
  "no-color": null,
  "no-ext-diff": null,
  "no-patch": null,
  "no-renames": null,
  "no-textconv": null,
  numstat: null,
  patch: null,
  patience: null,
  "patch-with-stat": null,
  "pickaxe-all": null,
  "pickaxe-regex": null,
  quiet: null,
  raw: null,
  shortstat: null,
  staged: null,
  stat: "maybe",
  summary: null,
  unified: "text",
  "word-diff": "maybe",
};

const LOG_LONG: OptionTable["long"] = {
  "abbrev-commit": null,
  after: "text",
  all: null,
  "all-match": null,
  author: "text",
  before: "text",
  branches: "maybe",
  "cherry-pick": null,
  committer: "text",
  count: null,
  date: "text",
  "date-order": null,
  decorate: "maybe",
  "extended-regexp": null,
  "first-parent": null,
  "fixed-strings": null,
  follow: null,
  format: "text",
  "full-history": null,
  graph: null,
  grep: "text",
  "invert-grep": null,
  "left-right": null,
  "max-count": "text",
  merges: null,
  "no-abbrev-commit": null,
  "no-decorate": null,
  "no-merges": null,
  "no-walk": "maybe",
  oneline: null,
  "perl-regexp": null,
  pretty: "maybe",
  "regexp-ignore-case": null,
  remotes: "maybe",
  reverse: null,
  "simplify-by-decoration": null,
  since: "text",
  skip: "text",
  tags: "maybe",
  "topo-order": null,
  until: "text",
  "walk-reflogs": null,
};

const DIFF: OptionTable = {
  flags: "acmpuswbRzrt",
  values: { U: "text", S: "text", G: "text", M: "maybe", C: "maybe", B: "maybe" },
  long: DIFF_LONG,
};
const LOG: OptionTable = {
  flags: `${DIFF.flags}iEFPg`,
  values: { ...DIFF.values, n: "text" },
  long: { ...DIFF_LONG, ...LOG_LONG },
  numbers: true,
};

interface Subcommand extends OptionTable {
  /** Shows contents of files, of this or another commit. */
  contents?: "always" | "unless_summary" | "with_patch";
  /** Takes `--no-ext-diff` and `--no-textconv`. */
  diffs?: boolean;
  /** Operands only together with one of these options. */
  operandsNeed?: readonly string[];
  /** The first operand must be one of these. */
  actions?: readonly string[];
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  status: {
    flags: "sbuvz",
    values: { u: "maybe" },
    long: {
      short: null,
      branch: null,
      porcelain: "maybe",
      long: null,
      "untracked-files": "maybe",
      ignored: "maybe",
      "show-stash": null,
    },
  },
  log: { ...LOG, contents: "with_patch", diffs: true },
  show: { ...LOG, contents: "always", diffs: true },
  diff: { ...DIFF, contents: "unless_summary", diffs: true },
  "diff-tree": {
    ...DIFF,
    flags: `${DIFF.flags}v`,
    long: { ...DIFF_LONG, root: null, "no-commit-id": null },
    contents: "unless_summary",
    diffs: true,
  },
  blame: {
    flags: "bceflnpstwM",
    values: { L: "text", C: "maybe" },
    long: {
      porcelain: null,
      "line-porcelain": null,
      "show-name": null,
      "show-number": null,
      "show-email": null,
      date: "text",
      since: "text",
    },
    contents: "always",
    diffs: true,
  },
  grep: {
    flags: "aiIwvhHEGPFnlLczopqW",
    values: { e: "text", A: "text", B: "text", C: "text", m: "text" },
    long: {
      cached: null,
      "ignore-case": null,
      "word-regexp": null,
      "invert-match": null,
      "extended-regexp": null,
      "fixed-strings": null,
      "perl-regexp": null,
      "line-number": null,
      "files-with-matches": null,
      "name-only": null,
      count: null,
      context: "text",
      "after-context": "text",
      "before-context": "text",
      "max-depth": "text",
      heading: null,
      break: null,
      and: null,
      or: null,
      not: null,
      "all-match": null,
      "no-color": null,
      color: "maybe",
    },
    contents: "always",
  },
  "ls-files": {
    flags: "cdikmostuvz",
    values: { x: "text" },
    long: {
      cached: null,
      deleted: null,
      modified: null,
      others: null,
      ignored: null,
      stage: null,
      "exclude-standard": null,
      "full-name": null,
      unmerged: null,
      exclude: "text",
      "error-unmatch": null,
    },
  },
  "ls-tree": {
    flags: "drtlz",
    long: { long: null, "name-only": null, "name-status": null, "full-name": null, "full-tree": null, abbrev: "maybe" },
  },
  "rev-parse": {
    flags: "q",
    long: {
      "abbrev-ref": "maybe",
      "show-toplevel": null,
      "is-inside-work-tree": null,
      "show-prefix": null,
      short: "maybe",
      verify: null,
      all: null,
      symbolic: null,
      "symbolic-full-name": null,
    },
  },
  "rev-list": { ...LOG, long: { ...LOG_LONG, objects: null }, flags: "iEFPg" },
  describe: {
    long: {
      all: null,
      tags: null,
      contains: null,
      always: null,
      dirty: "maybe",
      long: null,
      abbrev: "maybe",
      match: "text",
      exclude: "text",
    },
  },
  shortlog: {
    flags: "nsec",
    values: { w: "maybe" },
    long: { numbered: null, summary: null, email: null, all: null, since: "text", until: "text" },
  },
  branch: {
    flags: "arvqi",
    long: {
      all: null,
      remotes: null,
      verbose: null,
      list: null,
      "show-current": null,
      contains: "text",
      "no-contains": "text",
      merged: "maybe",
      "no-merged": "maybe",
      "points-at": "text",
      sort: "text",
      format: "text",
      color: "maybe",
      "no-color": null,
      column: "maybe",
    },
    operandsNeed: ["--list", "--contains", "--merged", "--no-merged"],
  },
  tag: {
    flags: "li",
    values: { n: "maybe" },
    long: {
      list: null,
      contains: "text",
      merged: "maybe",
      "no-merged": "maybe",
      "points-at": "text",
      sort: "text",
      format: "text",
    },
    operandsNeed: ["-l", "--list", "--contains", "--merged", "--no-merged"],
  },
  remote: { flags: "v", long: { verbose: null }, actions: ["get-url"] },
  stash: {
    flags: "p",
    long: { stat: "maybe", "name-only": null, oneline: null },
    actions: ["list"],
    contents: "with_patch",
  },
  reflog: { flags: "n", long: { oneline: null, date: "text", "max-count": "text" }, numbers: true, actions: ["show"] },
  "cat-file": { flags: "tsp", contents: "always" },
  "merge-base": { flags: "a", long: { all: null, "is-ancestor": null, "fork-point": null, octopus: null } },
  "name-rev": { long: { "name-only": null, tags: null, all: null } },
  "for-each-ref": {
    long: { format: "text", sort: "text", count: "text", contains: "text", merged: "maybe", "points-at": "text" },
  },
  "count-objects": { flags: "vH" },
  "check-ignore": { flags: "vnq", long: { verbose: null, "non-matching": null, "no-index": null } },
};

/** What the configuration of a repository could have git run, turned off. */
const HARMLESS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "log.showSignature=false",
  "gpg.program=false",
  "gpg.ssh.program=false",
  "gpg.x509.program=false",
  "protocol.allow=never",
  "submodule.recurse=false",
  "grep.fallbackToNoIndex=false",
  "safe.bareRepository=explicit",
].flatMap((setting) => [plainArgument("-c"), plainArgument(setting)]);

export const gitRule: ProgramRule = (call) => {
  let at = 0;
  for (; at < call.args.length; at += 1) {
    const { value } = call.args[at] as Argument;
    if (value === "--no-pager" || value === "-P" || value === "--no-optional-locks" || value === "--literal-pathspecs")
      continue;
    if (value === "--version" && call.args.length === 1) return undefined;
    const folder = call.args[at + 1];
    if (value === "-C" && folder !== undefined && !folder.pattern && call.path(folder) === ".") {
      at += 1;
      continue;
    }
    if (!value.startsWith("-")) break;
    throw refusedGlobal(value);
  }
  const name = call.args[at]?.value ?? "";
  const spec = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (spec === undefined) throw refusedSubcommand(name);
  const rest = call.args.slice(at + 1);
  const { options, operands } = readOptions(`git ${name}`, rest, spec);
  checkOperands(name, spec, options, operands);
  const signed = options.find(({ name, value }) => /^--(?:format|pretty)$/.test(name) && value?.value.includes("%G"));
  if (signed !== undefined) throw refusedGlobal(`${signed.name} with %G`);
  for (const operand of [...operands, ...valuesThatNamePaths(name, options)]) checkGitPath(call, operand);
  if (showsContents(spec, options) || operands.some(({ value }) => value.includes(":"))) call.history();
  return [
    plainArgument("git"),
    plainArgument("--no-pager"),
    ...HARMLESS,
    plainArgument(name),
    ...(spec.diffs === true ? [plainArgument("--no-ext-diff"), plainArgument("--no-textconv")] : []),
    ...rest,
  ];
};

const SUMMARIES = new Set([
  "--stat",
  "--numstat",
  "--shortstat",
  "--name-only",
  "--name-status",
  "--summary",
  "--no-patch",
  "-s",
  "--quiet",
]);
const PATCHES = new Set([
  "-p",
  "-u",
  "-c",
  "-U",
  "-S",
  "-G",
  "-m",
  "--patch",
  "--cc",
  "--unified",
  "--word-diff",
  "--patch-with-stat",
  "--function-context",
]);

function showsContents(spec: Subcommand, options: readonly GivenOption[]): boolean {
  const patched = options.some(({ name }) => PATCHES.has(name));
  if (spec.contents === "with_patch") return patched;
  if (spec.contents === "unless_summary") return patched || !options.some(({ name }) => SUMMARIES.has(name));
  return spec.contents === "always";
}

function checkOperands(
  name: string,
  spec: Subcommand,
  options: readonly GivenOption[],
  operands: readonly Argument[],
): void {
  const { operandsNeed, actions } = spec;
  if (operands.length === 0 && name === "stash") {
    throw refuse("SHELL_CHANGES", "`git stash` puts changes away.", "Write `git stash list`.");
  }
  if (operands.length === 0) return;
  if (operandsNeed !== undefined && !options.some((option) => operandsNeed.includes(option.name))) {
    throw refuse(
      "SHELL_CHANGES",
      `\`git ${name} ${operands[0]?.value ?? ""}\` makes or moves a reference.`,
      `Write \`git ${name} --list\`.`,
    );
  }
  if (actions !== undefined && !actions.includes(operands[0]?.value ?? "")) {
    throw refuse(
      "SHELL_CHANGES",
      `\`git ${name} ${operands[0]?.value ?? ""}\` does more than show what is here.`,
      `Write \`git ${name}\` or \`git ${name} ${actions.join("|")}\`.`,
    );
  }
}

/** `-L 1,5:file` of a blame is by line here; its file is an operand. */
function valuesThatNamePaths(name: string, options: readonly GivenOption[]): Argument[] {
  if (name !== "blame") return [];
  return options.flatMap((option) =>
    option.name === "-L" && option.value?.value.includes(":") === true ? [option.value] : [],
  );
}

/** `main`, `src/x.ts`, `HEAD:src/x.ts`, `:(glob)**`: whatever part can be a path must not be protected or lead out. */
function checkGitPath(call: Call, operand: Argument): void {
  const { value } = operand;
  const colon = value.indexOf(":");
  if (colon < 0) {
    call.path(operand);
    return;
  }
  for (const part of [
    value.slice(0, colon),
    value.slice(colon + 1),
    value.slice(value.lastIndexOf(":") + 1),
    value.slice(value.lastIndexOf(")") + 1),
  ]) {
    if (part !== "") call.path({ value: part.replace(/^\/(?=\w)/, ""), pattern: operand.pattern, script: "" });
    if (isProtected(part.split("/"))) throw protectedInHistory(value);
  }
}

function protectedInHistory(value: string): Error {
  return refuse(
    "PROTECTED",
    `${excerpt(value)} names a file that people keep secrets in.`,
    "Go on without it; no commit of it is shown.",
  );
}

function refusedGlobal(value: string): Error {
  const why = /^(?:-c|--config-env|--exec-path)/.test(value)
    ? "can make git run any program"
    : "makes git work on something other than this project, or is not known here";
  return refuse(
    "SHELL_OPTION",
    `\`git ${value}\` ${why}.`,
    "Write `git` and the subcommand right behind it, in the folder of the project.",
  );
}

function refusedSubcommand(name: string): Error {
  if (/^(?:fetch|pull|push|clone|ls-remote|archive|submodule|remote-\w+)$/.test(name)) {
    return refuse(
      "SHELL_NETWORK",
      `\`git ${name}\` talks to other machines, and there is no network here.`,
      "Use what is in this clone: `git log`, `git show`, `git branch --all`.",
    );
  }
  return refuse(
    "SHELL_CHANGES",
    `\`git ${name}\` is not among the subcommands that only show.`,
    `Use one of ${Object.keys(SUBCOMMANDS).join(", ")}. Nothing can be committed, switched or configured in a review.`,
  );
}
