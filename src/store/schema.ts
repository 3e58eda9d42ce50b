/**
 * The tables of the state database, as kysely sees them. Times are ISO 8601 in UTC; JSON columns hold canonical JSON;
 * flags are 0 or 1. What each table is for stands in its repository file.
 */
import type { Generated } from "kysely";

export interface SessionRow {
  /** `<source>:<session id>`. */
  id: string;
  source: string;
  session_id: string;
  source_path: string;
  size: number;
  mtime_ms: number;
  content_digest: string;
  project_root: string | null;
  title: string | null;
  started_at: string | null;
  ended_at: string | null;
  person_turns: number;
  tool_calls: number;
  gate: "learn" | "skip" | "failed";
  gate_reason: string;
  candidates: number;
  learned_at: string;
}

export interface CandidateRow {
  id: string;
  state: "pending" | "approved" | "rejected" | "published" | "superseded";
  scope: string;
  root: string;
  slug: string;
  payload: string;
  reason: string | null;
  revision_id: string | null;
  created_at: string;
  decided_at: string | null;
}

export interface SkillRow {
  id: string;
  scope: "project" | "user" | "common";
  root: string;
  slug: string;
  state: "active" | "removed";
  /** Number of the current revision. */
  revision: number;
  /** 1 when a person said that the bank may maintain this skill although it did not write it. */
  adopted: number;
  created_at: string;
  updated_at: string;
}

export interface RevisionRow {
  id: string;
  skill_id: string;
  number: number;
  parent: number | null;
  kind: "create" | "update" | "edit" | "adopt" | "rollback";
  /** For a rollback: the revision whose bytes came back. */
  restored: number | null;
  actor: string;
  reason: string;
  candidate_id: string | null;
  /** Digest of the file list below: the identity of the content. */
  hash: string;
  /** JSON: `{ path, blob, size, executable }[]`, sorted by path. */
  files: string;
  idempotency_key: string | null;
  created_at: string;
}

export interface BlobRow {
  hash: string;
  size: number;
  bytes: Uint8Array;
}

export interface EvidenceRow {
  id: string;
  skill_id: string;
  rule_id: string;
  session_id: string;
  source: string;
  source_path: string;
  turn: number;
  message_id: string;
  digest: string;
  origin: string;
  span_start: number;
  span_end: number;
  support: string;
  quote: string;
  /** Number of the revision that brought it. */
  revision: number;
  created_at: string;
}

export interface IntentRow {
  id: string;
  skill_id: string;
  kind: "publish" | "remove";
  payload: string;
  created_at: string;
}

export interface UsageRow {
  id: Generated<number>;
  skill_id: string;
  kind: string;
  session_id: string | null;
  detail: string | null;
  at: string;
  user: string | null;
  host: string | null;
}

export interface RejectedIdeaRow {
  digest: string;
  slug: string;
  text: string;
  reason: string | null;
  created_at: string;
}

export interface LedgerRow {
  id: Generated<number>;
  at: string;
  actor: string;
  action: string;
  skill_id: string | null;
  detail: string;
}

export interface SettingRow {
  key: string;
  value: string;
}

/** One request to a language model, whatever became of it. */
export interface ModelCallRow {
  id: Generated<number>;
  at: string;
  purpose: string;
  provider: string;
  model: string;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  ms: number;
  attempts: number;
  outcome: string;
  error_code: string | null;
  session_id: string | null;
}

/** Work that outlives a process. Jobs of one `lane` never run at the same time. */
export interface JobRow {
  id: string;
  kind: string;
  lane: string;
  payload: string;
  state: "queued" | "running" | "done" | "dead" | "cancelled";
  attempts: number;
  available_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  result: string | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

/** Where a skill stands in its life. A skill without a row is active, not pinned, and was never looked at. */
export interface SkillLifecycleRow {
  skill_id: string;
  stage: "active" | "stale" | "archived";
  pinned: number;
  /** When the curator first saw it: age counts from here. */
  seen_at: string;
  changed_at: string;
}

/** A rule that was only inferred once: it waits here until a second session, a person or an outcome supports it. */
export interface DraftRow {
  id: string;
  scope: string;
  root: string;
  slug: string;
  section: string;
  text: string;
  /** `RuleEvidence[]` as JSON. */
  evidence: string;
  created_at: string;
  updated_at: string;
}

/** One unit of an archive that was dealt with: a conversation, a document section, a skill. */
export interface ImportedItemRow {
  id: string;
  kind: string;
  path: string;
  /** sha256 of the unit's canonical content. */
  digest: string;
  outcome: string;
  detail: string;
  imported_at: string;
}

export interface SchemaVersionRow {
  version: number;
  applied_at: string;
}

export interface Schema {
  sessions: SessionRow;
  candidates: CandidateRow;
  skills: SkillRow;
  revisions: RevisionRow;
  blobs: BlobRow;
  evidence: EvidenceRow;
  intents: IntentRow;
  usage: UsageRow;
  rejected_ideas: RejectedIdeaRow;
  ledger: LedgerRow;
  settings: SettingRow;
  model_calls: ModelCallRow;
  jobs: JobRow;
  skill_lifecycle: SkillLifecycleRow;
  drafts: DraftRow;
  imported_items: ImportedItemRow;
  schema_version: SchemaVersionRow;
}
