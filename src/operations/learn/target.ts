/** Where what a session taught belongs. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Scope } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import type { SessionHeader } from "../../session/index.ts";
import type { OperationContext } from "../context.ts";

export interface Target {
  scope: Extract<Scope, "project" | "user">;
  projectRoot?: string;
}

export interface TargetChoice {
  project?: string | undefined;
  user: boolean;
}

/**
 * What the person asked for; else the project where the session ran, if that folder is on this machine; else the
 * person's own bank.
 *
 * @throws AutoskillError `PROJECT_NOT_FOUND`
 */
export async function targetFor(
  context: OperationContext,
  choice: TargetChoice,
  header: Pick<SessionHeader, "projectRoot">,
): Promise<Target> {
  if (choice.user) return { scope: "user" };
  if (choice.project !== undefined) {
    const projectRoot = resolve(context.workingDirectory, choice.project);
    if (await isFolder(projectRoot)) return { scope: "project", projectRoot };
    throw new AutoskillError({
      code: "PROJECT_NOT_FOUND",
      message: `${projectRoot} is not a folder.`,
      next: "Give the root of a project, or --user.",
    });
  }
  const { projectRoot } = header;
  const usable = projectRoot !== undefined && projectRoot !== context.userHome && projectRoot !== "/";
  return usable && (await isFolder(projectRoot)) ? { scope: "project", projectRoot } : { scope: "user" };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
