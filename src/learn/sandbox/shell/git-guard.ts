/**
 * What git could show beyond the files that lie there: protected files that were committed once. And, without bubblewrap,
 * what the repository's own configuration could make git run.
 */
import { isProtected, PROTECTED_PATHSPECS } from "../protected-paths.ts";
import { refuse } from "../refusal.ts";

/** Runs git with these arguments in one repository; the code is `null` when it did not end by itself. */
export type GitRunner = (args: readonly string[]) => Promise<{ code: number | null; output: string }>;

/** Repositories in one project that are asked; more count as if the answer were yes. */
export const MOST_REPOSITORIES = 20;

const NO_REPOSITORY = 128;

/** Whether any commit, stash, dropped commit or the index holds a protected file. What cannot be told counts as yes. */
export async function historyHoldsProtected(git: GitRunner): Promise<boolean> {
  const tracked = await git(["ls-files", "-z", "--", ...PROTECTED_PATHSPECS]);
  if (tracked.code === NO_REPOSITORY) return false;
  const log = "log --all --reflog -m --no-renames --no-ext-diff --format= --name-only -z".split(" ");
  const committed = await git([...log, "--", ...PROTECTED_PATHSPECS]);
  // A repository without a commit has no log.
  const empty = committed.code === NO_REPOSITORY;
  if (tracked.code !== 0 || (committed.code !== 0 && !empty)) return true;
  const names = `${tracked.output}\0${empty ? "" : committed.output}`.split(/[\0\n]/);
  return names.some((name) => name !== "" && isProtected(name.split("/")));
}

export function historyRefusal(): Error {
  return refuse(
    "PROTECTED",
    "Commits of this repository hold protected files (an environment, keys), so contents from git are not shown.",
    "Use `git log --stat`, `git log --oneline` or `git status`, and read files as they are with `read_file`.",
  );
}

/** Settings that name no program, no file and no other place. */
const HARMLESS_SETTINGS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|longpaths|abbrev|quotepath)|remote\..*\.(?:url|pushurl|fetch|prune|tagopt)|branch\..*\.(?:remote|merge|rebase|pushremote|description|vscode-merge-base)|user\.(?:name|email)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|merge\.(?:ff|conflictstyle)|rebase\.\w+|color\..*|diff\.(?:algorithm|renames|colormoved|mnemonicprefix)|gc\.\w+|commit\.gpgsign|tag\.gpgsign|extensions\.objectformat|submodule\..*\.(?:url|active)|advice\..*|lfs\.repositoryformatversion)$/i;

/** @throws AutoskillError when the configuration could have git run something */
export async function guardConfiguration(git: GitRunner): Promise<void> {
  const { code, output } = await git(["config", "--local", "--no-includes", "--list", "--name-only", "-z"]);
  if (code === NO_REPOSITORY || (code === 1 && output === "")) return;
  const odd = output.split("\0").find((name) => name !== "" && !HARMLESS_SETTINGS.test(name));
  if (code === 0 && odd === undefined) return;
  throw refuse(
    "SHELL_RUNS_CODE",
    "The configuration of this repository could make git run programs, and this machine has no bubblewrap to hold them.",
    "Read the files with `read_file`; what changed stands in the session.",
  );
}
