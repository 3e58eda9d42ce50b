/**
 * The sessions that autoskill's own agent saves: one JSON record a line, only ever appended to.
 *
 * Contract: the writer (`agent/`) and the reader (`readers/autoskill.ts`) share these types, and `hosts/` finds the files
 * by `savedSessionFolderName`. Every record is redacted before it is written. Version 1; fields may be added.
 *
 *     <AUTOSKILL_HOME>/sessions/<folder of the project>/<session id>.jsonl
 */
import { basename } from "node:path";
import { sha256 } from "../base/index.ts";
import type { ToolStatus } from "./model.ts";

export const SAVED_SESSION_VERSION = 1;

/** The first record of a file. */
export interface SavedHeader {
  type: "autoskill_session";
  version: typeof SAVED_SESSION_VERSION;
  id: string;
  /** ISO 8601, as in every record. */
  at: string;
  /** Absolute. */
  projectRoot: string;
  /** `<provider>:<model>` */
  model: string;
  programVersion: string;
}

/** What the person typed. */
export interface SavedPersonMessage {
  type: "person";
  id: string;
  at: string;
  text: string;
}

/** What the program put before the person's words: the skills that fit them. */
export interface SavedHostMessage {
  type: "host";
  id: string;
  at: string;
  text: string;
}

export interface SavedModelMessage {
  type: "model";
  id: string;
  at: string;
  text: string;
  toolCalls?: { id: string; name: string; input: unknown }[];
  model?: string;
}

/** One tool call's end, written when it ended. */
export interface SavedToolResult {
  type: "tool";
  id: string;
  at: string;
  callId: string;
  name: string;
  status: ToolStatus;
  exitCode?: number;
  text: string;
}

/** The agent stopped: the answer is complete, or why it is not. Nothing that was said. */
export interface SavedEnd {
  type: "ended";
  at: string;
  /** `answered`, `turn_limit`, `token_limit`, `deadline`, `cancelled`, `error`. */
  how: string;
  code?: string;
}

/** The session was opened again. */
export interface SavedResumption {
  type: "resumed";
  at: string;
  model: string;
}

/** What came before was condensed for the model; the records of it stay as they are. */
export interface SavedCondensing {
  type: "condensed";
  id: string;
  at: string;
  /** How much of it, in words. */
  text: string;
}

export type SavedRecord =
  | SavedHeader
  | SavedPersonMessage
  | SavedHostMessage
  | SavedModelMessage
  | SavedToolResult
  | SavedEnd
  | SavedCondensing
  | SavedResumption;

/**
 * Name of the folder in which the sessions of a project lie: its last name to be read, a digest to be told apart.
 *
 * @example savedSessionFolderName("/home/dev/work/my app") // "my-app-5e0c…" (12 hex digits)
 */
export function savedSessionFolderName(projectRoot: string): string {
  const name = basename(projectRoot)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 40);
  return `${name === "" ? "project" : name}-${sha256(projectRoot).slice(0, 12)}`;
}
