/**
 * `git` where it only shows. Its configuration can name programs for nearly everything, so the words that run say no to
 * each of them, and options that start one or that leave the repository are not among those allowed.
 */
import { isProtected } from "../protected-paths.ts";
import { refuse } from "../refusal.ts";
import { SUBCOMMANDS, type Subcommand } from "./git-subcommands.ts";
import type { Call, ProgramRule } from "./model.ts";
import { type GivenOption, readOptions } from "./options.ts";
import { type Argument, excerpt, plainArgument } from "./words.ts";

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
    // Where it is a file, its contents may be shown; what is a name of a commit is no file.
    call.read(operand);
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
