/**
 * The state of one import: what was met, what became of it, and how far it is. Each unit is recorded in the same
 * transaction as what it proposed, so that a run may be killed at any instant and the next one does the rest only.
 */
import { contentId, errorToJson } from "../../base/index.ts";
import {
  type CandidateRecord,
  findImportedItem,
  type ImportedItem,
  recordImportedItem,
  type Store,
  type StoreConnection,
} from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { type Placement, ProposalBook } from "../learn/proposal-book.ts";
import type { ImportedUnit, ImportInput, ImportReport } from "./model.ts";

const MAX_ITEMS = 1_000;

export interface SeenConversation {
  agent: string;
  sessionId: string;
  path: string;
  personTurns: number;
}

export interface ImportRun {
  readonly context: OperationContext;
  readonly input: ImportInput;
  readonly store: Store;
  readonly book: ProposalBook;
  readonly report: ImportReport;
  readonly now: Date;
  /** Ids of the candidates that this run, or an earlier one over the same units, proposed or added to. */
  readonly touched: Set<string>;
  readonly progress: ImportProgress;
  /** Conversations without tool work, for a model to look at. */
  readonly talks: SeenConversation[];
  /** To be recorded once a model has looked at what was seen. */
  readonly later: (() => Promise<void>)[];
  /** Sessions that a model may look over. */
  readonly learned: { path: string; sessionId: string }[];
}

export async function openRun(context: OperationContext, input: ImportInput, totalBytes: number): Promise<ImportRun> {
  const store = await context.store();
  const report: ImportReport = {
    dryRun: input.dryRun,
    interrupted: false,
    limitReached: false,
    files: { read: 0, unchanged: 0, notRecognised: [], failed: [], refused: [] },
    units: { done: 0, known: 0, filtered: 0, byKind: {} },
    learned: 0,
    merged: 0,
    discarded: 0,
    discardedBecause: {},
    items: [],
    itemsLeftOut: 0,
    waiting: [],
    published: [],
    notPublished: [],
    reviews: { runs: [], skipped: [], beyondLimit: 0 },
    extractions: { runs: [], failed: [], beyondLimit: 0 },
    cost: { calls: 0, inputTokens: 0, outputTokens: 0 },
    elapsedMs: 0,
  };
  const book = await ProposalBook.open(context);
  const progress = createProgress(context, report, totalBytes);
  return {
    context,
    input,
    store,
    book,
    report,
    now: context.clock.now(),
    touched: new Set(),
    progress,
    talks: [],
    later: [],
    learned: [],
  };
}

/** True when the run should not begin another unit. */
export function isOver({ context, input, report }: ImportRun): boolean {
  if (context.signal.aborted) report.interrupted = true;
  else if (input.limit !== undefined && report.units.done >= input.limit) report.limitReached = true;
  return report.interrupted || report.limitReached;
}

/** Identity of a unit for one destination. */
export function unitId(kind: string, digest: string, destination: string): string {
  return contentId("import", { kind, digest, destination });
}

/** True when an earlier run dealt with it; what that proposed belongs to this run too. */
export async function isKnown(run: ImportRun, id: string): Promise<boolean> {
  if (run.input.again) return false;
  const item = await findImportedItem(run.store, id);
  if (item === undefined) return false;
  run.report.units.known++;
  const { candidates } = item.detail;
  if (Array.isArray(candidates)) for (const candidate of candidates) run.touched.add(String(candidate));
  return true;
}

export interface DoneUnit {
  id: string;
  digest: string;
  unit: ImportedUnit;
  placements: Placement[];
}

/** Counts the units, and records them with what they proposed, at once. */
export async function settleUnits(
  run: ImportRun,
  done: readonly DoneUnit[],
  also: (transaction: StoreConnection) => Promise<void> = async () => {},
): Promise<void> {
  if (!run.input.dryRun) {
    await run.store.transaction(async (transaction) => {
      await run.book.save(transaction);
      await also(transaction);
      for (const item of done) await recordImportedItem(transaction, itemOf(item, run.now));
    });
  }
  for (const { unit, placements } of done) count(run, unit, placements);
}

function itemOf({ id, digest, unit, placements }: DoneUnit, now: Date): ImportedItem {
  const candidates = placements.flatMap((placement) => ("recordId" in placement ? [placement.recordId] : []));
  return {
    id,
    kind: unit.kind,
    path: unit.path,
    digest,
    outcome: unit.outcome,
    detail: {
      reason: unit.reason,
      ...(unit.name === undefined ? {} : { name: unit.name }),
      ...(unit.skills.length === 0 ? {} : { skills: unit.skills }),
      ...(candidates.length === 0 ? {} : { candidates }),
    },
    importedAt: now.toISOString(),
  };
}

function count({ report, touched }: ImportRun, unit: ImportedUnit, placements: readonly Placement[]): void {
  report.units.done++;
  report.units.byKind[unit.kind] = (report.units.byKind[unit.kind] ?? 0) + 1;
  report[unit.outcome]++;
  if (unit.outcome === "discarded")
    report.discardedBecause[unit.reason] = (report.discardedBecause[unit.reason] ?? 0) + 1;
  for (const placement of placements) if ("recordId" in placement) touched.add(placement.recordId);
  const isDiscarded = unit.outcome === "discarded";
  const alike = isDiscarded ? report.discarded : report.learned + report.merged;
  if (alike <= MAX_ITEMS) report.items.push(unit);
  else report.itemsLeftOut++;
}

/** What the placements of a unit amount to. */
export function outcomeOf(
  placements: readonly Placement[],
  otherwise: string,
): Pick<ImportedUnit, "outcome" | "reason"> {
  const isNew = (placement: Placement): boolean => placement.kind === "proposed" && placement.updates === undefined;
  if (placements.some(isNew)) return { outcome: "learned", reason: "proposed" };
  const merged = placements.find(({ kind }) => kind === "proposed" || kind === "extended" || kind === "reinforced");
  if (merged !== undefined)
    return { outcome: "merged", reason: merged.kind === "proposed" ? "update_proposed" : merged.kind };
  return { outcome: "discarded", reason: placements[0]?.kind ?? otherwise };
}

export function skillsOf(run: ImportRun, placements: readonly Placement[]): string[] {
  const slugs = placements.map((placement) => {
    if (!("recordId" in placement)) return placement.slug;
    return placement.updates ?? run.book.record(placement.recordId)?.slug ?? placement.recordId;
  });
  return [...new Set(slugs)];
}

/** Runs the work on one source; what fails is reported, and the rest goes on. */
export async function guarded(run: ImportRun, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (run.context.signal.aborted) run.report.interrupted = true;
    else run.report.files.failed.push({ path, error: errorToJson(error) });
  }
}

export function pendingRecords({ book, touched }: ImportRun): CandidateRecord[] {
  return [...touched].flatMap((id) => book.record(id) ?? []);
}

export interface ImportProgress {
  /** So many bytes of the current source are read. */
  at(path: string, bytes: number): void;
  /** The source is done. */
  next(sizeBytes: number): void;
}

function createProgress(context: OperationContext, report: ImportReport, totalBytes: number): ImportProgress {
  const startedAt = context.clock.now().getTime();
  let before = 0;
  return {
    at(path, bytes) {
      const share = totalBytes === 0 ? 1 : Math.min(1, (before + bytes) / totalBytes);
      const seconds = (context.clock.now().getTime() - startedAt) / 1_000;
      const left = share > 0.01 && seconds > 2 ? `, about ${duration((seconds / share) * (1 - share))} left` : "";
      const found = `${report.units.done} done, ${report.learned} learned, ${report.merged} merged${left}`;
      context.progress({ message: `${found}  ${path}`, done: Math.floor(share * 100), total: 100, unit: "%" });
    },
    next(sizeBytes) {
      before += sizeBytes;
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
