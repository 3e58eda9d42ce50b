/** Opens the SkillBank of the design §5 on a home folder, a store and, where there is one, a project. */
import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { AutoskillError, type Clock, makeFolder, systemClock, withFileLock } from "../base/index.ts";
import { findRevision, listRevisions, type Store, skillId } from "../store/index.ts";
import { type BankContext, settleIntents } from "./context.ts";
import { noRevision } from "./errors.ts";
import { explain } from "./evidence-view.ts";
import { textOfRevision } from "./ledger-view.ts";
import { listPlaces, outlinePlaces, ownershipNow, readOne } from "./look.ts";
import { type Bank, DEFAULT_EXPOSURES, type Exposures, SCOPES, type Scope } from "./model.ts";
import { type Place, type PlaceOptions, placeOf, USER_NAME } from "./place.ts";
import { check, publish } from "./publish.ts";
import { adopt, adoptEdits, remove, rollback } from "./restore.ts";
import type { StepListener } from "./staging.ts";
import { undoEntry } from "./undo.ts";

export interface BankOptions {
  /** AUTOSKILL_HOME; created (0700) where missing. */
  home: string;
  store: Store;
  /** Name of the folder below `SkillBank/Users`. Default `default`. */
  userName?: string;
  /** Project root; without it the project scope is closed. */
  projectRoot?: string;
  /** Home of the person, where user skills are shown to hosts; without it they are not shown. */
  userHome?: string;
  /** Folders of hosts. Default `DEFAULT_EXPOSURES`. */
  exposures?: Exposures;
  /** `copy`: never make symbolic links. Default `auto`. */
  links?: "auto" | "copy";
  clock?: Clock;
  /** Longest wait for other writers, in milliseconds. Default 60,000. */
  lockTimeoutMs?: number;
  /** Told about each instant at which a crash would leave another state. For tests. */
  onStep?: StepListener;
}

/** @throws AutoskillError `INVALID_USER`, `ROOT_GONE` when the project root is not a folder. */
export function openBank(options: BankOptions): Bank {
  const userName = options.userName ?? "default";
  if (!USER_NAME.test(userName)) throw invalidUser(userName);
  makeFolder(options.home, 0o700);
  const projectRoot = options.projectRoot === undefined ? undefined : realProjectRoot(options.projectRoot);
  const placeOptions: PlaceOptions = {
    home: options.home,
    ...(options.userHome === undefined ? {} : { userHome: options.userHome }),
    exposures: options.exposures ?? DEFAULT_EXPOSURES,
  };
  const rootOf = (scope: Scope): string => {
    if (scope === "user") return userName;
    if (scope === "common") return "";
    if (projectRoot === undefined) throw scopeClosed();
    return projectRoot;
  };
  const place = (scope: Scope): Place => placeOf(scope, rootOf(scope), placeOptions);
  const context: BankContext = {
    store: options.store,
    clock: options.clock ?? systemClock,
    lockPath: join(options.home, "locks", "bank.lock"),
    lockTimeoutMs: options.lockTimeoutMs ?? 60_000,
    copyLinks: options.links === "copy",
    onStep: options.onStep ?? (() => {}),
    place,
    placeAt: (scope, root) => placeOf(scope, root, placeOptions),
  };
  const open = SCOPES.filter((scope) => scope !== "project" || projectRoot !== undefined);
  const idOf = (scope: Scope, slug: string) => skillId(scope, rootOf(scope), slug);
  return {
    list: async ({ scope } = {}) => listPlaces(context, (scope === undefined ? open : [scope]).map(place)),
    outline: async () => outlinePlaces(context, open.map(place)),
    read: (scope, slug) => readOne(context, scope, slug),
    ownership: (scope, slug) => ownershipNow(context, scope, slug),
    check: (change) => check(context, change),
    publish: (change) => publish(context, change),
    history: async (scope, slug) => listRevisions(context.store, idOf(scope, slug)),
    revisionText: async (scope, slug, number) => {
      const id = idOf(scope, slug);
      const revision = await findRevision(context.store, id, number);
      if (revision !== undefined) return textOfRevision(context.store, revision);
      throw noRevision(slug, number, (await listRevisions(context.store, id)).length);
    },
    rollback: (scope, slug, number, actor) => rollback(context, scope, slug, number, actor),
    remove: (scope, slug, actor) => remove(context, scope, slug, actor),
    undo: (entry, actor) => undoEntry(context, entry, actor),
    evidence: (scope, slug) => explain(context, scope, slug),
    adoptEdits: (scope, slug) => adoptEdits(context, scope, slug),
    adopt: (scope, slug) => adopt(context, scope, slug),
    recover: () => withFileLock(context.lockPath, { timeoutMs: context.lockTimeoutMs }, () => settleIntents(context)),
    rootOf,
  };
}

function realProjectRoot(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(path);
  throw new AutoskillError({
    code: "ROOT_GONE",
    message: `${path} is not a folder.`,
    next: "Give an existing folder with --project.",
  });
}

function scopeClosed(): AutoskillError {
  return new AutoskillError({
    code: "SCOPE_CLOSED",
    message: "There is no project here, so there are no project skills.",
    next: "Run the command inside of a project, give --project DIR, or use --user.",
  });
}

function invalidUser(name: string): AutoskillError {
  return new AutoskillError({
    code: "INVALID_USER",
    message: `${JSON.stringify(name)} cannot be the name of a folder of skills.`,
    expected: "1 to 64 letters, digits, or `. _ @ + $ -` and spaces within",
    found: name,
    next: "Set another user name in the configuration.",
  });
}
