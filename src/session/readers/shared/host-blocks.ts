/**
 * Agent programs wrap what they add to a person's message in tags. This takes such blocks out, so that only the
 * person's own words count as said by them.
 *
 * A block is `<tag …>…</tag>` that starts a line, with a tag from the list below. The same tag in the middle of a line
 * is left alone: a person may well talk about `<system-reminder>`. A block that is never closed reaches to the end.
 */
const HOST_TAGS = [
  "system-reminder",
  "environment_context",
  "environment_details",
  "session_context",
  "hook_context",
  "user-prompt-submit-hook",
  "qwen:user-prompt-submit-context",
  "task-notification",
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "current_datetime",
  "skill-context",
  "state_snapshot",
] as const;

const HOST_BLOCK = new RegExp(
  `^[ \\t]*<(${HOST_TAGS.join("|")})(?:\\s[^>\\n]*)?>[\\s\\S]*?(?:</\\1>[ \\t]*\\n?|$(?![\\s\\S]))`,
  "gm",
);

export interface HostBlockSplit {
  /** What is left for the person, trimmed; empty when the host wrote everything. */
  person: string;
  /** The blocks that were taken out, tags included. */
  host: string[];
}

export function splitHostBlocks(text: string): HostBlockSplit {
  if (!text.includes("<")) return { person: text.trim(), host: [] };
  const host: string[] = [];
  const person = text.replace(HOST_BLOCK, (block) => {
    host.push(block.trim());
    return "";
  });
  return { person: person.trim(), host };
}
