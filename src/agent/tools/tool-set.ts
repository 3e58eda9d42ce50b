/**
 * The five tools of the agent, each call checked before it runs and its output finished before anyone sees it.
 *
 * Contract: a call never throws; what goes wrong is an outcome with a message. A refused call has status `cancelled` and
 * a `refusal`. Output is redacted and at most `OUTPUT_LIMIT` characters (and a note).
 */
import { z } from "zod";
import { errorToJson, redactText } from "../../base/index.ts";
import { finishText } from "../../session/index.ts";
import type { Permission, PermissionRequest, RefusalCode } from "../approval.ts";
import { type AgentTool, OUTPUT_LIMIT, type ToolContext, type ToolOutcome } from "./agent-tool.ts";
import { editFile } from "./edit-file.ts";
import { listFolder } from "./list-folder.ts";
import { readFile } from "./read-file.ts";
import { shell } from "./shell.ts";
import { writeFile } from "./write-file.ts";

export const AGENT_TOOLS: readonly AgentTool[] = [readFile, writeFile, editFile, listFolder, shell];

export interface Refusal {
  tool: string;
  action: PermissionRequest["action"];
  target: string;
  code: RefusalCode;
  why: string;
}

export interface FinishedCall extends ToolOutcome {
  refusal?: Refusal;
}

export async function callTool(
  tool: AgentTool,
  input: unknown,
  context: ToolContext,
  decide: (request: PermissionRequest) => Promise<Permission>,
): Promise<FinishedCall> {
  try {
    const request = { tool: tool.name, ...tool.permission(input, context) };
    const shown = { ...request, target: redactText(request.target) };
    const { allowed, code, why } = await decide(shown);
    if (!allowed) {
      const refusal = { tool: tool.name, action: request.action, target: shown.target };
      const reason = { code: code ?? ("needs_approval" as const), why: why ?? "This call requires approval." };
      return { status: "cancelled", output: reason.why, refusal: { ...refusal, ...reason } };
    }
    if (context.signal.aborted) return { status: "cancelled", output: "Interrupted by the user." };
    const outcome = await tool.run(input, context);
    return { ...outcome, output: finishText(outcome.output, OUTPUT_LIMIT) };
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    return { status: "error", output: finishText(message, OUTPUT_LIMIT) };
  }
}

function messageOf(error: unknown): string {
  const { message, next } = errorToJson(error);
  return next === undefined ? message : `${message} ${next}`;
}
