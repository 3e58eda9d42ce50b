/** Folders of skills as listings: `<root>/<slug>/SKILL.md`, followed while other processes write them. */
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../base/index.ts";
import { documentFromSkill } from "./document.ts";
import type { ListedDocument, SearchIndex, SyncReport } from "./model.ts";
import { syncIndex } from "./sync-index.ts";

export interface SkillFolder {
  root: string;
  scope: string;
}

/** A file changed so shortly before it was looked at that its next change may bear the same time: clocks tick in steps. */
const SAME_TICK_MS = 50;

/**
 * A function that lists the skills of a folder, or those of some slugs only, as `<scope>/<slug>`. A file is read again
 * only when its size, its times or its inode differ, or when it was very young at the last look. Names that begin with a
 * dot are not skills; what cannot be read is not listed.
 */
export function skillFolderListing({ root, scope }: SkillFolder): (slugs?: Iterable<string>) => ListedDocument[] {
  const known = new Map<string, { stamp: string; hash: string }>();

  function look(slug: string): ListedDocument | undefined {
    const path = join(root, slug, "SKILL.md");
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    const before = known.get(slug);
    known.delete(slug);
    if (stat === undefined || !stat.isFile()) return undefined;
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    const kept = before?.stamp === stamp ? before : undefined;
    const bytes = kept === undefined ? readIfThere(path) : undefined;
    const hash = kept?.hash ?? (bytes === undefined ? undefined : sha256(bytes));
    if (hash === undefined) return undefined;
    const isYoung = Math.abs(Date.now() - Number(stat.ctimeMs)) < SAME_TICK_MS;
    known.set(slug, { stamp: isYoung ? "" : stamp, hash });
    const id = `${scope}/${slug}`;
    return { id, hash, load: () => documentFromSkill(bytes ?? readFileSync(path), { id, scope, hash }) };
  }

  return (slugs) => {
    const names = new Set(slugs ?? directoryNames(root));
    if (slugs === undefined) for (const slug of known.keys()) if (!names.has(slug)) known.delete(slug);
    return [...names].flatMap((slug) => look(slug) ?? []);
  };
}

function directoryNames(root: string): string[] {
  try {
    return readdirSync(root).filter(isSkillName);
  } catch {
    return [];
  }
}

function isSkillName(name: string): boolean {
  return !name.startsWith(".");
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

export interface FollowOptions {
  index: SearchIndex;
  folders: readonly SkillFolder[];
  /** After every synchronisation that changed something or had something to report. */
  onSync?: (report: SyncReport) => void;
  /** Milliseconds between looks at everything, for file systems that give no notices. Default 2,000. */
  pollMs?: number;
}

export interface Following {
  /** Looks at everything now; resolves when the index is as the folders were at some time after the call. */
  sync(): Promise<SyncReport>;
  close(): void;
}

/** Notices come in swarms: the first is waited on this long for the others. */
const SWARM_MS = 10;

/**
 * Fills the index from folders and keeps it equal to them until closed. A notice costs a look at the skills that it
 * names, whatever the size of the folders. Does not keep the process alive.
 */
export async function followSkillFolders(options: FollowOptions): Promise<Following> {
  const { index, folders, onSync, pollMs = 2_000 } = options;
  const listings = folders.map((folder) => ({ ...folder, list: skillFolderListing(folder) }));
  /** By directory; one for each, because recursive ones miss what is written into a directory just made. */
  const watchers = new Map<string, FSWatcher>();
  /** Slugs by scope that notices have named since the last look; or everything. */
  const noticed = new Map<string, Set<string>>();
  let everything = true;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<SyncReport> | undefined;
  let next: Promise<SyncReport> | undefined;
  let closed = false;

  function unwatch(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  /** No watcher where there is no directory or the system has no more of them: the regular look finds what changes. */
  function watchDirectory(path: string, onNotice: (event: string, name: string | null) => void): void {
    if (closed || watchers.has(path)) return;
    try {
      const watcher = watch(path, { persistent: false }, onNotice);
      watcher.on("error", () => unwatch(path));
      watchers.set(path, watcher);
    } catch {
      // See above.
    }
  }

  function watchSkill({ root, scope }: SkillFolder, slug: string): void {
    watchDirectory(join(root, slug), () => notice(scope, slug));
  }

  function watchFolder(folder: SkillFolder): void {
    const { root, scope } = folder;
    watchDirectory(root, (event, name) => {
      if (name === null) notice(scope);
      else if (isSkillName(name)) {
        // Another directory may have taken the name: the watcher of the old one is blind to it.
        if (event === "rename") unwatch(join(root, name));
        notice(scope, name);
      }
    });
  }

  function watchAll(): void {
    const wanted = new Set<string>();
    for (const folder of folders) {
      watchFolder(folder);
      wanted.add(folder.root);
      for (const slug of directoryNames(folder.root)) {
        watchSkill(folder, slug);
        wanted.add(join(folder.root, slug));
      }
    }
    for (const path of watchers.keys()) if (!wanted.has(path)) unwatch(path);
  }

  function lookAtAll(): Promise<SyncReport> {
    // Watched before it is listed: what changes in between gives a notice.
    watchAll();
    return syncIndex(
      index,
      listings.flatMap(({ list }) => list()),
    );
  }

  function lookAtNoticed(slugsByScope: ReadonlyMap<string, ReadonlySet<string>>): Promise<SyncReport> {
    const listed = listings.flatMap(({ list, ...folder }) => {
      const slugs = slugsByScope.get(folder.scope) ?? new Set();
      for (const slug of slugs) watchSkill(folder, slug);
      return list(slugs);
    });
    const ids = [...slugsByScope].flatMap(([scope, slugs]) => [...slugs].map((slug) => `${scope}/${slug}`));
    return syncIndex(index, listed, { among: ids });
  }

  async function look(): Promise<SyncReport> {
    const [all, slugsByScope] = [everything, new Map(noticed)];
    everything = false;
    noticed.clear();
    const report = await (all ? lookAtAll() : lookAtNoticed(slugsByScope));
    if (report.added.length + report.changed.length + report.removed.length + report.diagnostics.length > 0) {
      onSync?.(report);
    }
    return report;
  }

  /** One at a time; whoever asks while one runs shares the next. */
  function run(): Promise<SyncReport> {
    if (running === undefined) {
      running = look().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  }

  function notice(scope: string, slug?: string): void {
    if (slug === undefined) everything = true;
    else noticed.set(scope, (noticed.get(scope) ?? new Set()).add(slug));
    if (timer !== undefined || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void run();
    }, SWARM_MS);
    timer.unref();
  }

  function sync(): Promise<SyncReport> {
    everything = true;
    return run();
  }

  const poll = setInterval(() => void sync(), pollMs);
  poll.unref();
  await sync();
  return {
    sync,
    close() {
      closed = true;
      clearInterval(poll);
      clearTimeout(timer);
      for (const path of [...watchers.keys()]) unwatch(path);
    },
  };
}
