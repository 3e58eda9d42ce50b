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

/**
 * A function that lists the skills of a folder, as `<scope>/<slug>`. A file is read again only when its size, its time
 * of change or its inode differ. Names that begin with a dot are not skills; what cannot be read is not listed.
 */
export function skillFolderListing({ root, scope }: SkillFolder): () => ListedDocument[] {
  let known = new Map<string, { stamp: string; hash: string }>();
  return () => {
    const seen = new Map<string, { stamp: string; hash: string }>();
    const listed: ListedDocument[] = [];
    for (const slug of directoryNames(root)) {
      const path = join(root, slug, "SKILL.md");
      const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
      if (stat === undefined || !stat.isFile()) continue;
      const stamp = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
      const before = known.get(slug);
      const hash = before?.stamp === stamp ? before.hash : hashOfFile(path);
      if (hash === undefined) continue;
      seen.set(slug, { stamp, hash });
      const id = `${scope}/${slug}`;
      listed.push({ id, hash, load: () => documentFromSkill(readFileSync(path), { id, scope, hash }) });
    }
    known = seen;
    return listed;
  };
}

function directoryNames(root: string): string[] {
  try {
    return readdirSync(root).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}

function hashOfFile(path: string): string | undefined {
  try {
    return sha256(readFileSync(path));
  } catch {
    return undefined;
  }
}

export interface FollowOptions {
  index: SearchIndex;
  folders: readonly SkillFolder[];
  /** After every synchronisation that changed something or had something to report. */
  onSync?: (report: SyncReport) => void;
  /** Milliseconds between looks without a notice, for file systems that give none. Default 2,000. */
  pollMs?: number;
}

export interface Following {
  /** Looks now; resolves when the index is as the folders were at some time after the call. */
  sync(): Promise<SyncReport>;
  close(): void;
}

/** A notice may come before the file is whole to us; a second look follows the first. */
const LOOKS_MS = [15, 120];

/** Fills the index from folders and keeps it equal to them until closed. Does not keep the process alive. */
export async function followSkillFolders(options: FollowOptions): Promise<Following> {
  const { index, folders, onSync, pollMs = 2_000 } = options;
  const listings = folders.map(skillFolderListing);
  const timers = new Set<NodeJS.Timeout>();
  const watchers = new Map<string, FSWatcher>();
  let running: Promise<SyncReport> | undefined;
  let next: Promise<SyncReport> | undefined;

  /** One watcher per directory: recursive ones miss what is written into a directory just made. */
  function watchDirectories(): void {
    const wanted = new Set(
      folders.flatMap(({ root }) => [root, ...directoryNames(root).map((slug) => join(root, slug))]),
    );
    for (const [path, watcher] of watchers) {
      if (wanted.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of wanted) {
      if (watchers.has(path)) continue;
      try {
        const watcher = watch(path, { persistent: false }, notice);
        watcher.on("error", () => watcher.close());
        watchers.set(path, watcher);
      } catch {
        // No notices of this one (it is gone, or the system has no more); the regular look finds what changes.
      }
    }
  }

  async function look(): Promise<SyncReport> {
    watchDirectories();
    const report = await syncIndex(
      index,
      listings.flatMap((list) => list()),
    );
    if (report.added.length + report.changed.length + report.removed.length + report.diagnostics.length > 0) {
      onSync?.(report);
    }
    return report;
  }

  /** One at a time; whoever asks while one runs shares the next. */
  function sync(): Promise<SyncReport> {
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
        return sync();
      });
    return next;
  }

  function notice(): void {
    if (timers.size > 0) return;
    for (const delay of LOOKS_MS) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void sync();
      }, delay);
      timer.unref();
      timers.add(timer);
    }
  }

  const poll = setInterval(() => void sync(), pollMs);
  poll.unref();
  await sync();
  return {
    sync,
    close() {
      clearInterval(poll);
      for (const timer of timers) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
