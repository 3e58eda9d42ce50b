/** The sessions that a run of `evolve` is about: what the named files hold, each session once. */
import { digestOf, type ErrorJson, errorToJson } from "../../base/index.ts";
import { createFactCollector, type FactCollector, type SessionFacts, type SessionHeader } from "../../session/index.ts";
import { FORGOTTEN, findSession, type Store } from "../../store/index.ts";
import { type OperationContext, throwIfInterrupted } from "../context.ts";
import type { TranscriptFile } from "../learn/sources.ts";
import { readSource } from "../transcript-source.ts";
import { isForgotten } from "./kept-analyses.ts";

export interface FoundSession {
  path: string;
  header: SessionHeader;
  facts: SessionFacts;
  /** Digest of what was said and done, for what is kept between runs. */
  digest: string;
}

export type SkippedReason = "sub_agent" | "own_run" | "forgotten" | "empty" | "copy";

export interface SkippedSession {
  path: string;
  sessionId: string;
  reason: SkippedReason;
}

export interface FoundSessions {
  /** By agent and id. */
  sessions: FoundSession[];
  skipped: SkippedSession[];
  failed: { path: string; error: ErrorJson }[];
  notTranscripts: number;
}

/** @throws AutoskillError `INTERRUPTED` */
export async function findSessions(
  context: OperationContext,
  files: readonly TranscriptFile[],
): Promise<FoundSessions> {
  const store = await context.store();
  const found: FoundSessions = { sessions: [], skipped: [], failed: [], notTranscripts: 0 };
  const all: FoundSession[] = [];
  for (const [index, { path }] of files.entries()) {
    throwIfInterrupted(context);
    context.progress({ message: path, done: index, total: files.length, unit: "files" });
    try {
      const inside = await sessionsIn(context, path);
      if (inside.length === 0) found.notTranscripts += 1;
      all.push(...inside);
    } catch (error) {
      throwIfInterrupted(context);
      found.failed.push({ path, error: errorToJson(error) });
    }
  }
  all.sort(byContent);
  for (const [index, session] of all.entries()) {
    const reason = (await reasonToSkip(store, session)) ?? (isCopy(session, index, all) ? "copy" : undefined);
    if (reason === undefined) found.sessions.push(session);
    else found.skipped.push({ path: session.path, sessionId: session.header.id, reason });
  }
  return found;
}

async function sessionsIn(context: OperationContext, path: string): Promise<FoundSession[]> {
  const collectors = new Map<string, { header: SessionHeader; collector: FactCollector }>();
  await readSource(
    path,
    {
      session(header) {
        collectors.set(header.id, { header, collector: createFactCollector(header) });
      },
      message(message, header) {
        collectors.get(header.id)?.collector.add(message);
      },
    },
    { signal: context.signal },
  );
  return [...collectors.values()].map(({ header, collector }) => {
    const facts = collector.finish();
    return { path, header, facts, digest: digestOf({ source: header.source, id: header.id, done: traceOf(facts) }) };
  });
}

/** The digests of what was said and called, in order. */
function traceOf(facts: SessionFacts): string[] {
  const said = facts.personWords.map(({ pointer }) => `${pointer.turn} ${pointer.digest}`);
  return [...said, ...facts.toolCalls.map(({ call, status }) => `${call.turn} ${call.digest} ${status}`)];
}

async function reasonToSkip(store: Store, { header, facts }: FoundSession): Promise<SkippedReason | undefined> {
  if (facts.ownRun) return "own_run";
  if (header.subAgentOf !== undefined) return "sub_agent";
  if (facts.personTurns === 0 && facts.toolCalls.length === 0) return "empty";
  const known = await findSession(store, header.source, header.id);
  const forgotten = known?.gateReason === FORGOTTEN || (await isForgotten(store, header.id));
  return forgotten ? "forgotten" : undefined;
}

/** Person turns from which the same beginning is no chance: many tasks begin with the same request. */
const MIN_SHARED_TURNS = 2;

/**
 * One session supports a rule once: the same session in another file, or one that was continued or forked under another id
 * and holds all of this one. The longest stands for all.
 */
function isCopy(session: FoundSession, index: number, all: readonly FoundSession[]): boolean {
  return all.some((other, at) => {
    if (at === index) return false;
    const sameId = other.header.id === session.header.id && other.header.source === session.header.source;
    if (!sameId && !holdsAll(other, session)) return false;
    const longer = sizeOf(other) - sizeOf(session);
    return longer > 0 || (longer === 0 && at < index);
  });
}

function sizeOf({ facts }: FoundSession): number {
  return facts.personTurns + facts.toolCalls.length;
}

function holdsAll(other: FoundSession, session: FoundSession): boolean {
  const { personWords, toolCalls } = session.facts;
  if (personWords.length < MIN_SHARED_TURNS || other.header.source !== session.header.source) return false;
  const { personWords: words, toolCalls: calls } = other.facts;
  return (
    personWords.every(({ pointer }, index) => words[index]?.pointer.digest === pointer.digest) &&
    toolCalls.every(({ call }, index) => calls[index]?.call.digest === call.digest)
  );
}

function byContent(one: FoundSession, other: FoundSession): number {
  const key = ({ header, digest, path }: FoundSession) => `${header.source}\0${header.id}\0${digest}\0${path}`;
  const [left, right] = [key(one), key(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}
