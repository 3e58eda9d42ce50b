/**
 * A session of the agent on disk: made, appended to, found again, and turned back into a conversation.
 *
 * Contract: a record is written with one system call when what it tells has happened, redacted, and nothing that was
 * written changes. So a killed process loses at most the call that was under way. Files are 0600, folders 0700. One
 * process at a time goes on with a session. Reading back goes through the session room, like any transcript.
 */
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { AutoskillError, type Clock, makeFolder, redactValue } from "../base/index.ts";
import type { ModelMessage } from "../model/index.ts";
import {
  loadSessions,
  type Message,
  SAVED_SESSION_VERSION,
  type SavedRecord,
  type Session,
  savedSessionFolderName,
} from "../session/index.ts";
import { historyOf } from "./history.ts";

const EXTENSION = ".jsonl";

type SavedMessage = Extract<SavedRecord, { id: string; at: string }>;
type WithoutStamp<Record> = Record extends unknown ? Omit<Record, "id" | "at"> : never;
/** What may be appended: time and message id are given by the file. */
export type NewRecord = WithoutStamp<Exclude<SavedRecord, { type: "autoskill_session" }>>;

export interface SessionFile {
  readonly id: string;
  readonly path: string;
  append(record: NewRecord): void;
  close(): void;
}

export interface SessionPlace {
  /** AUTOSKILL_HOME. */
  home: string;
  /** Real path. */
  projectRoot: string;
}

export interface NewSession extends SessionPlace {
  id: string;
  model: string;
  programVersion: string;
  clock: Clock;
}

export function createSessionFile(options: NewSession): SessionFile {
  const folder = folderOf(options);
  makeFolder(folder, 0o700);
  const { id, projectRoot, model, programVersion } = options;
  const path = join(folder, id + EXTENSION);
  const descriptor = openSync(path, "ax", 0o600);
  const file = fileOn(descriptor, path, id, 0, options.clock);
  file.write({
    type: "autoskill_session",
    version: SAVED_SESSION_VERSION,
    id,
    at: options.clock.now().toISOString(),
    projectRoot,
    model,
    programVersion,
  });
  return file;
}

/** A session that was found, ready to go on. */
export interface ResumedSession {
  file: SessionFile;
  history: ModelMessage[];
  session: Session;
}

/** @throws AutoskillError `AGENT_SESSION_NOT_FOUND`, `TRANSCRIPT_UNREADABLE` */
export async function resumeSessionFile(
  place: SessionPlace,
  id: string,
  options: { model: string; clock: Clock },
): Promise<ResumedSession> {
  const path = join(folderOf(place), id + EXTENSION);
  const { sessions } = await loadSessions(path);
  const session = sessions[0];
  if (session === undefined) throw notFound(place, `${path} holds no session.`);
  const descriptor = openSync(path, "a+", 0o600);
  const file = fileOn(descriptor, path, session.id, highestNumber(session.messages), options.clock);
  if (!endsWithLineFeed(descriptor, path)) file.writeText("\n");
  file.append({ type: "resumed", model: options.model });
  const { history, unanswered } = historyOf(session.messages);
  for (const { id, name, output } of unanswered) {
    file.append({ type: "tool", callId: id, name, status: "cancelled", text: output });
  }
  return { file, history, session };
}

interface WritableSessionFile extends SessionFile {
  write(record: SavedRecord): void;
  writeText(text: string): void;
}

function fileOn(descriptor: number, path: string, id: string, messages: number, clock: Clock): WritableSessionFile {
  let count = messages;
  const writeText = (text: string): void => void writeSync(descriptor, text);
  const write = (record: SavedRecord): void => writeText(`${JSON.stringify(redactValue(record))}\n`);
  return {
    id,
    path,
    write,
    writeText,
    append(record) {
      const at = clock.now().toISOString();
      if (record.type === "ended" || record.type === "resumed") write({ ...record, at });
      else write({ ...record, id: `m${++count}`, at } as SavedMessage);
    },
    close: () => closeSync(descriptor),
  };
}

function folderOf({ home, projectRoot }: SessionPlace): string {
  return join(home, "sessions", savedSessionFolderName(projectRoot));
}

/** Sortable by time, without a colon, and not to be guessed. */
export function newSessionId(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${time}-${randomBytes(4).toString("hex")}`;
}

/**
 * The session of this id, or the only one whose id begins so; with `latest` the one written to last.
 *
 * @throws AutoskillError `AGENT_SESSION_NOT_FOUND`, `AGENT_SESSION_AMBIGUOUS`
 */
export function findSessionId(place: SessionPlace, wanted: { id: string } | "latest"): string {
  const folder = folderOf(place);
  const names = namesIn(folder);
  if (wanted === "latest") {
    const byTime = names
      .map((name) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.time - a.time || (a.name < b.name ? 1 : -1));
    const [newest] = byTime;
    if (newest !== undefined) return idOfName(newest.name);
    throw notFound(place, "There is no session in this project yet.");
  }
  const exact = names.filter((name) => name === wanted.id + EXTENSION);
  const matching = exact.length > 0 ? exact : names.filter((name) => wanted.id !== "" && name.startsWith(wanted.id));
  const [only] = matching;
  if (only === undefined) throw notFound(place, `No session of this project has the id ${JSON.stringify(wanted.id)}.`);
  if (matching.length === 1) return idOfName(only);
  throw new AutoskillError({
    code: "AGENT_SESSION_AMBIGUOUS",
    message: `${matching.length} sessions begin with ${JSON.stringify(wanted.id)}: ${matching.slice(0, 5).join(", ")}`,
    next: "Give more of the id.",
  });
}

function idOfName(name: string): string {
  return name.slice(0, -EXTENSION.length);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
  } catch {
    return [];
  }
}

/** So that no id is given twice, also where records were lost. */
function highestNumber(messages: readonly Message[]): number {
  return messages.reduce((highest, { id }) => Math.max(highest, Number(/^m(\d{1,9})/.exec(id)?.[1] ?? 0)), 0);
}

function endsWithLineFeed(descriptor: number, path: string): boolean {
  const { size } = statSync(path);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

function notFound(place: SessionPlace, message: string): AutoskillError {
  return new AutoskillError({
    code: "AGENT_SESSION_NOT_FOUND",
    message,
    found: folderOf(place),
    next: "Run `autoskill sessions --agent autoskill` to see the sessions, or start a new one.",
  });
}
