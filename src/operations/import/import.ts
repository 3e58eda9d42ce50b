/**
 * `import`: what lies in archives of conversations, trajectories of agents, documents and skills from elsewhere, as
 * candidates that go the way of all candidates.
 *
 * Contract: streaming; resumable (each unit is recorded with what it proposed); incremental by content (a second run does
 * nothing). Nothing that is imported is ever run, and no link is followed.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AutoskillError, withFreeFileLock, ZIP_BOUNDS } from "../../base/index.ts";
import { documentKindOf } from "../../learn/index.ts";
import { findCandidate, findImportedItem, recordImportedItem, summarizeModelCalls } from "../../store/index.ts";
import { approvalPolicy } from "../approval-policy.ts";
import type { OperationContext } from "../context.ts";
import { reviewLearned } from "../learn/review-learned.ts";
import { defineOperation } from "../operation.ts";
import type { ProposalPayload } from "../proposal.ts";
import { isForeignDocument, settleProposals } from "../settle-proposals.ts";
import { SUMMARIES } from "../summaries.ts";
import { extractImported, looksWithModel } from "./extract-imported.ts";
import { findSources, type ImportSource } from "./find-sources.ts";
import { importConversations } from "./import-conversations.ts";
import { importDocument, importDocumentFile } from "./import-documents.ts";
import { guarded, type ImportRun, isOver, openRun, pendingRecords, unitId } from "./import-run.ts";
import { createSkillImporter } from "./import-skills.ts";
import { type ImportInput, type ImportReport, importInput } from "./model.ts";
import { holdsSkillLines, readSkillFolder, readSkillLines, readSkillZip } from "./read-skills.ts";

export const importArchives = defineOperation({
  name: "import",
  summary: SUMMARIES.import,
  readOnly: false,
  input: importInput,
  handler: async (context, input): Promise<ImportReport> => {
    if (input.user && input.project !== undefined) {
      throw new AutoskillError({
        code: "INVALID_INPUT",
        message: "--user and --project exclude each other.",
        next: "Give one of them.",
      });
    }
    const startedAt = context.clock.now();
    const locked = await withFreeFileLock(join(context.home, "locks", "learn.lock"), () => importAll(context, input));
    if (locked === undefined) {
      throw new AutoskillError({
        code: "ALREADY_RUNNING",
        message: "Another `autoskill learn` or `import` is at work.",
        next: "Wait for it to end; then run this again.",
      });
    }
    await settle(locked.value, startedAt);
    return locked.value.report;
  },
});

async function importAll(context: OperationContext, input: ImportInput): Promise<ImportRun> {
  const problems: ImportReport["files"]["failed"] = [];
  const refused: ImportReport["files"]["refused"] = [];
  const sources = await findSources(context, input.paths, {
    kinds: input.kinds,
    report: { failed: problems, refused },
  });
  const run = await openRun(
    context,
    input,
    sources.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  run.report.files.refused.push(...refused);
  for (const source of sources) {
    if (isOver(run)) break;
    run.progress.at(source.path, 0);
    await guarded(run, source.path, () => importSource(run, source));
    run.progress.next(source.sizeBytes);
  }
  return run;
}

async function importSource(run: ImportRun, source: ImportSource): Promise<void> {
  const { report, input, store } = run;
  if (source.form === "skill") {
    const skills = await createSkillImporter(run);
    await skills.add(await readSkillFolder(source));
    await skills.finish();
    report.files.read++;
    return;
  }
  const digest = await digestOfFile(source.path);
  const { kinds, mine, minTurns, language, modelFamily, project, user } = input;
  const id = unitId("file", digest, JSON.stringify({ kinds, mine, minTurns, language, modelFamily, project, user }));
  const before = input.again ? undefined : await findImportedItem(store, id);
  if (before !== undefined && before.path === source.path) {
    report.files.unchanged++;
    for (const candidate of (before.detail.candidates as string[] | undefined) ?? []) run.touched.add(candidate);
    return;
  }
  const touchedBefore = new Set(run.touched);
  const failedBefore = report.files.failed.length;
  const recognised = source.form === "zip" ? await importZip(run, source) : await importFile(run, source);
  if (recognised) report.files.read++;
  else report.files.notRecognised.push(source.path);
  if (input.dryRun || report.interrupted || report.limitReached || report.files.failed.length > failedBefore) return;
  const candidates = [...run.touched].filter((candidate) => !touchedBefore.has(candidate));
  const record = () =>
    recordImportedItem(store, {
      id,
      kind: "file",
      path: source.path,
      digest,
      outcome: recognised ? "read" : "not_recognised",
      detail: candidates.length === 0 ? {} : { candidates },
      importedAt: run.now.toISOString(),
    });
  // Until a model has looked at its conversations, a file is not done.
  if (run.talks.length > 0 && (await looksWithModel(run))) run.later.push(record);
  else await record();
}

/** What a file is, its content says: sessions first, since some agents write theirs as Markdown. */
async function importFile(run: ImportRun, source: ImportSource): Promise<boolean> {
  const wants = (kind: ImportInput["kinds"][number]): boolean =>
    run.input.kinds.length === 0 || run.input.kinds.includes(kind);
  const documentKind = documentKindOf(source.path);
  const isText = documentKind === undefined || documentKind === "markdown" || documentKind === "text";
  if (/\.jsonl(?:\.gz)?$|\.ndjson$/i.test(source.path) && (await holdsSkillLines(source.path).catch(() => false))) {
    if (!wants("skills")) return true;
    const skills = await createSkillImporter(run);
    try {
      for await (const found of readSkillLines(source.path, (bytes) => run.progress.at(source.path, bytes))) {
        await skills.add(found);
        if (isOver(run)) break;
      }
    } finally {
      await skills.finish();
    }
    return true;
  }
  if (isText && (wants("conversations") || documentKind === undefined)) {
    const { kind } = await importConversations(run, source);
    if (kind !== "unknown" && kind !== "empty") return true;
  }
  if (documentKind === undefined || !wants("documents")) return false;
  await importDocumentFile(run, source);
  return true;
}

async function importZip(run: ImportRun, source: ImportSource): Promise<boolean> {
  const { report, input } = run;
  const wants = (kind: ImportInput["kinds"][number]): boolean => input.kinds.length === 0 || input.kinds.includes(kind);
  if (source.sizeBytes > ZIP_BOUNDS.totalBytes) {
    throw new AutoskillError({
      code: "ARCHIVE_TOO_LARGE",
      message: `${source.path} has ${source.sizeBytes} bytes; at most ${ZIP_BOUNDS.totalBytes} are unpacked.`,
      next: "Unpack it yourself and give the folder.",
    });
  }
  const { skills, others, refused } = readSkillZip(await readFile(source.path), source.path);
  for (const { path, reason } of refused) report.files.refused.push({ path: `${source.path}!${path}`, reason });
  if (wants("skills")) {
    const importer = await createSkillImporter(run);
    for (const found of skills) {
      if (isOver(run)) break;
      await guarded(run, found.path, () => importer.add(found));
    }
    await importer.finish();
  }
  // Beside skills, other files are usually about the archive itself; they are read where there are none, or when asked for.
  const wantsBeside = (kind: ImportInput["kinds"][number]): boolean =>
    input.kinds.includes(kind) || (skills.length === 0 && wants(kind));
  const talks = wantsBeside("conversations") ? await importZippedConversations(run, source, others) : 0;
  // Exports of chat programs hold a page that shows the same conversations.
  if (input.kinds.includes("documents") || (talks === 0 && wantsBeside("documents"))) {
    for (const { path, read } of others) {
      if (isOver(run)) break;
      if (documentKindOf(path) === undefined) continue;
      await guarded(run, `${source.path}!${path}`, () => importDocument(run, `${source.path}!${path}`, read()));
    }
  }
  return skills.length > 0 || talks > 0 || others.some(({ path }) => documentKindOf(path) !== undefined);
}

/** @returns in how many files of the archive there were conversations. */
async function importZippedConversations(
  run: ImportRun,
  archive: ImportSource,
  files: readonly { path: string; read(): Uint8Array }[],
): Promise<number> {
  let found = 0;
  for (const { path, read } of files) {
    if (isOver(run)) break;
    if (!/\.(?:json|jsonl|ndjson)$/i.test(path)) continue;
    const place = `${archive.path}!${path}`;
    await guarded(run, place, async () => {
      const bytes = read();
      const { kind } = await importConversations(run, { ...archive, path: place, sizeBytes: bytes.length }, bytes);
      if (kind !== "unknown" && kind !== "empty") found++;
    });
  }
  return found;
}

function digestOfFile(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hash = createHash("sha256");
    createReadStream(path)
      .on("data", (chunk) => hash.update(chunk))
      .on("error", reject)
      .on("end", () => resolve(hash.digest("hex")));
  });
}

/** A model's second look, then what becomes of the proposals; outside of the lock, since models are slow. */
async function settle(run: ImportRun, startedAt: Date): Promise<void> {
  const { context, input, report, store } = run;
  if (!input.dryRun && input.review && !report.interrupted && run.learned.length > 0) {
    report.reviews = await reviewLearned(context, run.learned, input);
    for (const review of report.reviews.runs) {
      if (review.state === "done") for (const { id } of review.proposals) run.touched.add(id);
    }
  }
  if (!report.interrupted && run.talks.length > 0 && (await looksWithModel(run))) {
    report.extractions = await extractImported(run);
    if (!report.interrupted && report.extractions.beyondLimit + report.extractions.failed.length === 0) {
      for (const record of run.later) await record();
    }
  }
  const records = input.dryRun ? pendingRecords(run) : [];
  if (!input.dryRun) {
    for (const id of run.touched) {
      const record = await findCandidate(store, id);
      if (record?.state === "pending") records.push(record);
    }
  }
  const policies = new Map<string | undefined, string>();
  const decided: typeof records = [];
  for (const record of records) {
    const { candidate, projectRoot } = record.payload as ProposalPayload;
    const policy = policies.get(projectRoot) ?? (await approvalPolicy(context, projectRoot));
    policies.set(projectRoot, policy);
    if (!input.dryRun && (input.publish || (policy === "auto" && !isForeignDocument(record)))) decided.push(record);
    else report.waiting.push({ id: record.id, name: record.slug, action: candidate.action });
  }
  for (const [at, record] of decided.entries()) {
    context.progress({ message: record.slug, done: at, total: decided.length, unit: "published" });
    const settled = await settleProposals(context, [record], { publish: input.publish });
    report.published.push(...settled.published);
    report.notPublished.push(...settled.notPublished);
    if (settled.published.length === 0) report.waiting.push({ id: record.id, name: record.slug, action: "create" });
  }
  for (const { calls, inputTokens, outputTokens } of await summarizeModelCalls(store, startedAt.toISOString())) {
    report.cost.calls += Number(calls);
    report.cost.inputTokens += Number(inputTokens);
    report.cost.outputTokens += Number(outputTokens);
  }
  report.elapsedMs = context.clock.now().getTime() - startedAt.getTime();
}
