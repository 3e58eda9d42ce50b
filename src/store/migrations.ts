/**
 * Forward-only migrations. Each entry brings the schema from its index to index + 1 and is never edited once released.
 * All that are due run in one transaction, so a process killed in between leaves the old schema.
 */
import type { DatabaseSync } from "node:sqlite";
import { AutoskillError, type Clock } from "../base/index.ts";
import { whenFree } from "./dialect.ts";

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, source TEXT NOT NULL, session_id TEXT NOT NULL, source_path TEXT NOT NULL,
    size INTEGER NOT NULL, mtime_ms REAL NOT NULL, content_digest TEXT NOT NULL, project_root TEXT, title TEXT,
    started_at TEXT, ended_at TEXT, person_turns INTEGER NOT NULL, tool_calls INTEGER NOT NULL,
    gate TEXT NOT NULL CHECK (gate IN ('learn', 'skip', 'failed')), gate_reason TEXT NOT NULL,
    candidates INTEGER NOT NULL, learned_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_path ON sessions (source_path);

  CREATE TABLE candidates (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'published', 'superseded')),
    scope TEXT NOT NULL, root TEXT NOT NULL, slug TEXT NOT NULL, payload TEXT NOT NULL, reason TEXT, revision_id TEXT,
    created_at TEXT NOT NULL, decided_at TEXT
  ) STRICT;
  CREATE INDEX candidates_by_state ON candidates (state, created_at);

  CREATE TABLE skills (
    id TEXT PRIMARY KEY, scope TEXT NOT NULL CHECK (scope IN ('project', 'user', 'common')), root TEXT NOT NULL,
    slug TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('active', 'removed')), revision INTEGER NOT NULL,
    adopted INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (scope, root, slug)
  ) STRICT;

  CREATE TABLE blobs (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;

  CREATE TABLE revisions (
    id TEXT PRIMARY KEY, skill_id TEXT NOT NULL REFERENCES skills (id), number INTEGER NOT NULL, parent INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'edit', 'adopt', 'rollback')), restored INTEGER,
    actor TEXT NOT NULL, reason TEXT NOT NULL, candidate_id TEXT, hash TEXT NOT NULL, files TEXT NOT NULL,
    idempotency_key TEXT, created_at TEXT NOT NULL,
    UNIQUE (skill_id, number), UNIQUE (skill_id, idempotency_key)
  ) STRICT;

  CREATE TABLE evidence (
    id TEXT PRIMARY KEY, skill_id TEXT NOT NULL REFERENCES skills (id), rule_id TEXT NOT NULL,
    session_id TEXT NOT NULL, source TEXT NOT NULL, source_path TEXT NOT NULL, turn INTEGER NOT NULL,
    message_id TEXT NOT NULL, digest TEXT NOT NULL, origin TEXT NOT NULL, span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL, support TEXT NOT NULL, quote TEXT NOT NULL, revision INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX evidence_by_rule ON evidence (skill_id, rule_id);
  CREATE INDEX evidence_by_session ON evidence (session_id);

  CREATE TABLE intents (
    id TEXT PRIMARY KEY, skill_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('publish', 'remove')),
    payload TEXT NOT NULL, created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE usage (
    id INTEGER PRIMARY KEY AUTOINCREMENT, skill_id TEXT NOT NULL, kind TEXT NOT NULL, session_id TEXT, detail TEXT,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX usage_by_skill ON usage (skill_id, at);

  CREATE TABLE rejected_ideas (
    digest TEXT PRIMARY KEY, slug TEXT NOT NULL, text TEXT NOT NULL, reason TEXT, created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, skill_id TEXT,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_skill ON ledger (skill_id, id);

  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  `
  CREATE TABLE model_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, purpose TEXT NOT NULL, provider TEXT NOT NULL,
    model TEXT NOT NULL, input_tokens INTEGER NOT NULL, cached_input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL, ms REAL NOT NULL, attempts INTEGER NOT NULL, outcome TEXT NOT NULL,
    error_code TEXT, session_id TEXT
  ) STRICT;
  CREATE INDEX model_calls_by_time ON model_calls (at);

  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, lane TEXT NOT NULL, payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'dead', 'cancelled')),
    attempts INTEGER NOT NULL, available_at TEXT NOT NULL, lease_owner TEXT, lease_until TEXT, result TEXT,
    error TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state, available_at);
  `,
  `
  CREATE TABLE skill_lifecycle (
    skill_id TEXT PRIMARY KEY, stage TEXT NOT NULL CHECK (stage IN ('active', 'stale', 'archived')),
    pinned INTEGER NOT NULL DEFAULT 0, seen_at TEXT NOT NULL, changed_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE drafts (
    id TEXT PRIMARY KEY, scope TEXT NOT NULL, root TEXT NOT NULL, slug TEXT NOT NULL, section TEXT NOT NULL,
    text TEXT NOT NULL, evidence TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX drafts_by_skill ON drafts (scope, root, slug);

  CREATE TABLE imported_items (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, digest TEXT NOT NULL, outcome TEXT NOT NULL,
    detail TEXT NOT NULL, imported_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX imported_items_by_path ON imported_items (path);

  ALTER TABLE usage ADD COLUMN user TEXT;
  ALTER TABLE usage ADD COLUMN host TEXT;
  CREATE INDEX usage_by_time ON usage (at);
  `,
];

/** The schema version that this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** @throws AutoskillError `STORE_NEWER` when a newer autoskill has already migrated the database. */
export async function migrate(database: DatabaseSync, clock: Clock, busyTimeoutMs: number): Promise<void> {
  if (currentVersion(database) === SCHEMA_VERSION) return;
  await whenFree(() => database.exec("BEGIN IMMEDIATE"), busyTimeoutMs);
  try {
    database.exec(
      "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT",
    );
    const version = currentVersion(database);
    if (version > SCHEMA_VERSION) throw newerSchema(version);
    const record = database.prepare("INSERT INTO schema_version (version, applied_at) VALUES (?, ?)");
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < version) continue;
      database.exec(statements);
      record.run(index + 1, clock.now().toISOString());
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** 0 for a database without our version table. */
function currentVersion(database: DatabaseSync): number {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'").get();
  if (known === undefined) return 0;
  return Number(
    database.prepare("SELECT coalesce(max(version), 0) AS version FROM schema_version").get()?.version ?? 0,
  );
}

function newerSchema(version: number): AutoskillError {
  return new AutoskillError({
    code: "STORE_NEWER",
    message: "The state database was written by a newer version of autoskill.",
    expected: `schema version ${SCHEMA_VERSION} or older`,
    found: `schema version ${version}`,
    next: "Update autoskill, or point AUTOSKILL_HOME to another folder.",
  });
}
