/** Listeners by event name. A listener that throws stops nobody: neither the work nor the other listeners. */

export interface Listeners<Events> {
  /** Returns what takes the listener away again. */
  on<Name extends keyof Events>(event: Name, listener: (value: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(event: Name, value: Events[Name]): void;
  clear(): void;
}

export function createListeners<Events>(): Listeners<Events> {
  const all = new Map<keyof Events, Set<(value: never) => void>>();
  return {
    on(event, listener) {
      const listeners = all.get(event) ?? new Set();
      all.set(event, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    emit(event, value) {
      for (const listener of [...(all.get(event) ?? [])]) {
        try {
          (listener as (value: unknown) => void)(value);
        } catch {
          // The listener's own affair.
        }
      }
    },
    clear: () => all.clear(),
  };
}
