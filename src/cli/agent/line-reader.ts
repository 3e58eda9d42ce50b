/**
 * Lines that a person types, one question at a time, also when they come from a pipe.
 *
 * Contract: lines that come while nobody asks are kept for the next question. At the end of the input, and once `signal`
 * is aborted, every question is answered `undefined`; so is a question when another is asked before its answer came, so
 * that no line answers two. On a terminal Ctrl-C calls `onInterrupt` instead of ending the
 * process. A line that ends in a backslash goes on in the next.
 */
import { createInterface } from "node:readline";

export interface LineReader {
  ask(question: string): Promise<string | undefined>;
  onInterrupt(handler: () => void): void;
  close(): void;
}

export interface LineReaderOptions {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  /** The input is a terminal: lines can be edited, and questions are shown. */
  terminal: boolean;
  signal: AbortSignal;
}

export function createLineReader({ input, output, terminal, signal }: LineReaderOptions): LineReader {
  const lines: string[] = [];
  let over = false;
  let asked = 0;
  let waiting: (() => void) | undefined;
  let interrupt = (): void => {};
  const reader = createInterface({ input, terminal, ...(terminal ? { output } : {}) });
  const wake = (): void => {
    waiting?.();
    waiting = undefined;
  };
  const end = (): void => {
    over = true;
    wake();
  };
  reader.on("line", (line) => {
    lines.push(line);
    wake();
  });
  reader.on("close", end);
  reader.on("SIGINT", () => interrupt());
  signal.addEventListener("abort", end, { once: true });

  const next = async (question: string): Promise<string | undefined> => {
    const number = ++asked;
    wake();
    if (lines.length === 0 && !over) {
      if (terminal) {
        reader.setPrompt(question);
        reader.prompt();
      }
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
    }
    return signal.aborted || number !== asked ? undefined : lines.shift();
  };

  return {
    ask: async (question) => {
      let text = await next(question);
      while (text?.endsWith("\\")) {
        const more = await next("… ");
        text = `${text.slice(0, -1)}\n${more ?? ""}`;
      }
      return text;
    },
    onInterrupt: (handler) => {
      interrupt = handler;
    },
    close: () => {
      signal.removeEventListener("abort", end);
      reader.close();
    },
  };
}
