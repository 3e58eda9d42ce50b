/** A day of work as an OpenAI chat, the way a transcript of it would lie on disk. */
import type { Round, WorkDone } from "./task-set.ts";

export interface ChatMessage {
  role: "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** One round: the question, the files that were written, and what the person said of it. */
export function roundMessages(
  round: Pick<Round<unknown>, "id" | "question">,
  done: WorkDone | undefined,
  reply: string,
): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: "user", content: round.question }];
  if (done === undefined) return [...messages, { role: "assistant", content: "I only write files." }];
  for (const [index, path] of done.written.entries()) {
    const id = `call_${round.id.replace("/", "_")}_${index}`;
    const call = {
      id,
      type: "function" as const,
      function: { name: "write_file", arguments: JSON.stringify({ path }) },
    };
    messages.push(
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: `wrote ${path}` },
    );
  }
  return [
    ...messages,
    { role: "assistant", content: `Done, see ${done.target}.` },
    { role: "user", content: reply },
    { role: "assistant", content: "Understood." },
  ];
}
