/** What the agent's tools have in common. */
import type { z } from "zod";
import { TOOL_TEXT_LIMIT } from "../../session/index.ts";
import type { PermissionRequest } from "../approval.ts";
import type { ProjectFolders } from "../project-paths.ts";

/** Characters of a tool's output; whole, so that reading the saved session cuts nothing more. */
export const OUTPUT_LIMIT = TOOL_TEXT_LIMIT - 1024;

export interface ToolContext {
  folders: ProjectFolders;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Longest time for a command, in milliseconds. */
  commandTimeoutMs: number;
}

export interface ToolOutcome {
  status: "ok" | "error" | "cancelled";
  /** For the model; redacted and bounded by the tool set. */
  output: string;
  exitCode?: number;
  /** Real path of the file that was read or written. */
  path?: string;
}

export interface AgentTool<Input = unknown> {
  name: string;
  description: string;
  input: z.ZodType<Input>;
  /** What has to be allowed before it runs. May throw: then the call fails with that message. */
  permission(input: Input, context: ToolContext): Omit<PermissionRequest, "tool">;
  run(input: Input, context: ToolContext): Promise<ToolOutcome>;
}

/** Lets tools with inputs of their own stand in one list; each parses its input by its schema before it is run. */
export function defineAgentTool<Input>(tool: AgentTool<Input>): AgentTool {
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    permission: (input, context) => tool.permission(tool.input.parse(input), context),
    run: (input, context) => tool.run(tool.input.parse(input), context),
  };
}

export function failed(output: string): ToolOutcome {
  return { status: "error", output };
}
