/**
 * Joins tool calls and their results inside one session, whatever the source does about ids: some give none, some use
 * the same id for several calls, some answer a call under an id that nobody called.
 */
import { asString } from "./json-access.ts";
import { createUniqueIds } from "./message-ids.ts";

export interface CallIds {
  /** The id for a new call: the source's own, made unique where it was used before, or one made from position. */
  called(sourceId?: unknown): string;
  /**
   * The id of the call that a result answers: the oldest open call with that source id, or, for a result that names
   * none, the oldest open call. Where no call fits: the source's id as it stands, else one made from position.
   */
  answered(sourceId?: unknown): string;
  /** How many calls wait for a result. */
  open(): number;
  /** The open calls will not be answered any more; results without an id belong to later calls. */
  abandon(): void;
}

export function createCallIds(): CallIds {
  const unique = createUniqueIds();
  const latest = new Map<string, string>();
  let waiting: { source: string | undefined; id: string }[] = [];
  let made = 0;

  return {
    called(sourceId) {
      const source = asString(sourceId);
      const id = unique(source ?? `call-${++made}`);
      waiting.push({ source, id });
      if (source !== undefined) latest.set(source, id);
      return id;
    },
    answered(sourceId) {
      const source = asString(sourceId);
      const at = source === undefined ? 0 : waiting.findIndex((call) => call.source === source);
      const call = at < 0 ? undefined : waiting[at];
      if (call !== undefined) {
        waiting.splice(at, 1);
        return call.id;
      }
      if (source === undefined) return unique(`call-${++made}`);
      return latest.get(source) ?? source;
    },
    open: () => waiting.length,
    abandon() {
      waiting = [];
    },
  };
}
