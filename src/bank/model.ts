/**
 * What the bank is to its callers: scopes, skills as they lie on disk, changes, and their results.
 */
import type { EvidencePointer, EvidenceRecord, RevisionFile, RevisionRecord, SkillScope } from "../store/index.ts";

export type Scope = SkillScope;
export const SCOPES: readonly Scope[] = ["project", "user", "common"];

/**
 * Whose a skill is (design §4.2).
 * - `missing`: nothing lies there.
 * - `ours`: carries our marker (or was adopted) and has the bytes of the revision that we recorded last.
 * - `ours_edited`: ours, but somebody changed its files since, or brought back a state that we had published (a change of
 *   branch). The next writer records that as a revision by `user`.
 * - `user`: never published by this bank, or the person took the marker out.
 * - `marked_elsewhere`: carries the marker, but this bank never published it (a colleague's, another machine's).
 *   Not ours until adopted.
 * - `foreign_link`: the directory or its SKILL.md is a symbolic link or has a second hard link; never written to.
 * - `unreadable`: too large, or not readable; never written to.
 */
export type Ownership =
  | "missing"
  | "ours"
  | "ours_edited"
  | "user"
  | "marked_elsewhere"
  | "foreign_link"
  | "unreadable";

/** A skill as it lies on disk now. */
export interface BankSkill {
  id: string;
  scope: Scope;
  slug: string;
  /** Real path of its directory. */
  directory: string;
  ownership: Ownership;
  /** Text of SKILL.md; a BOM is kept. */
  text: string;
  /** All regular files, sorted by path; SKILL.md is among them. */
  files: RevisionFile[];
  /** Identity of the content: give it back as `baseHash` to update exactly this state. */
  hash: string;
  name?: string;
  title?: string;
  description?: string;
  /** Current revision in the ledger; absent for skills that the bank never published. */
  revision?: number;
  updatedAt?: string;
}

/** What is known of a skill without reading its text as YAML and Markdown or asking for its history. */
export type SkillOutline = Pick<BankSkill, "id" | "scope" | "slug" | "directory" | "text" | "hash" | "updatedAt">;

export interface BankDiagnostic {
  code: string;
  message: string;
  path: string;
}

export interface BankListing {
  /** Sorted by scope (project, user, common), then slug. */
  skills: BankSkill[];
  diagnostics: BankDiagnostic[];
}

export interface SkillFileContent {
  /** Relative to the skill's directory, with `/`. */
  path: string;
  content: string | Uint8Array;
  /** Default false. */
  executable?: boolean;
}

/** The reasons to believe one rule; `ruleId` as `ruleId(text)` of the skill room gives it. */
export interface RuleSupport {
  ruleId: string;
  evidence: EvidencePointer[];
}

export interface PublishChange {
  scope: Scope;
  slug: string;
  /** Files to write. SKILL.md must be among them for a create. Files that are not named stay as they are. */
  files: SkillFileContent[];
  /** Files to take away (updates only). */
  removeFiles?: string[];
  expect: { kind: "create" } | { kind: "update"; baseHash: string };
  /** Who made it: `distiller`, `extractor`, `reviewer`, `agent`, `user`, … `user` may change what users wrote. */
  actor: string;
  reason: string;
  evidence?: RuleSupport[];
  candidateId?: string;
  /** The same key for the same skill publishes once. Default: `candidateId` where there is one. */
  idempotencyKey?: string;
}

/** What became of one place where a host looks for the skill. */
export interface LinkOutcome {
  /** Path of the link. */
  path: string;
  /** `taken`: something that is not ours lies there, and stays. `refused`: the folder leads out of its root. */
  state: "linked" | "copied" | "same_folder" | "removed" | "absent" | "taken" | "refused";
}

export interface PublishResult {
  skillId: string;
  revision: RevisionRecord;
  directory: string;
  /** SKILL.md. */
  path: string;
  /** False when the same change had been published before. */
  changed: boolean;
  links: LinkOutcome[];
}

export interface RemoveResult {
  skillId: string;
  /** The last revision, which `rollback` brings back. */
  revision: RevisionRecord;
  changed: boolean;
  links: LinkOutcome[];
}

export interface UndoResult {
  entry: number;
  /** What the undone entry had done. */
  action: string;
  skillId: string;
  scope: Scope;
  slug: string;
  /** SKILL.md, where the skill is there now. */
  path?: string;
  /** The new revision, where files were brought back. */
  revision?: number;
  changed: boolean;
  links: LinkOutcome[];
}

/** Evidence of one rule. `active` is false for rules that the current text does not have any more. */
export interface RuleEvidenceGroup {
  ruleId: string;
  active: boolean;
  /** Text and section as in the current file; of a retired rule, as in the last revision that had it. */
  text?: string;
  section?: string;
  /** Line in the current SKILL.md, 1-based. */
  line?: number;
  /** A person wrote or changed this rule by hand; updates by others must keep it. */
  byUser: boolean;
  /** Empty for rules without evidence (a person's own). */
  evidence: EvidenceRecord[];
}

/** A folder where a host looks for skills. */
export interface Exposure {
  /** Relative to the project root (project scope) or the user's home (user scope), e.g. `.claude/skills`. */
  directory: string;
  /** Only when this folder, relative to the same root, exists. */
  onlyWhen?: string;
}

export interface Exposures {
  project: Exposure[];
  user: Exposure[];
}

/** The folders of the design §5. Common skills are never exposed. */
export const DEFAULT_EXPOSURES: Exposures = {
  project: [{ directory: ".claude/skills" }, { directory: ".qwen/skills", onlyWhen: ".qwen" }],
  user: [{ directory: ".agents/skills" }, { directory: ".claude/skills" }],
};

/** The one writer of skills. Every method may be called from any number of processes at once. */
export interface Bank {
  /** Does not throw on what it finds; broken skills are in `diagnostics`. Default: all scopes that are open. */
  list(options?: { scope?: Scope }): Promise<BankListing>;
  /** As `list`, for readers of thousands of skills: about ten times faster. */
  outline(): Promise<{ skills: SkillOutline[]; diagnostics: BankDiagnostic[] }>;
  /** `undefined` when no skill lies there. */
  read(scope: Scope, slug: string): Promise<BankSkill | undefined>;
  ownership(scope: Scope, slug: string): Promise<Ownership>;
  /** Throws what `publish` would refuse, and publishes nothing: for text that a person can still correct. */
  check(change: PublishChange): Promise<void>;
  /**
   * Validates the whole change, publishes it, and records the revision; when it returns, the revision is durable.
   *
   * @throws AutoskillError `INVALID_SLUG`, `SCOPE_CLOSED`, `INVALID_SKILL`, `SKILL_TOO_LARGE`, `NAME_TAKEN`, `NOT_OURS`,
   *   `NOT_FOUND`, `CONFLICT` (the skill changed since `baseHash`), `USER_LINES_LOST`, `SYMLINK_TRAVERSAL`,
   *   `OUTSIDE_ROOT`, `PARENT_CHANGED`, `WRITE_FAILED`, `CHANGE_PENDING`, `LOCK_TIMEOUT`, `STORE_BUSY`.
   */
  publish(change: PublishChange): Promise<PublishResult>;
  /** All revisions, oldest first; empty for a skill that the bank never published. */
  history(scope: Scope, slug: string): Promise<RevisionRecord[]>;
  /** SKILL.md of one revision. @throws AutoskillError `NOT_FOUND` */
  revisionText(scope: Scope, slug: string, revision: number): Promise<string>;
  /** Brings the bytes of an old revision back, as a new one. Also undoes `remove`. */
  rollback(
    scope: Scope,
    slug: string,
    revision: number,
    options?: { actor?: string; reason?: string; action?: "rollback" | "restore" },
  ): Promise<PublishResult>;
  /** Takes the files and their links away; the ledger keeps everything. With `baseHash`, only from that state. */
  remove(
    scope: Scope,
    slug: string,
    options?: { actor?: string; reason?: string; action?: "remove" | "archive"; baseHash?: string },
  ): Promise<RemoveResult>;
  /**
   * Takes one entry of the ledger back, of any project; a new entry says so.
   * @throws AutoskillError `NOT_FOUND`, `UNDO_CONFLICT` when the files are not what the entry left, `UNDO_IMPOSSIBLE`
   */
  undo(entry: number, options?: { actor?: string }): Promise<UndoResult>;
  /** Why each rule is there: rules of the current file in order, then retired rules that have evidence. */
  evidence(scope: Scope, slug: string): Promise<RuleEvidenceGroup[]>;
  /** Records hand edits as a revision by `user`; `undefined` when there are none. `publish` does this by itself. */
  adoptEdits(scope: Scope, slug: string): Promise<RevisionRecord | undefined>;
  /** The person hands a skill that is not ours to the bank. @throws AutoskillError `NOT_FOUND`, `NOT_OURS` (links) */
  adopt(scope: Scope, slug: string): Promise<RevisionRecord>;
  /** Finishes or undoes what a killed process left. `openBank` and every writer do this by themselves. */
  recover(): Promise<RecoveryReport>;
  /** Root of a scope as it is keyed in the store (`SkillRecord.root`, `CandidateRecord.root`). */
  rootOf(scope: Scope): string;
}

export interface RecoveryReport {
  /** Ids of intents that were completed. */
  completed: string[];
  /** Ids of intents that were given up because somebody changed the files since. */
  abandoned: string[];
  /** Intents that could not be settled now (no rights, disk full); they wait, and block changes of their skill. */
  waiting: { id: string; message: string }[];
}
