/**
 * What an operation may use: where things lie, the time, and how to tell people that something is going on.
 * The store is opened on first use and shared by all operations of one context; `close` ends it.
 */
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { type Bank, type BankOptions, openBank } from "../bank/index.ts";
import { AutoskillError, type Clock, systemClock } from "../base/index.ts";
import { type HostPlace, skillExposures } from "../hosts/index.ts";
import type { LanguageModel } from "../model/index.ts";
import { openStore, type Store } from "../store/index.ts";

/** Something that happened during a long operation. `done` of `total` in `unit` where that is known. */
export interface ProgressEvent {
  message: string;
  done?: number;
  total?: number;
  unit?: string;
}

export interface OperationContextOptions {
  /** AUTOSKILL_HOME; default `~/.autoskill`. */
  home?: string;
  /** The person's home folder, where agents keep transcripts and skills. */
  userHome?: string;
  workingDirectory?: string;
  environment?: Record<string, string | undefined>;
  clock?: Clock;
  progress?: (event: ProgressEvent) => void;
  signal?: AbortSignal;
  /** Put around every model that an operation uses, e.g. to log its requests. Default: nothing. */
  wrapModel?: (model: LanguageModel) => LanguageModel;
  /** The model to use, or that there is none, whatever settings and environment say. Default: as those say. */
  model?: LanguageModel | "none";
}

export interface OperationContext {
  readonly home: string;
  readonly userHome: string;
  readonly userName: string;
  readonly workingDirectory: string;
  readonly environment: Record<string, string | undefined>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Given by the program that embeds this, before settings and environment. */
  readonly givenModel?: LanguageModel | "none";
  progress(event: ProgressEvent): void;
  /** To be called once on every model that an operation opens. */
  wrapModel(model: LanguageModel): LanguageModel;
  store(): Promise<Store>;
  /** The bank as seen from a project, or from no project. */
  bank(projectRoot?: string): Promise<Bank>;
  close(): Promise<void>;
}

/**
 * Empty variables count as not set.
 *
 * @throws AutoskillError `INVALID_INPUT` for an empty `home`, which would be the current folder.
 * @example const context = createOperationContext({ home: "/tmp/scratch-home" });
 */
export function createOperationContext(options: OperationContextOptions = {}): OperationContext {
  const environment = options.environment ?? process.env;
  const userHome = options.userHome ?? (environment.HOME || homedir());
  if (options.home === "") {
    throw new AutoskillError({
      code: "INVALID_INPUT",
      message: "The state folder has no name.",
      next: "Give --home DIR.",
    });
  }
  const home = resolve(options.home ?? (environment.AUTOSKILL_HOME || join(userHome, ".autoskill")));
  const clock = options.clock ?? systemClock;
  const userName = environment.AUTOSKILL_USER || currentUserName();
  let store: Promise<Store> | undefined;
  const banks = new Map<string | undefined, Bank>();

  const openSharedStore = (): Promise<Store> => {
    store ??= openStore(join(home, "autoskill.db"), { clock });
    return store;
  };

  const bankOptions = async (): Promise<BankOptions> => ({
    home,
    userName,
    userHome,
    store: await openSharedStore(),
    clock,
    exposures: skillExposures(),
  });

  return {
    home,
    userHome,
    userName,
    workingDirectory: resolve(options.workingDirectory ?? process.cwd()),
    environment,
    clock,
    signal: options.signal ?? new AbortController().signal,
    ...(options.model === undefined ? {} : { givenModel: options.model }),
    progress: options.progress ?? (() => {}),
    wrapModel: options.wrapModel ?? ((model) => model),
    store: openSharedStore,
    bank: async (projectRoot) => {
      const opened = banks.get(projectRoot) ?? openBank({ ...(await bankOptions()), ...optionalProject(projectRoot) });
      banks.set(projectRoot, opened);
      return opened;
    },
    close: async () => {
      const opened = store;
      store = undefined;
      banks.clear();
      // What could not be opened needs no closing; whoever asked for it was told why.
      const usable = await opened?.catch(() => undefined);
      await usable?.close();
    },
  };
}

/** Where to look for the transcripts of agents; our own agent's lie in the state folder of this context. */
export function hostPlace({ userHome, environment, home }: OperationContext): HostPlace {
  return { userHome, environment: { ...environment, AUTOSKILL_HOME: home } };
}

/** @throws AutoskillError `INTERRUPTED` when the person asked to stop. */
export function throwIfInterrupted(context: OperationContext): void {
  if (!context.signal.aborted) return;
  throw new AutoskillError({
    code: "INTERRUPTED",
    message: "Stopped as asked. What was finished is kept.",
    next: "Run the same command again to go on where it stopped.",
  });
}

function optionalProject(projectRoot: string | undefined): { projectRoot?: string } {
  return projectRoot === undefined ? {} : { projectRoot };
}

function currentUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return "user";
  }
}
