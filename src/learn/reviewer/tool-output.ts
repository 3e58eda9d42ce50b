/** Rules whose words were taken from what tools printed: a way for somebody else's instructions to become ours. */
import type { Message, MessageReading } from "../../session/index.ts";
import type { SessionGrounds } from "./grounds.ts";
import { proseOf } from "./spans.ts";

/** Words in a row that are no longer chance. */
const RUN = 7;
const MAX_OUTPUT = 200_000;

/**
 * The rules of which seven words in a row stand in a tool's output and nowhere in what persons said or the session wrote.
 * Reads the session again; code in a rule does not count.
 */
export async function copiedFromTools(
  rules: readonly string[],
  read: MessageReading,
  grounds: SessionGrounds,
): Promise<ReadonlySet<string>> {
  const said = [...grounds.saidIn.values()].map((message) => flat(message.text)).join(" \n ");
  const written = [...grounds.written].map(flat);
  const wanted = new Map<string, string[]>();
  for (const rule of new Set(rules)) {
    const words = flat(proseOf(rule))
      .split(" ")
      .filter((word) => word !== "");
    for (let at = 0; at + RUN <= words.length; at += 1) {
      const run = words.slice(at, at + RUN).join(" ");
      if (said.includes(run) || written.some((line) => line.includes(run))) continue;
      wanted.set(run, [...(wanted.get(run) ?? []), rule]);
    }
  }
  const copied = new Set<string>();
  if (wanted.size === 0) return copied;
  await read((message) => {
    for (const text of outputsOf(message)) {
      const output = flat(text.slice(0, MAX_OUTPUT));
      for (const [run, of] of wanted) if (output.includes(run)) for (const rule of of) copied.add(rule);
    }
    return true;
  });
  return copied;
}

function outputsOf(message: Message): string[] {
  return message.parts.flatMap((part) => (part.type === "tool_result" ? [part.text] : []));
}

function flat(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
