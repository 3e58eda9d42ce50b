/**
 * `learn`: from transcripts to proposals, and where the person said so, to published skills.
 *
 * Contract: each session is recorded in the same transaction as what it proposed, so a run can be stopped at any instant
 * and started again, and does no session twice. Nothing is published that a person did not agree to: `publish` is the
 * person's `--yes`, or their own policy `approval: auto` for that project.
 */
import { join } from "node:path";
import { z } from "zod";
import type { Bank } from "../../bank/index.ts";
import { AutoskillError, digestOf, type ErrorJson, errorToJson, withFreeFileLock } from "../../base/index.ts";
import { type LearnedSession, learnFromTranscript } from "../../learn/index.ts";
import {
  type CandidateRecord,
  FORGOTTEN,
  findCandidate,
  findSession,
  listCandidates,
  recordSession,
  type SessionRecord,
  type Store,
  sessionsOfFile,
} from "../../store/index.ts";
import { type Configuration, loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { type PublishedProposal, reinforce } from "../decide.ts";
import { defineOperation } from "../operation.ts";
import type { Proposal } from "../proposal.ts";
import { settleProposals } from "../settle-proposals.ts";
import { SUMMARIES } from "../summaries.ts";
import { readSource } from "../transcript-source.ts";
import { extractLearned, type LearnExtractions } from "./extract-learned.ts";
import { type Placement, ProposalBook } from "./proposal-book.ts";
import { type LearnReviews, reviewLearned } from "./review-learned.ts";
import { recordSkillUse } from "./skill-use.ts";
import { selectTranscripts, type TranscriptFile } from "./sources.ts";
import { type Target, type TargetChoice, targetFor } from "./target.ts";

export interface SessionOutcome {
  agent: string;
  sessionId: string;
  sourcePath: string;
  title?: string;
  startedAt?: string;
  personTurns: number;
  toolCalls: number;
  decision: "learn" | "skip";
  /** Why: the gate's reason, or `sub_agent`, `own_run`, `forgotten`. */
  reason: string;
  signals: LearnedSession["decision"]["signals"];
  /** What became of each candidate. */
  placements: Placement[];
}

export interface LearnReport {
  dryRun: boolean;
  files: { read: number; unchanged: number; notTranscripts: number; failed: { path: string; error: ErrorJson }[] };
  sessions: SessionOutcome[];
  /** What this run proposed or added to, as it stands now. */
  proposals: Proposal[];
  published: PublishedProposal[];
  notPublished: { id: string; name: string; error: ErrorJson }[];
  /** Proposals of earlier runs that go on waiting, such as a run that was killed before it could publish. */
  waitingBefore: number;
  /** True when the person stopped the run; what was finished is kept. */
  interrupted: boolean;
  /** What a model found in a second look, where one is configured. */
  reviews: LearnReviews;
  /** The same for conversations without tool work. */
  extractions: LearnExtractions;
}

export const learnInput = z.object({
  paths: z
    .array(z.string().min(1))
    .default([])
    .describe("Transcripts, or folders of them; default: those of the agents here"),
  latest: z.boolean().default(false).describe("Only the newest session found"),
  since: z.string().optional().describe("Only sessions since a date, or of the last 12h, 7d, 2w"),
  agent: z.string().optional().describe("Only sessions of this agent"),
  project: z.string().optional().describe("Learn into this project; default: the project where a session ran"),
  user: z.boolean().default(false).describe("Learn into your own bank, for all projects"),
  dryRun: z.boolean().default(false).describe("Show what would be proposed; write nothing"),
  publish: z.boolean().default(false).describe("Publish what is proposed without asking"),
  again: z.boolean().default(false).describe("Read sessions again that were done"),
  review: z.boolean().default(true).describe("Let a model, where one is configured, look over what passed the gate"),
});

type LearnInput = z.output<typeof learnInput>;

interface DistilledRun {
  report: LearnReport;
  records: CandidateRecord[];
}

export const learn = defineOperation({
  name: "learn",
  summary: SUMMARIES.learn,
  readOnly: false,
  input: learnInput,
  handler: async (context, input): Promise<LearnReport> => {
    if (input.user && input.project !== undefined) {
      throw new AutoskillError({
        code: "INVALID_INPUT",
        message: "--user and --project exclude each other.",
        next: "Give one of them.",
      });
    }
    const noneNamed = input.paths.length === 0 && input.since === undefined;
    const selection = { ...input, latest: input.latest || noneNamed };
    const files = await selectTranscripts(context, selection);
    const locked = await withFreeFileLock(join(context.home, "locks", "learn.lock"), () =>
      learnFromFiles(context, files, input),
    );
    if (locked !== undefined) return refine(context, locked.value, input);
    throw new AutoskillError({
      code: "ALREADY_RUNNING",
      message: "Another `autoskill learn` is at work.",
      next: "Wait for it to end; then run this again.",
    });
  },
});

async function learnFromFiles(
  context: OperationContext,
  files: TranscriptFile[],
  input: LearnInput,
): Promise<DistilledRun> {
  const store = await context.store();
  const book = await ProposalBook.open(context);
  const report: LearnReport = {
    dryRun: input.dryRun,
    files: { read: 0, unchanged: 0, notTranscripts: 0, failed: [] },
    sessions: [],
    proposals: [],
    published: [],
    notPublished: [],
    waitingBefore: 0,
    interrupted: false,
    reviews: { runs: [], skipped: [], beyondLimit: 0 },
    extractions: { runs: [], failed: [], beyondLimit: 0 },
  };
  const touched = new Set<string>();
  for (const [index, file] of files.entries()) {
    if (context.signal.aborted) {
      report.interrupted = true;
      break;
    }
    context.progress({ message: file.path, done: index, total: files.length, unit: "files" });
    if (!input.again && (await isUnchanged(store, file))) {
      report.files.unchanged++;
      continue;
    }
    try {
      const outcomes = await learnFromFile(context, store, book, file, input, report);
      for (const outcome of outcomes) {
        for (const placement of outcome.placements) if ("recordId" in placement) touched.add(placement.recordId);
      }
      report.sessions.push(...outcomes);
    } catch (error) {
      if (context.signal.aborted) {
        report.interrupted = true;
        break;
      }
      report.files.failed.push({ path: file.path, error: errorToJson(error) });
    }
  }
  const waiting = await listCandidates(store, "pending");
  report.waitingBefore = waiting.filter((record) => !touched.has(record.id)).length;
  const records = [...touched].flatMap((id) => book.record(id) ?? []);
  return { report, records };
}

/** The second look of a model, and then what becomes of what both proposed. Outside of the lock, since models are slow. */
async function refine(
  context: OperationContext,
  { report, records }: DistilledRun,
  input: LearnInput,
): Promise<LearnReport> {
  if (input.dryRun) return { ...report, ...(await settleProposals(context, records, { describeOnly: true })) };
  const learned = report.sessions.filter((session) => session.decision === "learn" && session.toolCalls > 0);
  const places = learned.map(({ sourcePath, sessionId }) => ({ path: sourcePath, sessionId }));
  const reviews = input.review ? await reviewLearned(context, places, input) : report.reviews;
  const extractions = input.review ? await extractLearned(context, report.sessions, input) : report.extractions;
  const store = await context.store();
  const reviewed = [
    ...reviews.runs.flatMap((run) => (run.state === "done" ? run.proposals.map(({ id }) => id) : [])),
    ...extractions.runs.flatMap((run) => run.proposals.map(({ id }) => id)),
  ];
  const current: CandidateRecord[] = [];
  for (const id of new Set([...records.map((record) => record.id), ...reviewed])) {
    const record = await findCandidate(store, id);
    if (record?.state === "pending") current.push(record);
  }
  const ids = new Set(current.map(({ id }) => id));
  const waitingBefore = (await listCandidates(store, "pending")).filter((record) => !ids.has(record.id)).length;
  return {
    ...report,
    waitingBefore,
    reviews,
    extractions,
    ...(await settleProposals(context, current, { publish: input.publish })),
  };
}

async function isUnchanged(store: Store, file: TranscriptFile): Promise<boolean> {
  const known = await sessionsOfFile(store, file.path);
  return (
    known.length > 0 && known.every((record) => record.size === file.sizeBytes && record.mtimeMs === file.modifiedMs)
  );
}

async function learnFromFile(
  context: OperationContext,
  store: Store,
  book: ProposalBook,
  file: TranscriptFile,
  input: TargetChoice & { again: boolean; dryRun: boolean },
  report: LearnReport,
): Promise<SessionOutcome[]> {
  const now = context.clock.now();
  const targets = new Map<string, Target>();
  const earlier = new Map<string, SessionRecord>();
  // A file may hold a thousand sessions of one project.
  const configurations = new Map<string | undefined, Configuration>();
  const learned = await learnFromTranscript(file.path, {
    read: readSource,
    now,
    signal: context.signal,
    gate: async (header) => {
      const target = await targetFor(context, input, header);
      const configuration =
        configurations.get(target.projectRoot) ?? (await loadConfiguration(context, target.projectRoot));
      configurations.set(target.projectRoot, configuration);
      targets.set(header.id, target);
      const known = input.again ? undefined : await findSession(store, header.source, header.id);
      if (known !== undefined) earlier.set(header.id, known);
      return {
        enabled: configuration["learn.enabled"] && known?.gateReason !== FORGOTTEN,
        minToolCalls: configuration["learn.minimumToolCalls"],
        minSignalCalls: configuration["learn.minimumSignalCalls"],
        ...(known === undefined ? {} : { cursor: { personTurns: known.personTurns, toolCalls: known.toolCalls } }),
      };
    },
  });
  if (learned.sessions.length === 0) report.files.notTranscripts++;
  else report.files.read++;

  const outcomes: SessionOutcome[] = [];
  const supports: (() => Promise<void>)[] = [];
  for (const session of learned.sessions) {
    const placements: Placement[] = [];
    const target = targets.get(session.header.id) ?? { scope: "user" as const };
    for (const candidate of session.candidates) {
      const placement = await book.place(candidate, target, now);
      placements.push(placement);
      const published =
        placement.kind === "reinforced" ? placement.slug : "updates" in placement ? placement.updates : undefined;
      if (published !== undefined) supports.push(() => reinforce(context, { ...candidate, slug: published }, target));
    }
    const forgotten = earlier.get(session.header.id)?.gateReason === FORGOTTEN;
    outcomes.push({ ...outcomeOf(session, file.path, placements), ...(forgotten ? { reason: FORGOTTEN } : {}) });
  }
  if (input.dryRun) return outcomes;
  const banks = await banksOf(context, learned.sessions, targets);
  await store.transaction(async (transaction) => {
    await book.save(transaction);
    for (const [index, session] of learned.sessions.entries()) {
      const record = sessionRecord(session, outcomes[index]?.placements.length ?? 0, file, now);
      const before = earlier.get(session.header.id);
      if (before?.gateReason === FORGOTTEN) continue;
      const known = session.decision.reason === "nothing_new" ? before : undefined;
      const kept = known === undefined ? {} : pickDecision(known);
      await recordSession(transaction, { ...record, ...kept });
      const bank = banks.get(session.header.id);
      if (bank !== undefined) await recordSkillUse(context, transaction, bank, session);
    }
  });
  for (const support of supports) await support();
  return outcomes;
}

/** For the sessions in which skills were used: the bank as the project of each sees it. */
async function banksOf(
  context: OperationContext,
  sessions: readonly LearnedSession[],
  targets: ReadonlyMap<string, Target>,
): Promise<Map<string, Bank>> {
  const banks = new Map<string, Bank>();
  for (const { header, skillsUsed } of sessions) {
    if (skillsUsed.length > 0) banks.set(header.id, await context.bank(targets.get(header.id)?.projectRoot));
  }
  return banks;
}

function outcomeOf(session: LearnedSession, sourcePath: string, placements: Placement[]): SessionOutcome {
  const { header, decision } = session;
  return {
    agent: header.source,
    sessionId: header.id,
    sourcePath,
    ...(header.title === undefined ? {} : { title: header.title }),
    ...(header.startedAt === undefined ? {} : { startedAt: header.startedAt }),
    personTurns: decision.counters.personTurns,
    toolCalls: decision.counters.toolCalls,
    decision: session.excluded === undefined ? decision.decision : "skip",
    reason: session.excluded ?? decision.reason,
    signals: decision.signals,
    placements,
  };
}

/** A session that did not grow keeps what was decided about it. */
function pickDecision({ gate, gateReason, candidates }: SessionRecord) {
  return { gate, gateReason, candidates };
}

export function sessionRecord(
  session: LearnedSession,
  candidates: number,
  file: TranscriptFile,
  now: Date,
): SessionRecord {
  const { header, decision, cursor, factsSummary } = session;
  return {
    source: header.source,
    sessionId: header.id,
    sourcePath: file.path,
    size: file.sizeBytes,
    mtimeMs: file.modifiedMs,
    contentDigest: digestOf({ id: header.id, endedAt: header.endedAt, cursor, factsSummary }),
    ...(header.projectRoot === undefined ? {} : { projectRoot: header.projectRoot }),
    ...(header.title === undefined ? {} : { title: header.title }),
    ...(header.startedAt === undefined ? {} : { startedAt: header.startedAt }),
    ...(header.endedAt === undefined ? {} : { endedAt: header.endedAt }),
    personTurns: cursor.personTurns,
    toolCalls: cursor.toolCalls,
    gate: session.excluded === undefined ? decision.decision : ("skip" as const),
    gateReason: session.excluded ?? decision.reason,
    candidates,
    learnedAt: now.toISOString(),
  };
}
