/**
 * OpenClaw: `~/.openclaw/agents/<agent>/sessions/<id>.jsonl`. It writes Pi's entries (see `pi-entries.ts`), and is told
 * from Pi by what only it writes: `model-snapshot` and `openclaw…` custom entries, entries that hang on the session's
 * own id, its name or folder in the header.
 *
 * A user message comes through a channel (chat, mail, timer): metadata blocks and system events in front of the words
 * are the host's, and so are heartbeats, which nobody said.
 */
import type { TranscriptFormat } from "../reader.ts";
import { openEntries, recogniseEntries } from "./pi-entries.ts";
import { type HostBlockSplit, splitHostBlocks } from "./shared/host-blocks.ts";
import { asRecord, asString } from "./shared/json-access.ts";

export const openClaw: TranscriptFormat = {
  kind: "openclaw",
  layout: "lines",
  recognise(sample) {
    const confidence = recogniseEntries(sample.values);
    return confidence > 0 && hasOwnMark(sample.values) ? Math.min(1, confidence + 0.05) : 0;
  },
  open: (context) => openEntries(context, { separate: separateChannelText }),
};

function hasOwnMark(values: readonly unknown[]): boolean {
  let sessionId: string | undefined;
  return values.some((value) => {
    const entry = asRecord(value);
    if (entry?.type === "session") {
      sessionId = asString(entry.id);
      return /openclaw/i.test(`${asString(entry.id) ?? ""} ${asString(entry.cwd) ?? ""}`);
    }
    const customType = asString(entry?.customType);
    return (
      customType === "model-snapshot" ||
      customType?.startsWith("openclaw") === true ||
      entry?.agent === "openclaw" ||
      (sessionId !== undefined && entry?.parentId === sessionId)
    );
  });
}

/** `Conversation info (untrusted metadata):` and the like, followed by a fenced JSON block. */
const METADATA_BLOCK = /^[A-Z][^\n]{0,80}\(untrusted[^\n)]*\):\n```(?:json)?\n[\s\S]*?\n```\s*/gm;
/** `System: [2026-01-02 03:04:05 UTC] Node connected`, one event a line. */
const SYSTEM_EVENT = /^System:? \[[^\]\n]+\][^\n]*(?:\n|$)/gm;
/** Lines of the channel: `[message_id: 7]`, `[media attached: a.png …]`, `To send an image back, …`. */
const CHANNEL_LINE =
  /^(?:\[message_id:[^\]\n]*\]|\[media attached[^\n]*\]|To send an image back,[^\n]*)[ \t]*(?:\n|$)/gm;
/** `[Wed 2026-01-07 15:56 GMT+1] ` or `[Telegram Ada id:1 2026-01-07 15:56 UTC] ` in front of the words. */
const ENVELOPE = /^\[[^\]\n]*\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^\]\n]*\][ \t]*/;
const NOBODY_SAID = /^(?:Read HEARTBEAT\.md\b|A new session was started via \/(?:new|reset)\b|\[cron:)/;

function separateChannelText(text: string): HostBlockSplit {
  const { person, host } = splitHostBlocks(text);
  const keep = (block: string): string => {
    host.push(block.trim());
    return "";
  };
  const rest = [METADATA_BLOCK, SYSTEM_EVENT, CHANNEL_LINE, ENVELOPE].reduce(
    (left, pattern) => left.replace(pattern, keep).trim(),
    person,
  );
  return NOBODY_SAID.test(rest) ? { person: "", host: [...host, rest] } : { person: rest, host };
}
