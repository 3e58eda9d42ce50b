/** Puts the sandbox of one review together. */
import { createAddressBook } from "./address.ts";
import { checkChange } from "./check-change.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { Refusal, Sandbox, SandboxOptions } from "./model.ts";
import { createOverlay } from "./overlay.ts";
import { createShell } from "./shell/run.ts";
import type { ToolContext } from "./tools/context.ts";
import { editTool } from "./tools/edit.ts";
import { listTool } from "./tools/list.ts";
import { readFileTool } from "./tools/read-file.ts";
import { readTurnTool } from "./tools/read-turn.ts";
import { shellTool } from "./tools/shell.ts";
import { writeFileTool } from "./tools/write-file.ts";

/**
 * Tools for one run. They read the project and the skills, and write to memory only; what the caller does with `changes()`
 * goes through `validateChanges` first. The tools may be called one after another or at once.
 *
 * @throws `ENOENT` when the project root does not exist
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const book = createAddressBook(options);
  const overlay = createOverlay(options.bank, options.scope, limits);
  const refusals: Refusal[] = [];
  const end = new AbortController();
  const running = new Set<Promise<unknown>>();
  const context: ToolContext = {
    options,
    limits,
    book,
    overlay,
    shell: createShell({ root: book.projectRoot, mode: options.shell, limits }),
    refusals,
    disposed: end.signal,
    check: (slug) => checkChange(overlay.change(slug), options, book, limits),
  };
  const tools = [readFileTool, listTool, readTurnTool, writeFileTool, editTool, shellTool].map((make) => make(context));
  // Calls of one message are meant to run in order; a caller that does not wait must not get in between check and change.
  let last: Promise<unknown> = Promise.resolve();
  return {
    tools: tools.map((tool) => ({
      ...tool,
      execute: (input, call) => {
        const result = last.then(() => tool.execute(input, call));
        last = result.catch(() => {});
        running.add(last);
        void last.then(() => running.delete(last));
        return result;
      },
    })),
    changes: () => overlay.changes(),
    refusals,
    dispose: async () => {
      end.abort();
      await Promise.all(running);
    },
  };
}
