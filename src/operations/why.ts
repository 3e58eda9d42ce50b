/** `why`: the evidence of every rule of a skill, checked against the transcripts that it points to. */
import { z } from "zod";
import type { RuleEvidenceGroup, Scope } from "../bank/index.ts";
import { digestMessage } from "../session/index.ts";
import { CONTRADICTED } from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { digestsInImport } from "./import/evidence-digests.ts";
import { defineOperation } from "./operation.ts";
import { locateSkill, skillReferenceFields } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";
import { readSource } from "./transcript-source.ts";

/**
 * - `verified`: the message is where the evidence says, and says the same.
 * - `changed`: the transcript is there, but this message is gone or says something else.
 * - `missing`: the transcript cannot be read any more (agents delete old ones).
 */
export type EvidenceStatus = "verified" | "changed" | "missing";

export interface ExplainedEvidence {
  status: EvidenceStatus;
  support: string;
  quote: string;
  agent: string;
  sessionId: string;
  /** Person turn, 1-based. */
  turn: number;
  sourcePath: string;
  span: { start: number; end: number };
}

export interface ExplainedRule {
  ruleId: string;
  section: string;
  text: string;
  line?: number;
  /** A person wrote or changed it by hand. */
  byUser: boolean;
  /** False for rules that the current text does not have any more. */
  active: boolean;
  /** Independent sessions that support it. */
  sessions: number;
  /** Sessions in which a person said the opposite. */
  contradictedBy: number;
  evidence: ExplainedEvidence[];
}

export interface Explanation {
  name: string;
  scope: Scope;
  directory?: string;
  rules: ExplainedRule[];
}

export const why = defineOperation({
  name: "why",
  summary: SUMMARIES.why,
  readOnly: true,
  input: z.object(skillReferenceFields),
  handler: async (context, input): Promise<Explanation> => {
    const located = await locateSkill(context, input);
    const groups = await located.bank.evidence(located.scope, located.slug);
    const statusOf = await checkSources(context, groups);
    return {
      name: located.slug,
      scope: located.scope,
      ...(located.skill === undefined ? {} : { directory: located.skill.directory }),
      rules: groups.map((group) => ({
        ruleId: group.ruleId,
        section: group.section ?? "",
        text: group.text ?? "",
        ...(group.line === undefined ? {} : { line: group.line }),
        byUser: group.byUser,
        active: group.active,
        sessions: sessionsIn(group.evidence.filter((record) => record.support !== CONTRADICTED)),
        contradictedBy: sessionsIn(group.evidence.filter((record) => record.support === CONTRADICTED)),
        evidence: group.evidence.map((record) => ({
          status: statusOf(record.sourcePath, record.pointer.digest),
          support: record.support,
          quote: record.quote,
          agent: record.source,
          sessionId: record.sessionId,
          turn: record.pointer.turn,
          sourcePath: record.sourcePath,
          span: record.pointer.span,
        })),
      })),
    };
  },
});

function sessionsIn(evidence: readonly { source: string; sessionId: string }[]): number {
  return new Set(evidence.map(({ source, sessionId }) => `${source}:${sessionId}`)).size;
}

/** Reads each cited transcript once and tells which of the cited messages are still in it. */
async function checkSources(
  context: OperationContext,
  groups: RuleEvidenceGroup[],
): Promise<(sourcePath: string, digest: string) => EvidenceStatus> {
  const cited = new Map<string, Set<string>>();
  const imported = new Map<string, "document" | "skill">();
  for (const record of groups.flatMap((group) => group.evidence)) {
    const ids = cited.get(record.sourcePath) ?? new Set();
    cited.set(record.sourcePath, ids.add(record.pointer.messageId));
    if (record.source === "document" || record.source === "skill") imported.set(record.sourcePath, record.source);
  }
  const digests = new Map<string, Set<string> | undefined>();
  for (const [sourcePath, messageIds] of cited) {
    context.progress({ message: `Checking ${sourcePath}` });
    const kind = imported.get(sourcePath);
    const found =
      kind === undefined
        ? await digestsIn(sourcePath, messageIds, context.signal)
        : await digestsInImport(kind, sourcePath);
    digests.set(sourcePath, found);
  }
  return (sourcePath, digest) => {
    const found = digests.get(sourcePath);
    if (found === undefined) return "missing";
    return found.has(digest) ? "verified" : "changed";
  };
}

async function digestsIn(path: string, messageIds: Set<string>, signal: AbortSignal): Promise<Set<string> | undefined> {
  const digests = new Set<string>();
  try {
    await readSource(
      path,
      {
        message: (message) => {
          if (messageIds.has(message.id)) digests.add(digestMessage(message));
        },
      },
      { signal },
    );
    return digests;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
