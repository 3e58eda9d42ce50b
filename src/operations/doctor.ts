/** `doctor`: whether everything that autoskill needs is in order here, and what to do where it is not. */
import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorToJson } from "../base/index.ts";
import { findTranscripts } from "../hosts/index.ts";
import { listCandidates, SCHEMA_VERSION } from "../store/index.ts";
import { listConfiguration } from "./configuration.ts";
import { hostPlace, type OperationContext } from "./context.ts";
import { chooseContextModel } from "./model/open-model.ts";
import { defineOperation } from "./operation.ts";
import { projectSchema, resolveProject } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface DoctorCheck {
  name: string;
  status: "ok" | "warning" | "failure";
  detail: string;
  next?: string;
}

type CheckResult = Omit<DoctorCheck, "name">;

export const doctor = defineOperation({
  name: "doctor",
  summary: SUMMARIES.doctor,
  readOnly: true,
  input: z.object({ project: projectSchema }),
  handler: async (context, input): Promise<{ checks: DoctorCheck[]; healthy: boolean }> => {
    const project = await resolveProject(context, input.project);
    const checks: DoctorCheck[] = [];
    const run = async (name: string, check: () => Promise<CheckResult>): Promise<void> => {
      try {
        checks.push({ name, ...(await check()) });
      } catch (error) {
        const { message, next } = errorToJson(error);
        checks.push({ name, status: "failure", detail: message, ...(next === undefined ? {} : { next }) });
      }
    };
    await run("node", async () => ({ status: "ok", detail: `${process.version} on ${process.platform}` }));
    await run("home", () => checkHome(context));
    await run("settings", () => checkSettings(context, project));
    await run("state", () => checkState(context));
    await run("agents", () => checkAgents(context));
    await run("model", () => checkModel(context, project));
    await run("skills", () => checkSkills(context, project));
    return { checks, healthy: checks.every((check) => check.status !== "failure") };
  },
});

/** Having none is in order; having named one that cannot be used is not. */
async function checkModel(context: OperationContext, project: string): Promise<CheckResult> {
  const { model, why, candidates } = await chooseContextModel(context, project);
  if (model !== undefined) return { status: "ok", detail: `${model.id}: ${why}` };
  const named = candidates.some(({ from, id }) => (from === "settings" || from === "environment") && id !== "none");
  if (!named) return { status: "ok", detail: `none: ${why}` };
  return {
    status: "warning",
    detail: `none: ${why}`,
    next: "Run `autoskill model`; docs/models.md says what is needed.",
  };
}

async function checkHome(context: OperationContext): Promise<CheckResult> {
  try {
    const status = await stat(context.home);
    await access(context.home, constants.R_OK | constants.W_OK);
    if (process.platform !== "win32" && (status.mode & 0o077) !== 0) {
      return {
        status: "warning",
        detail: `${context.home} can be read by others on this machine.`,
        next: `Run \`chmod 700 ${context.home}\`.`,
      };
    }
    return { status: "ok", detail: context.home };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return { status: "ok", detail: `${context.home} (made when first needed)` };
    }
    throw error;
  }
}

async function checkSettings(context: OperationContext, project: string): Promise<CheckResult> {
  const changed = (await listConfiguration(context, project)).filter((entry) => entry.origin !== "default");
  const detail = changed.map((entry) => `${entry.key}=${JSON.stringify(entry.value)} (${entry.origin})`).join(", ");
  return { status: "ok", detail: detail === "" ? "all defaults" : detail };
}

async function checkState(context: OperationContext): Promise<CheckResult> {
  const store = await context.store();
  const pending = await listCandidates(store, "pending");
  const waiting = pending.length === 0 ? "nothing waits for approval" : `${pending.length} waiting: autoskill pending`;
  return { status: "ok", detail: `${join(context.home, "autoskill.db")}, schema ${SCHEMA_VERSION}, ${waiting}` };
}

async function checkAgents(context: OperationContext): Promise<CheckResult> {
  const { items, diagnostics } = await findTranscripts({
    ...hostPlace(context),
  });
  const perAgent = new Map<string, number>();
  for (const item of items) perAgent.set(item.agent, (perAgent.get(item.agent) ?? 0) + 1);
  const found = [...perAgent].map(([agent, transcripts]) => `${agent} ${transcripts}`).join(", ");
  const trouble = diagnostics.map((diagnostic) => diagnostic.message).join("; ");
  if (trouble !== "") return { status: "warning", detail: `${found}; ${trouble}`, next: "Check the folder's rights." };
  if (found === "") {
    return {
      status: "warning",
      detail: "No transcripts of any agent found.",
      next: "Give a path: `autoskill learn PATH`. See docs/agents.md for where each agent keeps its own.",
    };
  }
  return { status: "ok", detail: `transcripts: ${found}` };
}

async function checkSkills(context: OperationContext, project: string): Promise<CheckResult> {
  const bank = await context.bank(project);
  const { skills, diagnostics } = await bank.list();
  const edited = skills.filter((skill) => skill.ownership === "ours_edited").map((skill) => skill.slug);
  const detail = `${skills.length} skills, ${edited.length} changed by hand since they were published`;
  const first = diagnostics[0];
  if (first !== undefined) {
    return {
      status: "warning",
      detail: `${detail}; ${first.path}: ${first.message}`,
      next: "Run `autoskill list` for all of them.",
    };
  }
  return { status: "ok", detail };
}
