/**
 * Writes what is ingested as a session of our own format, so that `sessions`, `learn`, `review` and `why` find it.
 *
 * Contract: redacted before it is written; only ever appended to. The same messages again add nothing; more of them add
 * what is new; others under the same id are refused.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createSessionFile, type NewRecord, resumeSessionFile } from "../agent/index.ts";
import { AutoskillError, type Clock, contentId, digestOf, packageVersion, redactValue } from "../base/index.ts";
import { type Message, savedSessionFolderName } from "../session/index.ts";

export interface SavedIngest {
  sessionId: string;
  path: string;
  added: number;
}

export interface SavePlace {
  home: string;
  projectRoot: string;
  clock: Clock;
}

const MODEL = "sdk:unknown";
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Default id: how a conversation begins, so that it is the same when it has grown. */
export function sessionIdOf(records: readonly NewRecord[]): string {
  return contentId("sdk", records.slice(0, 2));
}

/** @throws AutoskillError `INGEST_CONFLICT`, `INVALID_INPUT` */
export async function saveSession(
  place: SavePlace,
  id: string | undefined,
  records: readonly NewRecord[],
): Promise<SavedIngest> {
  const sessionId = fileName(id ?? sessionIdOf(records));
  const path = join(place.home, "sessions", savedSessionFolderName(place.projectRoot), `${sessionId}.jsonl`);
  if (!existsSync(path)) {
    const file = createSessionFile({ ...place, id: sessionId, model: MODEL, programVersion: packageVersion() });
    try {
      for (const record of records) file.append(record);
    } finally {
      file.close();
    }
    return { sessionId, path, added: records.length };
  }
  const { file, session } = await resumeSessionFile(place, sessionId, { model: MODEL, clock: place.clock });
  try {
    const there = session.messages.map(essenceOfMessage);
    const wanted = records.map(essenceOfRecord);
    const same = there.slice(0, wanted.length).every((one, index) => one === wanted[index]);
    if (!same) throw conflict(sessionId);
    const more = records.slice(there.length);
    for (const record of more) file.append(record);
    return { sessionId, path, added: more.length };
  } finally {
    file.close();
  }
}

function fileName(id: string): string {
  if (id.trim() === "") {
    throw new AutoskillError({
      code: "INVALID_INPUT",
      message: "A session needs an id.",
      next: "Leave sessionId out, or give one.",
    });
  }
  return FILE_NAME.test(id) ? id : contentId("sdk", id);
}

/** What is compared of a message: who said it, and its words; calls by name. */
function essenceOfRecord(record: NewRecord): string {
  const clean = redactValue(record) as NewRecord;
  if (clean.type === "ended" || clean.type === "resumed") return clean.type;
  const calls = clean.type === "model" ? (clean.toolCalls ?? []).map(({ name }) => name) : [];
  return digestOf([clean.type, clean.text, calls]);
}

function essenceOfMessage(message: Message): string {
  const texts = message.parts.flatMap((part) =>
    part.type === "text" || part.type === "tool_result" ? [part.text] : [],
  );
  const calls = message.parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : []));
  return digestOf([message.origin, texts.join("\n\n"), calls]);
}

function conflict(sessionId: string): AutoskillError {
  return new AutoskillError({
    code: "INGEST_CONFLICT",
    message: `The session ${sessionId} is there already, with other messages.`,
    expected: "the messages that are there, and more",
    next: "Give another sessionId.",
  });
}
