/**
 * What the sandbox of the review agent is to its callers (design §4.1): six tools on an overlay in memory, and the changes
 * that came out of it. Nothing here touches the live tree.
 */
import type { Bank, Scope, SkillFileContent } from "../../bank/index.ts";
import type { ModelTool } from "../../model/index.ts";
import type { CondensedSession } from "../../session/index.ts";

/** A folder in which skills lie, at any level: its skills can be read, and their names are taken. */
export interface SkillRoot {
  /** Absolute; need not exist. */
  directory: string;
  /** True for the folder that the bank publishes to (and folders that only show it). */
  writable: boolean;
}

/** A piece of a turn, or why there is none. */
export type TurnText =
  | { text: string; total: number; next?: number }
  | { code: string; message: string; next?: string };

export interface TurnWindow {
  /** In lines, as the reader of turns counts them. */
  offset?: number;
  limit?: number;
}

export interface SandboxLimits {
  /** Longest output of one tool call, in characters. Default 40,000. */
  outputCharacters: number;
  /** Largest file that `read_file` opens, in bytes. Default 4 MiB. */
  fileBytes: number;
  /** Longest run of one shell command, in milliseconds. Default 10,000. */
  shellTimeoutMs: number;
  /** What the programs of one shell command may hold together, in MiB. Default 2,048; none gets more than 512. */
  shellMemoryMiB: number;
  /** Processes and threads of one shell command, in bubblewrap alone. Default 256. */
  shellProcesses: number;
  /** Skills that one run may touch. Default 5. */
  skills: number;
  /** Largest SKILL.md, in characters. Default 60,000. */
  skillCharacters: number;
  /** Files of the project that are looked at before a shell command. Default 200,000. */
  projectFiles: number;
}

export interface SandboxOptions {
  /** Absolute; its real path is what the tools may read. */
  projectRoot: string;
  skillRoots: SkillRoot[];
  bank: Bank;
  /** Where new skills go. */
  scope: Scope;
  /** Behind `read_turn`; without it the tool says that there is nothing to fetch. */
  readTurn?: (id: string, window: TurnWindow) => TurnText | Promise<TurnText>;
  /**
   * `bwrap`: inside of bubblewrap; where that does not work, as `plain`. `plain`: the same commands without it, and fewer
   * of them. `off`: every command is refused.
   */
  shell: "bwrap" | "plain" | "off";
  limits?: Partial<SandboxLimits>;
  /** Known turns; citations of others are refused. */
  session?: CondensedSession;
}

export interface Refusal {
  tool: string;
  /** Stable, upper snake case; listed in docs/sandbox.md. */
  code: string;
  /** Why. */
  message: string;
  /** What to do instead. */
  next: string;
}

/** What a rule rests on, as the agent says: the rule's text (or a part of it) and ids of turns or messages. */
export interface Citation {
  rule: string;
  turns: string[];
}

export interface SandboxChange {
  kind: "create" | "update";
  slug: string;
  /** SKILL.md as it stands in the overlay. */
  text: string;
  /** For an update: the skill as it was read; `hash` is the bank's. */
  base?: { text: string; hash: string };
  /** Support files that are new or changed. */
  files: SkillFileContent[];
  citations: Citation[];
}

export interface ChangeProblem {
  code: string;
  message: string;
  next: string;
}

export interface RefusedChange {
  change: SandboxChange;
  problems: ChangeProblem[];
}

export interface Sandbox {
  /** `read_file`, `ls`, `read_turn`, `write_file`, `edit`, `shell`, in this order. */
  tools: ModelTool[];
  /** One per skill that differs from what was read, in the order in which they were first touched. */
  changes(): SandboxChange[];
  /** Every refusal so far, oldest first. */
  refusals: readonly Refusal[];
  /** Ends what still runs. The tools refuse everything afterwards. */
  dispose(): Promise<void>;
}

/** What the transaction check needs to know besides the changes. */
export interface ValidationContext {
  bank: Bank;
  scope: Scope;
  /** Absolute, real or not. */
  projectRoot: string;
  skillRoots: SkillRoot[];
  session?: CondensedSession;
  limits?: Partial<SandboxLimits>;
}

export interface ValidationResult {
  accepted: SandboxChange[];
  refused: RefusedChange[];
}
