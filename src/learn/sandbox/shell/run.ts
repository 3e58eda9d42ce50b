/** The shell of the review: policy, then bubblewrap or the guards that stand in for it, then the bounds on what comes back. */
import { existsSync } from "node:fs";
import { type AutoskillError, redactText } from "../../../base/index.ts";
import type { SandboxLimits } from "../model.ts";
import { asText } from "../output.ts";
import { refuse } from "../refusal.ts";
import { boundedBash, countsProcessesApart, memoryOfEach } from "./bounds.ts";
import { findBubblewrap, runInBubblewrap } from "./bubblewrap.ts";
import { BASH, commandEnvironment } from "./environment.ts";
import {
  type GitRunner,
  guardConfiguration,
  historyHoldsProtected,
  historyRefusal,
  MOST_REPOSITORIES,
} from "./git-guard.ts";
import { type LaunchResult, launch } from "./launch.ts";
import { guardPlain } from "./plain-guard.ts";
import { isReadOnlyCommand } from "./policy.ts";
import { createViewReader, type ProjectView } from "./project-view.ts";
import { singleQuoted } from "./words.ts";

export interface Shell {
  /** @returns what the model reads. @throws AutoskillError for a refusal */
  run(command: string, signal: AbortSignal): Promise<string>;
}

export interface ShellOptions {
  /** Real path. */
  root: string;
  mode: "bwrap" | "plain" | "off";
  limits: SandboxLimits;
}

/** Covered places of one run; each is an argument of bubblewrap. */
const MAX_COVERED = 5_000;
/** What git may answer to a question of ours, in bytes. */
const MOST_NAMES = 8 * 1024 * 1024;
/** Read beyond the limit, so that a secret at the cut is recognised. */
const MARGIN = 16_384;

export function createShell({ root, mode, limits }: ShellOptions): Shell {
  const readView = createViewReader(root, limits.projectFiles);
  let holdsProtected: Promise<boolean> | undefined;

  const start = async (
    script: string,
    view: ProjectView,
    program: string | undefined,
    signal: AbortSignal,
    { programs = 1, maxBytes = limits.outputCharacters * 4 + MARGIN } = {},
  ) => {
    const until = { timeoutMs: limits.shellTimeoutMs, maxBytes, signal };
    const memoryMiB = memoryOfEach(programs, limits);
    if (program !== undefined) {
      const bounds = { memoryMiB, ...(countsProcessesApart() ? { processes: limits.shellProcesses } : {}) };
      return runInBubblewrap(program, script, root, view, until, bounds);
    }
    const environment = commandEnvironment(root);
    return launch(BASH, boundedBash(script, { memoryMiB }), { ...until, directory: root, environment });
  };

  return {
    run: async (command, signal) => {
      if (mode === "off") throw shellIsOff();
      const verdict = isReadOnlyCommand(command, { root });
      if (!verdict.ok) throw refuse(verdict.code, verdict.why, verdict.instead);
      if (!existsSync(BASH)) throw shellIsOff();
      const program = mode === "bwrap" ? await findBubblewrap() : undefined;
      const view = await readView(signal);
      const covered = view.hiddenFiles.length + view.hiddenFolders.length + view.redacted.size;
      if (!view.complete || covered > MAX_COVERED || root === "/") throw tooLarge(limits.projectFiles);
      // Nobody asks git: a search has no business in its folders.
      if (verdict.git.length === 0) view.hiddenFolders.push(...view.gitFolders);
      const gitIn =
        (repository: string): GitRunner =>
        async (args) => {
          const words = ["git", "--no-pager", "-C", repository, "-c", "core.fsmonitor=false", ...args];
          const script = words.map(singleQuoted).join(" ");
          const { code, output, ended } = await start(script, view, program, signal, { maxBytes: MOST_NAMES });
          return { code: ended === "exit" ? code : null, output: output.toString("utf8") };
        };
      if (!verdict.git.every((directory) => isInRepository(directory, view.repositories))) throw noRepository();
      const repositories = view.repositories.map(gitIn);
      if (program === undefined) {
        guardPlain(verdict, root, view);
        if (verdict.git.length > 0) for (const git of repositories) await guardConfiguration(git);
      }
      if (verdict.history) {
        holdsProtected ??= anyHoldsProtected(repositories);
        if (await holdsProtected) throw historyRefusal();
      }
      const { script, programs } = verdict;
      return describe(await start(script, view, program, signal, { programs }), programs, limits);
    },
  };
}

function isInRepository(directory: string, repositories: readonly string[]): boolean {
  return repositories.some((folder) => folder === "." || directory === folder || directory.startsWith(`${folder}/`));
}

function noRepository(): AutoskillError {
  return refuse("NO_REPOSITORY", "There is no git repository here.", "Use `ls`, `grep` and `read_file`.");
}

async function anyHoldsProtected(repositories: readonly GitRunner[]): Promise<boolean> {
  if (repositories.length > MOST_REPOSITORIES) return true;
  for (const git of repositories) if (await historyHoldsProtected(git)) return true;
  return false;
}

/** How programs say that they were refused memory, or the file that they would have used instead; how bash says they fell. */
const NO_MEMORY =
  /memory exhausted|out of memory|(?:cannot|couldn't|unable to) (?:re)?allocate|memory allocation of|cannot create temporary file|line 1: +\d+ (?:Aborted|Segmentation fault)/i;

function describe(result: LaunchResult, programs: number, limits: SandboxLimits): string {
  if (result.ended === "not_started")
    throw refuse("SHELL_FAILED", "The shell could not be started.", "Use `read_file` and `ls`.");
  if (result.ended === "cancelled") throw refuse("CANCELLED", "The review was stopped.", "End here.");
  const text = redactText(result.output.toString("utf8"));
  const notes = [
    ...(result.ended === "timeout" ? [`stopped after ${limits.shellTimeoutMs} ms`] : []),
    ...(NO_MEMORY.test(result.complaints) ? [outOfMemory(programs, limits)] : []),
    ...(result.ended === "exit" && result.code !== 0 ? [`exit code ${result.code ?? "none"}`] : []),
  ];
  return asText(text, limits.outputCharacters, notes, "Narrow the command down, for example with `head`.");
}

function outOfMemory(programs: number, limits: SandboxLimits): string {
  const what = programs > 1 ? `Each of the ${programs} programs here` : "A program";
  return `${what} may hold ${memoryOfEach(programs, limits)} MiB of memory, which was not enough, so the output is not whole. Give it less to hold, for example with \`head\` or a narrower pattern.`;
}

function shellIsOff(): AutoskillError {
  return refuse(
    "SHELL_OFF",
    "The shell is switched off for reviews here.",
    "Use `read_file` and `ls`; every command gets this answer.",
  );
}

function tooLarge(files: number): AutoskillError {
  return refuse(
    "PROJECT_TOO_LARGE",
    `The project has more than ${files} files, or is the whole disk, so what it must not show cannot be covered.`,
    "Use `read_file` and `ls`; every command gets this answer.",
  );
}
