/** One session of a transcript: its header and the facts that the gate asks about. */
import { resolve } from "node:path";
import { AutoskillError } from "../../base/index.ts";
import { createFactCollector, type FactCollector, type SessionFacts, type SessionHeader } from "../../session/index.ts";
import type { OperationContext } from "../context.ts";
import { readSource } from "../transcript-source.ts";

export interface SessionOfPath {
  /** Absolute. */
  path: string;
  header: SessionHeader;
  facts: SessionFacts;
}

/**
 * The named session; without a name the last one that is no sub-agent's. A file with sub-agents only gives one of them.
 *
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE`, `NO_SESSION_IN_FILE`
 */
export async function sessionOfPath(
  context: OperationContext,
  path: string,
  sessionId?: string,
): Promise<SessionOfPath> {
  const absolute = resolve(context.workingDirectory, path);
  const found = new Map<string, { header: SessionHeader; collector: FactCollector }>();
  const isWanted = (header: SessionHeader) => sessionId === undefined || header.id === sessionId;
  await readSource(
    absolute,
    {
      session(header) {
        if (isWanted(header)) found.set(header.id, { header, collector: createFactCollector(header) });
      },
      message(message, header) {
        found.get(header.id)?.collector.add(message);
      },
    },
    { signal: context.signal },
  );
  const all = [...found.values()];
  const chosen = all.findLast(({ header }) => header.subAgentOf === undefined) ?? all.at(-1);
  if (chosen === undefined) {
    throw new AutoskillError({
      code: "NO_SESSION_IN_FILE",
      message:
        sessionId === undefined ? `${absolute} holds no session.` : `${absolute} does not hold session ${sessionId}.`,
      next: "Run `autoskill sessions` to see what there is.",
    });
  }
  return { path: absolute, header: chosen.header, facts: chosen.collector.finish() };
}
