/**
 * The skills that a host agent lists, loads and follows while it runs: the seeds' `SkillManager`.
 *
 * Contract: listing reads the disk once and answers from memory until something changes: a watched folder, `force`, or
 * `notifyChangeListeners`. Nothing on disk makes it throw; what cannot be used is among `problems()`.
 */
import { type Activation, createActivation } from "./activation.ts";
import { findEntry, listEntries, readCatalog, type SkillCatalog } from "./catalog.ts";
import { createListeners, type Listeners, type SkillChangeListener } from "./listeners.ts";
import type { SkillConfig, SkillLevel, SkillProblem, SkillValidation } from "./model.ts";
import { validateSkillConfig } from "./read-skill.ts";
import { readSkillFolder } from "./scan.ts";
import { type SkillSourceOptions, skillSources } from "./sources.ts";
import { type SkillWatch, watchSkillFolders } from "./watch.ts";

export interface SkillManagerOptions extends SkillSourceOptions {
  /** How long a change listener is waited for, in milliseconds. Default 30,000. */
  listenerTimeoutMs?: number;
}

export interface ListSkillsOptions {
  /** Only this level, also what a higher level has under the same name. */
  level?: SkillLevel;
  /** Read the disk even if nothing is known to have changed. */
  force?: boolean;
}

export class SkillManager {
  readonly #options: SkillManagerOptions;
  readonly #listeners: Listeners;
  readonly #activation: Activation;
  /** What went wrong beside the files: watching, listeners. */
  readonly #troubles: SkillProblem[] = [];
  #catalog: SkillCatalog | undefined;
  #loading: Promise<SkillCatalog> | undefined;
  #watch: Promise<SkillWatch> | undefined;

  constructor(options: SkillManagerOptions) {
    this.#options = options;
    this.#activation = createActivation(options.projectRoot);
    this.#listeners = createListeners((error) => this.#trouble("LISTENER_FAILED", error), options.listenerTimeoutMs);
  }

  /** Sorted by name; of skills with one name the highest level's, unless a level is asked for. */
  async listSkills(options: ListSkillsOptions = {}): Promise<SkillConfig[]> {
    if (options.force === true) await this.refreshCache();
    return listEntries(await this.#known(), options.level);
  }

  /** What was listed last, without looking at the disk; empty before the first listing. */
  getCachedSkills(level?: SkillLevel): SkillConfig[] {
    return this.#catalog === undefined ? [] : listEntries(this.#catalog, level);
  }

  /** As it stands on disk now; `null` when no level (or not this one) has a usable skill of that name. */
  async loadSkill(name: string, level?: SkillLevel): Promise<SkillConfig | null> {
    const entry = findEntry(await this.#known(), name, level);
    if (entry !== undefined) {
      const { skills } = await readSkillFolder(entry.source, entry.skill.skillRoot);
      const fresh = skills.find(({ skill }) => skill.name === name);
      if (fresh !== undefined) return fresh.skill;
    }
    // Not known, or gone since: it may have come, or lie at another level.
    await this.refreshCache();
    return findEntry(await this.#known(), name, level)?.skill ?? null;
  }

  /** Skills that a model may be told of: those it may call, and of those for some files only the ones awake. */
  async availableSkills(): Promise<SkillConfig[]> {
    const skills = await this.listSkills();
    return skills.filter((skill) => skill.disableModelInvocation !== true && this.#activation.isActive(skill));
  }

  /** Tells which files the session touches; tells the listeners once if that wakes skills. Returns their names. */
  async activateForPaths(paths: readonly string[]): Promise<string[]> {
    const woken = this.#activation.touch(await this.listSkills(), paths);
    if (woken.length > 0) await this.#listeners.notify();
    return woken;
  }

  validateConfig(config: Partial<SkillConfig>): SkillValidation {
    return validateSkillConfig(config);
  }

  /** What is wrong with skills on disk, as of the last reading, and with watching and listeners. */
  problems(): SkillProblem[] {
    return [...(this.#catalog?.problems ?? []), ...this.#troubles];
  }

  /** Reads all levels again. */
  async refreshCache(): Promise<void> {
    // A reading under way may have passed what just changed.
    await this.#loading;
    await this.#load();
  }

  /** @returns a function that removes the listener */
  addChangeListener(listener: SkillChangeListener): () => void {
    return this.#listeners.add(listener);
  }

  /** For whoever has just written a skill: the next listing reads the disk, and every listener is told. */
  async notifyChangeListeners(): Promise<void> {
    this.#catalog = undefined;
    await this.#listeners.notify();
  }

  /** Follows the folders of all levels, also those that do not exist yet. Resolves when changes are seen from now on. */
  async startWatching(): Promise<void> {
    await this.#known();
    this.#watch ??= watchSkillFolders(
      skillSources(this.#options),
      () => void this.#lookAgain().catch((error: unknown) => this.#trouble("WATCH_FAILED", error)),
      (error) => this.#trouble("WATCH_FAILED", error),
    );
    await this.#watch;
  }

  async stopWatching(): Promise<void> {
    const watch = this.#watch;
    this.#watch = undefined;
    await (await watch)?.close();
  }

  async #lookAgain(): Promise<void> {
    const before = this.#catalog?.digest;
    await this.refreshCache();
    if (this.#catalog?.digest !== before) await this.#listeners.notify();
  }

  async #known(): Promise<SkillCatalog> {
    return this.#catalog ?? (await this.#load());
  }

  async #load(): Promise<SkillCatalog> {
    this.#loading ??= readCatalog(skillSources(this.#options)).finally(() => {
      this.#loading = undefined;
    });
    this.#catalog = await this.#loading;
    return this.#catalog;
  }

  #trouble(code: SkillProblem["code"], error: unknown): void {
    this.#troubles.push({ code, message: error instanceof Error ? error.message : String(error) });
  }
}
