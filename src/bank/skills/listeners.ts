/** Those who want to know when skills change. One that throws, rejects or hangs keeps nobody else waiting. */

export type SkillChangeListener = () => void | Promise<void>;

/** How long a listener is waited for. */
export const LISTENER_TIMEOUT_MS = 30_000;

export interface Listeners {
  /** @returns a function that removes the listener */
  add(listener: SkillChangeListener): () => void;
  /** Resolves when every listener is done, has failed, or had its time. */
  notify(): Promise<void>;
  readonly count: number;
}

export function createListeners(onError: (error: unknown) => void, timeoutMs = LISTENER_TIMEOUT_MS): Listeners {
  const listeners = new Set<{ listener: SkillChangeListener }>();

  const callOne = async (listener: SkillChangeListener): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`a listener took more than ${timeoutMs} ms`)), timeoutMs);
      timer.unref();
    });
    try {
      await Promise.race([(async () => listener())(), late]);
    } catch (error) {
      onError(error);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    add(listener) {
      const entry = { listener };
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    async notify() {
      await Promise.all([...listeners].map(({ listener }) => callOne(listener)));
    },
    get count() {
      return listeners.size;
    },
  };
}
