/** Keeps an index equal to a listing of what there is, in time that depends on what changed. */
import { errorToJson } from "../base/index.ts";
import type { ListedDocument, SearchDocument, SearchIndex, SyncReport } from "./model.ts";

export interface SyncOptions {
  /** Ids that are removed where they are not listed; default all of the index. */
  among?: Iterable<string>;
  signal?: AbortSignal;
}

/**
 * Adds what is new, replaces what has another hash, removes what is not listed. Documents that cannot be loaded are
 * reported; what the index had of them stays. Of several entries with one id the last counts.
 */
export async function syncIndex(
  index: SearchIndex,
  listing: Iterable<ListedDocument>,
  { among = [...index.ids()], signal }: SyncOptions = {},
): Promise<SyncReport> {
  const wanted = new Map<string, ListedDocument>();
  for (const item of listing) wanted.set(item.id, item);
  const report: SyncReport = { added: [], changed: [], removed: [], unchanged: 0, diagnostics: [] };
  for (const id of among) {
    if (!wanted.has(id) && index.remove(id)) report.removed.push(id);
  }
  const loaded: SearchDocument[] = [];
  for (const item of wanted.values()) {
    signal?.throwIfAborted();
    const known = index.hashOf(item.id);
    if (known === item.hash) {
      report.unchanged++;
      continue;
    }
    try {
      const document = await item.load();
      loaded.push({ ...document, id: item.id, hash: item.hash });
      (known === undefined ? report.added : report.changed).push(item.id);
    } catch (error) {
      const message = `${item.id} could not be read: ${errorToJson(error).message}`;
      report.diagnostics.push({ code: "document_unreadable", message });
    }
  }
  report.diagnostics.push(...(await index.addAll(loaded, signal)));
  return report;
}
