/** What the agent does, as a person at a terminal sees it. */
import pc from "picocolors";
import type { AgentEvent } from "../../agent/index.ts";
import { printable } from "../render/printable.ts";
import { shorten } from "../render/text.ts";

/** One line for a call, a refusal or a notice; `undefined` for what is not shown. */
export function eventLine(event: AgentEvent, columns: number): string | undefined {
  switch (event.type) {
    case "tool_call":
      return pc.dim(shorten(`● ${event.name} ${printable(targetOf(event.input))}`, columns - 1));
    case "refusal":
      return pc.yellow(shorten(`✗ ${event.tool} refused: ${event.code}`, columns - 1));
    case "tool_result":
      if (event.status !== "error") return undefined;
      return pc.dim(shorten(`  ✗ ${printable(event.output)}`, columns - 1));
    case "condensed": {
      const size = `about ${event.tokensBefore} tokens to ${event.tokensAfter}`;
      return pc.dim(shorten(`◌ condensed ${event.messages} earlier messages, ${size}`, columns - 1));
    }
    case "notice":
      return pc.yellow(printable(event.text));
    default:
      return undefined;
  }
}

function targetOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const { command, path } = input as { command?: unknown; path?: unknown };
  return String(command ?? path ?? "");
}
