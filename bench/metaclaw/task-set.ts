/** What a run needs to know of a set of rounds: its tasks, its rules, and a worker that obeys what it reads. */

export interface Round<Task> {
  id: string;
  /** From 1. */
  day: number;
  question: string;
  /** What the person says when a check fails. */
  correction: string;
  /** Absent for what is only asked: a worker that only writes files does not answer it. */
  task?: Task;
}

export interface CheckedTask<Name extends string> {
  /** The rules that the round's check looks at. */
  checks: readonly Name[];
  /** Of the file that is asked for. */
  extension: string;
}

/** A workspace: path to content. */
export type Workspace = Map<string, string>;

export interface WorkDone {
  /** Paths written or changed, in order. */
  written: string[];
  /** The file that was asked for. */
  target: string;
}

export interface TaskSet<Name extends string, Task extends CheckedTask<Name>> {
  name: string;
  rules: readonly Name[];
  rounds: readonly Round<Task>[];
  /** All rules in our words, as a person would give them to somebody new: the ceiling. */
  given: string;
  /** Names of the skills that an eager model would write, by the first word that fits. */
  skillNames: readonly (readonly [string, RegExp])[];
  /** Rules that a literal-minded reader finds in a text. */
  rulesIn(text: string): ReadonlySet<Name>;
  /** Does a task by the text alone, and says which rules the work shows, whether the check asks for them or not. */
  attempt(
    round: Round<Task> & { task: Task },
    text: string,
    workspace: Workspace,
  ): { done: WorkDone; shown: ReadonlySet<Name> };
}
