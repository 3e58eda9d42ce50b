/**
 * What may not leave this machine with a skill: paths of this machine, ids of sessions, secrets. A skill should hold none;
 * where a person or a model wrote one into it, a placeholder stands in its place and the report names the file.
 */
import { redactText } from "../../base/index.ts";

export interface Private {
  /** Folders of this machine with the words to put there, the longest first. */
  folders: readonly { path: string; placeholder: string }[];
  /** Ids of sessions that were learned from. */
  sessionIds: ReadonlySet<string>;
}

const ID = /[A-Za-z0-9][A-Za-z0-9_-]{15,}/g;
/** A home folder of anybody, on any system: its owner's name is nobody's business either. */
const HOME = /(?:\/(?:home|Users)\/|\b[A-Za-z]:\\Users\\)[\p{L}\p{N}._-]+/gu;

export function cleanForExport(text: string, { folders, sessionIds }: Private): string {
  let clean = text;
  for (const { path, placeholder } of folders) if (path.length > 1) clean = clean.replaceAll(path, placeholder);
  clean = clean.replace(HOME, "~");
  if (sessionIds.size > 0) clean = clean.replace(ID, (id) => (sessionIds.has(id) ? "<session>" : id));
  return redactText(clean);
}
