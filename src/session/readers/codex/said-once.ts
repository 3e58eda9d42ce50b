/**
 * Codex writes most things twice: as a `response_item` (what the model saw) and as an `event_msg` (what was shown). They
 * share no id, so they are matched by their text, each occurrence once.
 */
export type Side = "item" | "event";

export interface SaidOnce {
  /** True when the other side said this already; that occurrence is then used up. */
  repeats(side: Side, text: string): boolean;
}

const MEMORY = 256;

export function createSaidOnce(): SaidOnce {
  const open: Record<Side, Map<string, number>> = { item: new Map(), event: new Map() };
  return {
    repeats(side, text) {
      const key = textKey(text);
      const other = open[side === "item" ? "event" : "item"];
      const waiting = other.get(key);
      if (waiting !== undefined) {
        if (waiting > 1) other.set(key, waiting - 1);
        else other.delete(key);
        return true;
      }
      const own = open[side];
      if (own.size >= MEMORY) own.clear();
      own.set(key, (own.get(key) ?? 0) + 1);
      return false;
    },
  };
}

/** Equal for texts that differ only in white space; holds on to no more than 300 characters. */
export function textKey(text: string): string {
  const plain = text.replace(/\s+/g, "");
  return `${plain.length} ${plain.slice(0, 200)} ${plain.slice(-80)}`;
}
