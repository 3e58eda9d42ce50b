/** Ids that are unique inside one session. */
import { asNumber, asString } from "./json-access.ts";

/** A function that gives back the wanted id, with `~2`, `~3` … appended where it was given before. */
export function createUniqueIds(): (wanted: string) => string {
  const copies = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    let copy = copies.get(wanted) ?? 0;
    while (copies.has(id)) id = `${wanted}~${++copy + 1}`;
    copies.set(wanted, copy);
    if (id !== wanted) copies.set(id, 0);
    return id;
  };
}

/**
 * A function that gives each message of a session its id: the wanted one (string or number), made unique, or the
 * ordinal of the message in its session, from 0, where the source has none.
 */
export function createMessageIds(): (wanted?: unknown) => string {
  const unique = createUniqueIds();
  let ordinal = 0;
  return (wanted) => unique(asString(wanted) ?? String(asNumber(wanted) ?? ordinal++));
}
