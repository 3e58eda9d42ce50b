/** Ways to go through a session's messages more than once. */
import type { Message } from "../model.ts";
import { type ReadOptions, readTranscript } from "../read-transcript.ts";
import type { TranscriptVisitor } from "../session-emitter.ts";
import type { TranscriptReport } from "../transcript-report.ts";
import type { Conversation, MessageReading } from "./model.ts";

export interface TranscriptMessagesOptions {
  /** Which session of the file; default the first in it. */
  sessionId?: string;
  signal?: AbortSignal;
  /** How to read the file; default `readTranscript`. */
  read?: (path: string, visitor: TranscriptVisitor, options: ReadOptions) => Promise<TranscriptReport>;
}

/**
 * The messages of one session of a transcript, read from the file each time.
 * The returned function rejects with AutoskillError `TRANSCRIPT_UNREADABLE`, or with the signal's reason.
 */
export function transcriptMessages(path: string, options: TranscriptMessagesOptions = {}): MessageReading {
  const read = options.read ?? readTranscript;
  return async (visit) => {
    const stop = new AbortController();
    let wanted = options.sessionId;
    const visitor: TranscriptVisitor = {
      message(message, header) {
        wanted ??= header.id;
        if (header.id !== wanted || stop.signal.aborted) return;
        if (!visit(message)) stop.abort();
      },
    };
    const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
    try {
      await read(path, visitor, { signal });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!stop.signal.aborted) throw error;
    }
  };
}

/** Goes through the messages of a conversation, as often as it is called. */
export function messageReading({ messages }: Conversation): MessageReading {
  if (typeof messages === "function") return messages;
  let held: Promise<Message[]> | undefined;
  const isOnce = iteratesOnce(messages);
  return async (visit) => {
    if (isOnce) held ??= collect(messages);
    const source = held === undefined ? messages : await held;
    for await (const message of source) if (!visit(message)) return;
  };
}

function iteratesOnce(messages: Iterable<Message> | AsyncIterable<Message>): boolean {
  const iterator = Symbol.asyncIterator in messages ? messages[Symbol.asyncIterator]() : messages[Symbol.iterator]();
  return Object.is(iterator, messages);
}

async function collect(messages: Iterable<Message> | AsyncIterable<Message>): Promise<Message[]> {
  const all: Message[] = [];
  for await (const message of messages) all.push(message);
  return all;
}
