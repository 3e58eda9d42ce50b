/**
 * What the exports of chat programs share: a list of conversations, each a tree or a list of messages of which one branch
 * is the conversation. The records of a conversation are its opening, the messages of that branch in order, then the
 * messages of branches that were left.
 */
import type { DocumentRecord, ReaderContext, RecordReader } from "../reader.ts";
import { createConversations, type MessageReader } from "./openai-chat-conversations.ts";
import { asRecord, type JsonRecord } from "./shared/json-access.ts";

type Path = (string | number)[];

export interface ExportedConversation {
  /** As `createConversations` wants it: `id`, `title`, `model`, `created_at`. */
  header: JsonRecord;
  /** What the message reader gets, with its place in the conversation. */
  said: { value: JsonRecord; path: Path }[];
  /** Places of messages that are not on the branch. */
  rewound: Path[];
}

/** The records of one value of the list: a conversation at `place`, or something else. */
export function* exportRecords(
  conversation: ExportedConversation | undefined,
  place: Path = [],
): Iterable<DocumentRecord> {
  if (conversation === undefined) {
    yield { value: {}, path: place };
    return;
  }
  yield { value: { opens: conversation.header }, path: place };
  for (const { value, path } of conversation.said) yield { value: { said: value }, path: [...place, ...path] };
  for (const path of conversation.rewound) yield { value: { rewound: true }, path: [...place, ...path] };
}

/** Reads those records; `readMessage` gets each `value`. */
export function openExport(context: ReaderContext, readMessage: MessageReader): RecordReader {
  const conversations = createConversations(context, readMessage);
  let at = -1;
  return {
    read(value, span) {
      const record = asRecord(value);
      const header = asRecord(record?.opens);
      if (header !== undefined) return conversations.open(++at, header, [], span);
      if (record?.rewound === true) return { skipped: "rewound" };
      const said = asRecord(record?.said);
      return said === undefined ? { skipped: "not_a_conversation" } : conversations.read(at, said, span);
    },
  };
}

/** True when most of the values, and at least one, are such conversations: a few may be damaged or empty. */
export function mostAre(values: readonly unknown[], isConversation: (value: unknown) => boolean): boolean {
  const found = values.filter(isConversation).length;
  return found > 0 && found * 2 > values.length;
}

/** Seconds since 1970, with a fraction, as milliseconds. */
export function fromSeconds(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? Math.round(value * 1000) : undefined;
}
