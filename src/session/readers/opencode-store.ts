/**
 * Where the split store keeps the messages and parts of a session:
 *
 *     <root>/session/<project>/<session>.json     (or <root>/session/info/<session>.json)
 *     <root>/message/<session>/*.json
 *     <root>/part/<message>/*.json                (or <root>/part/<session>/<message>/*.json, or <root>/part/*.json)
 *
 * Ids come out of foreign files: only plain names are used as folder names, and links are not followed.
 */
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

/** Files of the session of `info`, which lies at `path`: its messages, then the parts of each, in order of name. */
export async function splitStoreFiles(path: string, info: JsonRecord): Promise<string[]> {
  const sessionId = asString(info.id);
  if (sessionId === undefined || !isPlainName(sessionId)) return [];
  for (const root of [dirname(dirname(dirname(path))), dirname(dirname(path))]) {
    const messages = await jsonFiles(join(root, "message", sessionId));
    if (messages.length === 0) continue;
    const parts = await Promise.all(messages.map((message) => partFiles(root, sessionId, message)));
    return [...messages, ...parts.flat(), ...(await jsonFiles(join(root, "part")))];
  }
  return [];
}

async function partFiles(root: string, sessionId: string, messageFile: string): Promise<string[]> {
  const messageId = await idOf(messageFile);
  if (messageId === undefined || !isPlainName(messageId)) return [];
  const own = await jsonFiles(join(root, "part", messageId));
  return own.length > 0 ? own : jsonFiles(join(root, "part", sessionId, messageId));
}

/** A part names its message, or lies in a folder that is named after it. */
export function messageIdOfPart(part: JsonRecord, path: string): string | undefined {
  const folder = basename(dirname(path));
  return asString(part.messageID) ?? (folder === "part" ? undefined : folder);
}

function isPlainName(name: string): boolean {
  return /^\w[\w.-]*$/.test(name);
}

async function jsonFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
      .map((entry) => join(folder, entry.name))
      .sort();
  } catch {
    return [];
  }
}

async function idOf(file: string): Promise<string | undefined> {
  try {
    return asString(asRecord(JSON.parse(await readFile(file, "utf8")))?.id);
  } catch {
    return undefined;
  }
}
