/** Indexes of many users in bounded memory: the least recently used go first, and come back by loading. */
import type { SearchIndex } from "./model.ts";

export interface IndexCacheOptions {
  /** Bytes of all kept indexes together; one alone may be larger and is kept until the next is asked for. */
  maxBytes: number;
  /** Makes or opens the index of a key. */
  load(key: string): Promise<SearchIndex> | SearchIndex;
}

export interface IndexCache {
  readonly size: number;
  /** Memory held by the indexes, in bytes, as they say themselves. */
  readonly bytes: number;
  /** The index of a key, loaded once however many ask at the same time. Rejects as `load` does, and is not kept then. */
  get(key: string): Promise<SearchIndex>;
  /** Forgets one: the next `get` loads it. */
  drop(key: string): boolean;
}

interface Entry {
  loading: Promise<SearchIndex>;
  index?: SearchIndex;
  bytes: number;
}

export function createIndexCache({ maxBytes, load }: IndexCacheOptions): IndexCache {
  /** In the order of use, the latest last. */
  const entries = new Map<string, Entry>();
  let bytes = 0;

  /** An index grows while it is in use: measured anew each time that it is asked for. */
  function measure(entry: Entry): void {
    const now = entry.index?.bytes ?? 0;
    bytes += now - entry.bytes;
    entry.bytes = now;
  }

  function shrink(keep: Entry): void {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (entry !== keep && entry.index !== undefined) drop(key);
    }
  }

  function drop(key: string): boolean {
    const entry = entries.get(key);
    if (entry === undefined) return false;
    entries.delete(key);
    bytes -= entry.bytes;
    entry.bytes = 0;
    return true;
  }

  return {
    get size() {
      return entries.size;
    },
    get bytes() {
      return bytes;
    },
    drop,
    async get(key) {
      const known = entries.get(key);
      const entry: Entry = known ?? { loading: Promise.resolve().then(() => load(key)), bytes: 0 };
      entries.delete(key);
      entries.set(key, entry);
      try {
        entry.index = await entry.loading;
      } catch (error) {
        if (entries.get(key) === entry) drop(key);
        throw error;
      }
      if (entries.get(key) === entry) {
        measure(entry);
        shrink(entry);
      }
      return entry.index;
    },
  };
}
