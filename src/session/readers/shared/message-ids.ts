/** Message ids that are unique inside one session. */
import { asNumber, asString } from "./json-access.ts";

/**
 * A function that gives each message its id: the wanted one (string or number), with `~2`, `~3` … appended where it is
 * taken, or the ordinal of the message in its session, from 0, where the source has none.
 */
export function createMessageIds(): (wanted?: unknown) => string {
  const used = new Set<string>();
  let ordinal = 0;
  return (wanted) => {
    const base = asString(wanted) ?? String(asNumber(wanted) ?? ordinal);
    ordinal++;
    let id = base;
    for (let copy = 2; used.has(id); copy++) id = `${base}~${copy}`;
    used.add(id);
    return id;
  };
}
