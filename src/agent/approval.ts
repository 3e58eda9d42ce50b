/**
 * What the agent may do without asking.
 *
 * Contract: reading inside the project is always allowed. Leaving the project always needs the person's word, in every
 * mode; the person gives it for one call, for the rest of the session, or beforehand with further folders. Where nobody
 * can be asked, what needs asking is refused.
 */
export const APPROVAL_MODES = ["ask", "auto-edit", "yolo"] as const;
/**
 * - `ask`: every write and every command is asked about.
 * - `auto-edit`: files of the project are written without asking; commands are asked about.
 * - `yolo`: nothing inside the project is asked about, commands included.
 */
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export interface PermissionRequest {
  tool: string;
  action: "read" | "write" | "run";
  /** Path or command, redacted. */
  target: string;
  /** The path leads out of the project. */
  outside: boolean;
  /** Inside the project, but what is written there runs by itself (`.git`) or changes what autoskill asks about. */
  delicate: boolean;
}

/** `always`: this and everything of the same kind until the session ends. */
export type PermissionAnswer = "yes" | "always" | "no";

export type AskPerson = (request: PermissionRequest) => Promise<PermissionAnswer>;

export type RefusalCode = "denied_by_person" | "needs_approval" | "outside_project";

export interface Permission {
  allowed: boolean;
  /** Only where refused. */
  code?: RefusalCode;
  /** For the model: why, and what to do instead. */
  why?: string;
}

/** Whether a call of this kind has to be asked about. */
export function needsAsking(mode: ApprovalMode, request: PermissionRequest): boolean {
  if (request.outside) return true;
  if (request.action === "read" || mode === "yolo") return false;
  return mode === "ask" || request.action === "run" || request.delicate;
}

export type Decide = (request: PermissionRequest) => Promise<Permission>;

/** Decides calls of one session; remembers what the person allowed for the rest of it. */
export function createPermissions(mode: ApprovalMode, ask: AskPerson | undefined): Decide {
  const always = new Set<string>();
  return async (request) => {
    const kind = `${request.action}:${request.outside}:${request.delicate}`;
    if (!needsAsking(mode, request) || always.has(kind)) return { allowed: true };
    if (ask === undefined) return { allowed: false, ...refusal(mode, request) };
    const answer = await ask(request);
    if (answer === "always") always.add(kind);
    if (answer !== "no") return { allowed: true };
    return {
      allowed: false,
      code: "denied_by_person",
      why: "The user denied this call. Do not try it again in another way; go on without it, or say what you would have done and why.",
    };
  };
}

function refusal(mode: ApprovalMode, request: PermissionRequest): { code: RefusalCode; why: string } {
  if (request.outside) {
    return {
      code: "outside_project",
      why: `${request.target} lies outside of the project, and nobody can be asked whether that is allowed. Do not try it again; work inside the project, or say what you need.`,
    };
  }
  const what = request.action === "run" ? "Running a command" : "Writing a file";
  return {
    code: "needs_approval",
    why: `${what} requires approval in the mode \`${mode}\`, and nobody can be asked here. Do not try it again; say what you would have done, so that the user can start you with another approval mode.`,
  };
}
