/** Reads transcripts only to say what is in them and what was left out: the numbers behind `sessions check`. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ErrorJson, errorToJson } from "../base/index.ts";
import { type ReadOptions, readTranscript } from "./read-transcript.ts";
import type { TranscriptReport } from "./transcript-report.ts";
import { isPersonTurn } from "./turns.ts";

export interface FileCheck extends Omit<TranscriptReport, "sessions" | "layout" | "diagnostics"> {
  /** Why the file could not be read; then all counts are 0. */
  exception?: ErrorJson;
  /** Number of sessions in the file. */
  sessions: number;
  /** Turns that a person opened. */
  turns: number;
  /** Messages that a person wrote on the main thread of sessions that are no sub-agents. */
  userTurns: number;
  /** Tool calls on the main thread of sessions that are no sub-agents. */
  toolCalls: number;
}

/** Checks one file. Never throws but for an aborted signal. */
export async function checkTranscript(path: string, options: ReadOptions = {}): Promise<FileCheck> {
  const perSession = new Map<object, { userTurns: number; toolCalls: number }>();
  try {
    const report = await readTranscript(
      path,
      {
        session: (header) => perSession.set(header, { userTurns: 0, toolCalls: 0 }),
        message(message, header) {
          const counts = perSession.get(header);
          if (counts === undefined || message.thread !== undefined) return;
          if (isPersonTurn(message, header)) counts.userTurns++;
          for (const part of message.parts) if (part.type === "tool_call") counts.toolCalls++;
        },
      },
      options,
    );
    let userTurns = 0;
    let toolCalls = 0;
    for (const header of report.sessions) {
      const counts = perSession.get(header);
      if (counts === undefined || header.subAgentOf !== undefined) continue;
      userTurns += counts.userTurns;
      toolCalls += counts.toolCalls;
    }
    const { sessions, layout: _layout, diagnostics: _diagnostics, ...numbers } = report;
    return { ...numbers, sessions: sessions.length, turns: userTurns, userTurns, toolCalls };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { ...nothing(path), exception: errorToJson(error) };
  }
}

function nothing(path: string): FileCheck {
  return {
    path,
    kind: "unknown",
    sizeBytes: 0,
    records: 0,
    kept: 0,
    skipped: {},
    brokenLines: [],
    unaccounted: 0,
    sessions: 0,
    turns: 0,
    userTurns: 0,
    toolCalls: 0,
  };
}

export interface CheckPathsOptions extends ReadOptions {
  /** Called after each file. */
  checked?(check: FileCheck): void;
}

/**
 * Checks files and everything below directories, in order of name. Nothing is passed over silently: a file that is no
 * transcript has kind `unknown` and its records skipped as `not_a_transcript`; a link to a directory is not followed and
 * listed as skipped `linked_directory`.
 */
export async function checkPaths(paths: readonly string[], options: CheckPathsOptions = {}): Promise<FileCheck[]> {
  const checks: FileCheck[] = [];
  const add = (check: FileCheck): void => {
    checks.push(check);
    options.checked?.(check);
  };
  const walk = async (path: string, isDirectory: boolean): Promise<void> => {
    if (!isDirectory) {
      add(await checkTranscript(path, options));
      return;
    }
    let entries: Awaited<ReturnType<typeof entriesOf>>;
    try {
      entries = await entriesOf(path);
    } catch (error) {
      add({ ...nothing(path), exception: errorToJson(error) });
      return;
    }
    for (const entry of entries) {
      const child = join(path, entry.name);
      if (entry.isSymbolicLink() && (await isDirectoryAt(child))) {
        add({ ...nothing(child), records: 1, skipped: { linked_directory: 1 } });
      } else await walk(child, entry.isDirectory());
    }
  };
  for (const path of paths) await walk(path, await isDirectoryAt(path));
  return checks;
}

async function entriesOf(path: string) {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isDirectoryAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
