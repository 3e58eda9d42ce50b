/** Finds the transcripts of all agents on this machine: names, sizes and times only; no file is opened. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hosts } from "./all-hosts.ts";
import type { Host, HostPlace, TranscriptFolder, TranscriptStore } from "./host.ts";
import { type WalkedFile, type WalkProblem, walkPatterns } from "./walk-patterns.ts";

export interface FoundTranscript {
  /** Id of the host. */
  agent: string;
  /** Absolute. */
  path: string;
  kind: TranscriptStore;
  /** ISO 8601. */
  modifiedAt: string;
  sizeBytes: number;
  /** The path says that the whole file is a sub-agent's. Some agents say so only inside the file. */
  subAgent: boolean;
}

export interface HostDiagnostic {
  code: WalkProblem["code"] | "UNKNOWN_AGENT";
  agent: string;
  message: string;
  path?: string;
}

export interface FindOptions extends HostPlace {
  /** Ids of hosts; default all. */
  agents?: readonly string[];
  /** Only files changed at or after this time, as ISO 8601 or a date. */
  since?: string | Date;
  /**
   * Leaves out transcripts whose path says that they belong to another project, and adds those that lie in this one.
   * Paths that do not say (Codex, Gemini CLI) stay.
   */
  projectRoot?: string;
}

/** Newest first; files of the same time by path. Never throws for what it finds. */
export async function findTranscripts(
  options: FindOptions,
): Promise<{ items: FoundTranscript[]; diagnostics: HostDiagnostic[] }> {
  const { agents, since, projectRoot } = options;
  const items: FoundTranscript[] = [];
  const diagnostics: HostDiagnostic[] = unknownAgents(agents ?? []);
  for (const host of hosts) {
    if (agents !== undefined && !agents.includes(host.id)) continue;
    const found: FoundTranscript[] = [];
    for (const folder of host.transcripts(options)) {
      const { files, problems } = await walkPatterns(folder.folder, folder.patterns);
      const own = files.filter(({ segments }) => belongs(folder, projectRoot, segments));
      found.push(...own.map((file) => toFound(host, file)));
      diagnostics.push(...problems.map((problem) => toDiagnostic(host, problem)));
    }
    if (projectRoot !== undefined) found.push(...(await transcriptsInProject(host, projectRoot)));
    items.push(...(await settleStores(found)));
  }
  const earliest = since === undefined ? "" : new Date(since).toISOString();
  const recent = items.filter((item) => item.modifiedAt >= earliest);
  recent.sort((a, b) => compare(b.modifiedAt, a.modifiedAt) || compare(a.path, b.path));
  return { items: recent, diagnostics };
}

/** Ids of the hosts of which a folder exists here. */
export async function usedHosts(place: HostPlace): Promise<string[]> {
  const used: string[] = [];
  for (const host of hosts) {
    const found = await Promise.all(host.homes(place).map(isDirectory));
    if (found.includes(true)) used.push(host.id);
  }
  return used;
}

function belongs(folder: TranscriptFolder, projectRoot: string | undefined, segments: readonly string[]): boolean {
  return projectRoot === undefined || folder.isOf === undefined || folder.isOf(projectRoot, segments);
}

function toFound(
  host: Host,
  file: WalkedFile<{ path: string; subAgent?: boolean; store?: TranscriptStore }>,
): FoundTranscript {
  return {
    agent: host.id,
    path: file.path,
    kind: file.pattern.store ?? "transcript",
    modifiedAt: new Date(file.modifiedMs).toISOString(),
    sizeBytes: file.sizeBytes,
    subAgent: file.pattern.subAgent ?? false,
  };
}

async function transcriptsInProject(host: Host, projectRoot: string): Promise<FoundTranscript[]> {
  const found: FoundTranscript[] = [];
  for (const name of host.inProject ?? []) {
    const path = join(projectRoot, name);
    const status = await stat(path).catch(() => undefined);
    if (status?.isFile() !== true) continue;
    found.push({
      agent: host.id,
      path,
      kind: "transcript",
      modifiedAt: status.mtime.toISOString(),
      sizeBytes: status.size,
      subAgent: false,
    });
  }
  return found;
}

/**
 * A database replaces the files it was migrated from. Its latest changes stand in its write-ahead log, so it is as new and
 * as large as both together.
 */
async function settleStores(found: FoundTranscript[]): Promise<FoundTranscript[]> {
  const databases = found.filter(({ kind }) => kind !== "transcript");
  if (databases.length === 0) return found;
  return Promise.all(
    databases.map(async (database) => {
      const log = await stat(`${database.path}-wal`).catch(() => undefined);
      if (log === undefined) return database;
      const latest = Math.max(Date.parse(database.modifiedAt), log.mtimeMs);
      return {
        ...database,
        modifiedAt: new Date(latest).toISOString(),
        sizeBytes: database.sizeBytes + log.size,
      };
    }),
  );
}

function unknownAgents(agents: readonly string[]): HostDiagnostic[] {
  const known = hosts.map(({ id }) => id);
  return agents
    .filter((agent) => !known.includes(agent))
    .map((agent) => ({
      code: "UNKNOWN_AGENT",
      agent,
      message: `No agent is called ${JSON.stringify(agent)}; known are ${known.join(", ")}.`,
    }));
}

function toDiagnostic(host: Host, { code, path, detail }: WalkProblem): HostDiagnostic {
  return { code, agent: host.id, message: `${host.name}: cannot read ${path} (${detail})`, path };
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
