/** Which approval a proposal needs: the person's choice for its project, tightened by the project's own file. */
import { AutoskillError } from "../base/index.ts";
import { type Configuration, loadConfiguration } from "./configuration.ts";
import type { OperationContext } from "./context.ts";

/** `auto`: published, and the person is told. `ask`: waits for the person. `review`: waits for the team; see docs/approval.md. */
export type ApprovalPolicy = Configuration["approval"];

/** Settings that cannot be read never publish anything: `ask` then. */
export async function approvalPolicy(context: OperationContext, projectRoot?: string): Promise<ApprovalPolicy> {
  try {
    return (await loadConfiguration(context, projectRoot)).approval;
  } catch (error) {
    if (AutoskillError.isInstance(error) && error.code === "CONFIG_INVALID") return "ask";
    throw error;
  }
}
