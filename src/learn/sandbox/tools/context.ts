/** What the tools of one run share. */

import type { z } from "zod";
import { AutoskillError } from "../../../base/index.ts";
import type { ModelTool, ModelToolOutput } from "../../../model/index.ts";
import type { AddressBook } from "../address.ts";
import type { ChangeProblem, Refusal, SandboxLimits, SandboxOptions } from "../model.ts";
import type { Overlay } from "../overlay.ts";
import type { Shell } from "../shell/run.ts";

export interface ToolContext {
  options: SandboxOptions;
  limits: SandboxLimits;
  book: AddressBook;
  overlay: Overlay;
  shell: Shell;
  refusals: Refusal[];
  /** Aborted by `dispose`. */
  disposed: AbortSignal;
  /** The whole change of a skill, as the transaction check will see it. */
  check(slug: string): Promise<ChangeProblem[]>;
}

/** A tool whose refusals are told to the model and kept; only a defect of ours is thrown. */
export function sandboxTool<S extends z.ZodType>(
  context: ToolContext,
  definition: { name: string; description: string; input: S },
  execute: (input: z.infer<S>, signal: AbortSignal) => Promise<string>,
): ModelTool {
  const { name, input: schema } = definition;
  const refused = (code: string, message: string, next: string): ModelToolOutput => {
    context.refusals.push({ tool: name, code, message, next });
    return { output: `Refused (${code}): ${message} ${next}`, isError: true };
  };
  return {
    ...definition,
    execute: async (input, { signal }) => {
      if (context.disposed.aborted) return refused("CANCELLED", "The review has ended.", "End here.");
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const what = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
        return refused("INVALID_INPUT", `The input does not fit: ${what}.`, "Send it as the tool's schema says.");
      }
      try {
        return { output: await execute(parsed.data, AbortSignal.any([signal, context.disposed])) };
      } catch (error) {
        if (AutoskillError.isInstance(error))
          return refused(error.code, error.message, error.next ?? "Go on without it.");
        if (signal.aborted || context.disposed.aborted)
          return refused("CANCELLED", "The review has ended.", "End here.");
        throw error;
      }
    },
  };
}
