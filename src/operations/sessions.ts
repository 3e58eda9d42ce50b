/** `sessions`: what can be learned from, of all agents found on this machine, newest first. */
import { z } from "zod";
import { AutoskillError } from "../base/index.ts";
import { findTranscripts, type HostDiagnostic } from "../hosts/index.ts";
import { listSessions } from "../store/index.ts";
import { hostPlace } from "./context.ts";
import { defineOperation } from "./operation.ts";
import { parseSince } from "./since.ts";
import { SUMMARIES } from "./summaries.ts";

export interface ListedSession {
  agent: string;
  path: string;
  modifiedAt: string;
  sizeBytes: number;
  /** What `learn` decided about it, once it looked. */
  learned?: { gate: string; reason: string; candidates: number; at: string; title?: string };
}

/** @throws AutoskillError `INVALID_INPUT` when an agent was named that nobody knows. */
export function refuseUnknownAgent(diagnostics: readonly HostDiagnostic[]): void {
  const unknown = diagnostics.find((diagnostic) => diagnostic.code === "UNKNOWN_AGENT");
  if (unknown === undefined) return;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: unknown.message,
    next: "Give one of these with --agent.",
  });
}

export const sessions = defineOperation({
  name: "sessions",
  summary: SUMMARIES.sessions,
  readOnly: true,
  input: z.object({
    agent: z.string().optional(),
    since: z.string().optional().describe("A date, or an age such as 12h, 7d, 2w"),
    limit: z.coerce.number().int().min(1).default(50),
  }),
  handler: async (
    context,
    input,
  ): Promise<{ sessions: ListedSession[]; total: number; diagnostics: HostDiagnostic[] }> => {
    const { items, diagnostics } = await findTranscripts({
      ...hostPlace(context),
      ...(input.agent === undefined ? {} : { agents: [input.agent] }),
      ...(input.since === undefined ? {} : { since: parseSince(input.since, context.clock.now()) }),
    });
    refuseUnknownAgent(diagnostics);
    const own = items.filter((item) => !item.subAgent);
    const records = new Map((await listSessions(await context.store())).map((record) => [record.sourcePath, record]));
    const listed = own.slice(0, input.limit).map((item): ListedSession => {
      const record = records.get(item.path);
      return {
        agent: item.agent,
        path: item.path,
        modifiedAt: item.modifiedAt,
        sizeBytes: item.sizeBytes,
        ...(record === undefined
          ? {}
          : {
              learned: {
                gate: record.gate,
                reason: record.gateReason,
                candidates: record.candidates,
                at: record.learnedAt,
                ...(record.title === undefined ? {} : { title: record.title }),
              },
            }),
      };
    });
    return { sessions: listed, total: own.length, diagnostics };
  },
});
