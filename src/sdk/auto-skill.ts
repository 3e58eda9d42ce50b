/**
 * `AutoSkill`: the whole learning layer as one object, for programs that embed it. Everything lies in files below `home`;
 * no server, no key and no configuration are needed. What a model does, where there is one, runs in the background.
 */
import { resolve } from "node:path";
import { AutoskillError, errorToJson } from "../base/index.ts";
import { DEFAULT_REWRITE_DEADLINE, isExtractDue, type RewrittenQuery, rewriteQuery } from "../learn/index.ts";
import {
  configGet,
  createOperationContext,
  type ExportReport,
  type ExtractionReport,
  enqueueReview,
  exportSkills,
  extractedUpTo,
  type ImportReport,
  importArchives,
  learn,
  type OperationContext,
  openModel,
  renderContext,
  runExtraction,
  runOperation,
  runReviewJobs,
  search,
} from "../operations/index.ts";
import { recordUsage, skillId } from "../store/index.ts";
import { createListeners, type Listeners } from "./events.ts";
import { type IngestSource, recordsOf } from "./ingested-records.ts";
import type {
  AutoSkillEvents,
  AutoSkillOptions,
  ContextOptions,
  Ingested,
  IngestOptions,
  RenderedContext,
  SearchOptions,
  SearchResult,
} from "./model.ts";
import { saveSession } from "./save-session.ts";
import { checkUser, createSkillsApi, type SkillsApi } from "./skills.ts";

const CONTEXT_TOKENS = 4_000;

export class AutoSkill {
  /** The bank: list, get, approve, reject, edit, remove, history, rollback, why, ledger, undo, used. */
  readonly skills: SkillsApi;
  readonly #context: OperationContext;
  readonly #options: AutoSkillOptions;
  readonly #listeners: Listeners<AutoSkillEvents>;
  readonly #project: string;
  readonly #stop: AbortController;
  #background: Promise<unknown> = Promise.resolve();
  /** One at a time, in the order in which they were asked for. */
  #ingesting: Promise<unknown> = Promise.resolve();
  #last: { sessionId: string; path: string } | undefined;
  #closed = false;

  private constructor(
    context: OperationContext,
    options: AutoSkillOptions,
    listeners: Listeners<AutoSkillEvents>,
    stop: AbortController,
  ) {
    this.#context = context;
    this.#options = options;
    this.#listeners = listeners;
    this.#stop = stop;
    this.#project = options.project === undefined ? context.home : resolve(options.project);
    this.skills = createSkillsApi(context, this.#project);
  }

  /**
   * Opens a home; it is made when there is none. Close it when done.
   *
   * @throws AutoskillError `INVALID_INPUT`; `STORE_…` when the database below `home` cannot be opened
   * @example const autoskill = await AutoSkill.open({ home: "./state", approval: "auto" });
   */
  static async open(options: AutoSkillOptions = {}): Promise<AutoSkill> {
    const listeners = createListeners<AutoSkillEvents>();
    const stop = new AbortController();
    const environment = options.environment ?? process.env;
    const user = options.user === undefined ? {} : { AUTOSKILL_USER: checkUser(options.user) };
    const context = createOperationContext({
      environment: { ...environment, ...user },
      progress: (event) => listeners.emit("progress", event),
      signal: options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]),
      ...(options.home === undefined ? {} : { home: options.home }),
      ...(options.userHome === undefined ? {} : { userHome: options.userHome }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...(options.model === undefined ? {} : { model: options.model }),
      ...(options.project === undefined ? {} : { workingDirectory: options.project }),
    });
    await context.store();
    return new AutoSkill(context, options, listeners, stop);
  }

  /**
   * Saves a conversation, a session or a trace of events, redacted, and learns from it. Resolves when what needs no model
   * is done; where a model is configured it goes on in the background (see `idle`, and the events `extracted`, `reviewed`).
   * The same messages again do nothing; the same with more at the end go on with the session.
   *
   * @param source chat messages, a `Session` of `loadSessions`, or events; may be empty
   * @throws AutoskillError `INGEST_CONFLICT` when the session id has other messages; `INVALID_INPUT`; `CLOSED`
   */
  ingest(source: IngestSource, options: IngestOptions = {}): Promise<Ingested> {
    const ingested = this.#ingesting.then(() => this.#ingest(source, options));
    this.#ingesting = ingested.catch(() => undefined);
    return ingested;
  }

  async #ingest(source: IngestSource, options: IngestOptions): Promise<Ingested> {
    this.#mustBeOpen();
    const records = recordsOf(source);
    const place = { home: this.#context.home, projectRoot: this.#project, clock: this.#context.clock };
    const id = options.sessionId ?? ("id" in source ? source.id : undefined);
    const saved = await saveSession(place, id, records);
    this.#last = saved;
    const report = await patiently(() =>
      runOperation(learn, this.#context, {
        ...this.#target(),
        paths: [saved.path],
        review: false,
        publish: this.#options.approval === "auto",
      }),
    );
    const outcome = report.sessions.find(({ sessionId }) => sessionId === saved.sessionId);
    const { proposals, published } = report;
    const ingested: Ingested = { ...saved, proposals, published, ...(outcome === undefined ? {} : { outcome }) };
    for (const proposal of proposals) this.#listeners.emit("proposed", proposal);
    for (const one of published) this.#listeners.emit("published", one);
    this.#listeners.emit("ingested", ingested);
    if (outcome !== undefined && saved.added > 0) this.#later(saved, outcome);
    return ingested;
  }

  /**
   * The skills that fit a request, best first; none where nothing fits.
   *
   * @throws AutoskillError `INVALID_INPUT` for an empty query; `EMBEDDER_…`; `CLOSED`
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    this.#mustBeOpen();
    const rewritten = await this.#rewrite(query, options);
    const { topK, minScore } = options;
    const report = await runOperation(search, this.#context, {
      query: rewritten.query,
      project: this.#project,
      ...(topK === undefined ? {} : { topK }),
      ...(minScore === undefined ? {} : { minScore }),
    });
    const { nearest } = report;
    const result = { ...rewritten, skills: report.skills, ...(nearest === undefined ? {} : { nearest }) };
    this.#listeners.emit("retrieved", result);
    return result;
  }

  /**
   * The block of skills to put before a model's input, within a budget of tokens. What is in it is recorded as `retrieved` and `injected`.
   *
   * @throws AutoskillError `INVALID_INPUT` for an empty query; `EMBEDDER_…`; `CLOSED`
   */
  async renderContext(query: string, options: ContextOptions = {}): Promise<RenderedContext> {
    this.#mustBeOpen();
    const rewritten = await this.#rewrite(query, options);
    const { topK, minScore } = options;
    const block = await runOperation(renderContext, this.#context, {
      query: rewritten.query,
      project: this.#project,
      budget: options.budget ?? this.#options.contextTokens ?? CONTEXT_TOKENS,
      ...(topK === undefined ? {} : { topK }),
      ...(minScore === undefined ? {} : { minScore }),
    });
    const result: RenderedContext = { ...rewritten, text: block.text, tokens: block.tokens, skills: block.skills };
    await this.#recordInjected(result, options.sessionId);
    this.#listeners.emit("retrieved", result);
    return result;
  }

  /**
   * Lets a model look at the newest turns of the session that was ingested last, whether it is due or not.
   *
   * @throws AutoskillError `NO_MODEL` where there is none (then `ingest` has learned all that can be learned without);
   *   `NOTHING_TO_READ` before the first `ingest`; the codes of `ModelErrorCode`; `CLOSED`
   */
  async extractNow(options: { hint?: string } = {}): Promise<ExtractionReport> {
    this.#mustBeOpen();
    if (this.#last === undefined) {
      throw new AutoskillError({
        code: "NOTHING_TO_READ",
        message: "Nothing was ingested yet.",
        next: "Call `ingest` first.",
      });
    }
    await this.idle();
    return this.#extract(this.#last, options.hint);
  }

  /**
   * Learns from archives: files, folders, zip archives, git checkouts. Nothing in them is run.
   *
   * @param paths at least one
   * @throws AutoskillError `INVALID_INPUT`, `PATH_UNREADABLE`, `ALREADY_RUNNING`, `CLOSED`
   */
  async importFrom(
    paths: string | readonly string[],
    options: Omit<ImportOptions, "paths"> = {},
  ): Promise<ImportReport> {
    this.#mustBeOpen();
    const report = await patiently(() =>
      runOperation(importArchives, this.#context, {
        publish: this.#options.approval === "auto",
        ...options,
        ...this.#target(),
        paths: typeof paths === "string" ? [paths] : [...paths],
      }),
    );
    for (const one of report.published) this.#listeners.emit("published", one);
    return report;
  }

  /**
   * Writes the skills of this bank into a folder, or one zip archive where `to` ends in `.zip`.
   *
   * @param to must not be there yet, or be an empty folder
   * @throws AutoskillError what the operation `export` refuses; `CLOSED`
   */
  async exportTo(to: string, options: Omit<ExportOptions, "to" | "project"> = {}): Promise<ExportReport> {
    this.#mustBeOpen();
    const scope = this.#options.project === undefined ? "user" : "project";
    return runOperation(exportSkills, this.#context, { scope, ...options, to: resolve(to), project: this.#project });
  }

  /** Listens until the returned function is called. What a listener throws is its own affair. */
  on<Name extends keyof AutoSkillEvents>(event: Name, listener: (value: AutoSkillEvents[Name]) => void): () => void {
    return this.#listeners.on(event, listener);
  }

  /** Resolves when nothing is under way in the background. */
  async idle(): Promise<void> {
    await this.#background;
  }

  /** Stops what is under way in the background (it is taken up later where it is queued) and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#ingesting;
    this.#closed = true;
    this.#stop.abort();
    await this.#background;
    this.#listeners.clear();
    await this.#context.close();
  }

  /** For `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #target(): { project: string } | { user: true } {
    return this.#options.project === undefined ? { user: true } : { project: this.#project };
  }

  async #rewrite(turn: string, options: SearchOptions): Promise<RewrittenQuery> {
    if (turn.trim() === "") {
      throw new AutoskillError({
        code: "INVALID_INPUT",
        message: "The query is empty.",
        next: "Give what is asked for.",
      });
    }
    const { history = [] } = options;
    const mode = options.rewrite ?? (await this.#setting("rewrite.mode", "auto" as const));
    const deadlineMs = await this.#setting("rewrite.deadlineMs", DEFAULT_REWRITE_DEADLINE);
    const model =
      mode === "never" || deadlineMs === 0
        ? undefined
        : await openModel(this.#context, this.#project).catch(() => undefined);
    return rewriteQuery({ turn, history, mode, deadlineMs, ...(model === undefined ? {} : { model }) });
  }

  async #setting<Value>(key: string, otherwise: Value): Promise<Value> {
    const { value } = await runOperation(configGet, this.#context, { key, project: this.#project });
    return typeof value === typeof otherwise ? (value as Value) : otherwise;
  }

  /** What a model does with a session, after what was there before. */
  #later(saved: { sessionId: string; path: string }, outcome: NonNullable<Ingested["outcome"]>): void {
    const work = async (): Promise<void> => {
      if (this.#context.signal.aborted) return;
      const during = outcome.toolCalls > 0 ? "review" : "extract";
      try {
        const model = await openModel(this.#context, this.#project).catch(() => undefined);
        if (model === undefined) return;
        if (during === "review") await this.#review(saved);
        else if (await this.#isDue(saved.sessionId, outcome)) await this.#extract(saved);
      } catch (error) {
        if (this.#closed) return;
        this.#listeners.emit("failed", { during, sessionId: saved.sessionId, error: errorToJson(error) });
      }
    };
    this.#background = this.#background.then(work);
  }

  async #isDue(sessionId: string, { agent, personTurns }: NonNullable<Ingested["outcome"]>): Promise<boolean> {
    const lookedAt = await extractedUpTo(this.#context, agent, sessionId);
    const mode = await this.#setting("extract.mode", "auto" as const);
    const everyTurns = await this.#setting("extract.everyTurns", 4);
    return isExtractDue({ mode, everyTurns, personTurns, lookedAt });
  }

  async #extract({ path, sessionId }: { path: string; sessionId: string }, hint?: string): Promise<ExtractionReport> {
    const report = await runExtraction(this.#context, {
      ...this.#target(),
      path,
      sessionId,
      settle: this.#options.approval === "auto" ? "publish" : "policy",
      ...(hint === undefined ? {} : { hint }),
    });
    for (const proposal of report.proposals) this.#listeners.emit("proposed", proposal);
    for (const one of report.published) this.#listeners.emit("published", one);
    this.#listeners.emit("extracted", report);
    return report;
  }

  async #review({ path, sessionId }: { path: string; sessionId: string }): Promise<void> {
    const place = this.#options.project === undefined ? { user: true } : { projectRoot: this.#project };
    const scheduling = await enqueueReview(this.#context, { path, sessionId, ...place });
    if (scheduling.status !== "scheduled") return;
    const settle = this.#options.approval === "auto" ? "publish" : "policy";
    for (const run of await runReviewJobs(this.#context, { jobIds: [scheduling.jobId], settle })) {
      if (run.state === "done") {
        for (const proposal of run.proposals) this.#listeners.emit("proposed", proposal);
        for (const one of run.published) this.#listeners.emit("published", one);
      }
      this.#listeners.emit("reviewed", run);
    }
  }

  async #recordInjected({ skills }: RenderedContext, sessionId: string | undefined): Promise<void> {
    const shown = skills.filter((skill) => skill.shown !== "left_out");
    if (shown.length === 0) return;
    const [store, bank] = [await this.#context.store(), await this.#context.bank(this.#project)];
    const about = {
      host: "sdk",
      user: this.#context.userName,
      at: this.#context.clock.now().toISOString(),
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    for (const { name, scope } of shown) {
      if (scope !== "project" && scope !== "user" && scope !== "common") continue;
      const of = { ...about, skillId: skillId(scope, bank.rootOf(scope), name) };
      await recordUsage(store, { ...of, kind: "retrieved" });
      await recordUsage(store, { ...of, kind: "injected" });
    }
  }

  #mustBeOpen(): void {
    if (!this.#closed) return;
    throw new AutoskillError({ code: "CLOSED", message: "This AutoSkill is closed.", next: "Open it again." });
  }
}

/** As `autoskill export` takes them. */
type ExportOptions = Partial<Parameters<typeof exportSkills.handler>[1]>;

/** As `autoskill import` takes them. */
type ImportOptions = Partial<Parameters<typeof importArchives.handler>[1]>;

const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** Another learner on the same home (another process, or the background) holds the lock for a moment. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const started = Date.now(); ; ) {
    try {
      return await work();
    } catch (error) {
      const busy = AutoskillError.isInstance(error) && error.code === "ALREADY_RUNNING";
      if (!busy || Date.now() - started > PATIENCE_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
