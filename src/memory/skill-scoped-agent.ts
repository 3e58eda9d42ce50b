/**
 * The review agent of the seeds for a host that runs it with its own loop: its name, its limits, its tools on an overlay
 * (never on the live tree), and a permission check for a host that insists on tools of its own.
 */
import { lstatSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { type Bank, hasMarker } from "../bank/index.ts";
import { errorToJson, isInside, realPathOfExisting } from "../base/index.ts";
import { createSandbox, isProtected, isReadOnlyCommand, type Sandbox, type SandboxOptions } from "../learn/index.ts";
import { assertRealProjectSkillPath, PROJECT_SKILL_FOLDERS } from "./skill-path.ts";

export const SKILL_REVIEW_TOOLS = ["read_file", "ls", "read_turn", "write_file", "edit", "shell"] as const;

export interface PermissionDecision {
  decision: "allow" | "deny";
  /** Why, and what to do instead; only for `deny`. */
  message?: string;
}

export interface SkillScopedAgentConfig {
  name: "managed-skill-extractor";
  maxTurns: number;
  timeoutMs: number;
  toolNames: readonly string[];
  /** The tools to give to the model. What they write is `sandbox.changes()`, and goes through `validateChanges`. */
  tools: Sandbox["tools"];
  sandbox: Sandbox;
  /**
   * For a host's own tools: whether a call may run. It looks at the state of the disk now; a host that decides a batch of
   * calls at once has to ask again before each of them (two creates of one path are one too many).
   */
  permissionManager: { evaluate(toolName: string, input: unknown): PermissionDecision };
}

export interface SkillScopedAgentBase extends Pick<SandboxOptions, "readTurn" | "session" | "limits"> {
  bank: Bank;
  /** Default 8. */
  maxTurns?: number;
  /** Default 120,000. */
  timeoutMs?: number;
  /** Default `bwrap`. */
  shell?: SandboxOptions["shell"];
}

export function createSkillScopedAgentConfig(base: SkillScopedAgentBase, projectRoot: string): SkillScopedAgentConfig {
  const { bank, maxTurns = 8, timeoutMs = 120_000, shell = "bwrap", ...rest } = base;
  const root = realPathOfExisting(resolve(projectRoot));
  const sandbox = createSandbox({
    ...rest,
    bank,
    projectRoot: root,
    scope: "project",
    shell,
    skillRoots: PROJECT_SKILL_FOLDERS.map((folder) => ({ directory: join(root, folder), writable: true })),
  });
  return {
    name: "managed-skill-extractor",
    maxTurns,
    timeoutMs,
    toolNames: SKILL_REVIEW_TOOLS,
    tools: sandbox.tools,
    sandbox,
    permissionManager: { evaluate: (toolName, input) => evaluate(root, shell, toolName, input) },
  };
}

function evaluate(root: string, shell: SandboxOptions["shell"], toolName: string, input: unknown): PermissionDecision {
  try {
    switch (toolName) {
      case "read_file":
      case "ls":
        return mayRead(root, pathIn(input) ?? ".");
      case "read_turn":
        return ALLOWED;
      case "write_file":
        return mayCreate(root, pathIn(input));
      case "edit":
        return mayEdit(root, pathIn(input));
      case "shell":
        return mayRun(shell, input);
      default:
        return deny(`The review agent has no tool ${toolName}. It has ${SKILL_REVIEW_TOOLS.join(", ")}.`);
    }
  } catch (error) {
    const { message, next } = errorToJson(error);
    return deny(`skill_review_agent: ${message} ${next ?? ""}`.trim());
  }
}

const ALLOWED: PermissionDecision = { decision: "allow" };

function deny(message: string): PermissionDecision {
  return { decision: "deny", message };
}

function mayRead(root: string, path: string): PermissionDecision {
  const real = realPathOfExisting(resolve(root, path));
  if (isInside(root, real) && !isProtected(relative(root, real).split(sep))) return ALLOWED;
  if (isInside(root, real)) return deny(`skill_review_agent: ${path} may hold keys or passwords. Go on without it.`);
  return deny(`skill_review_agent: only files of the project (${root}) are read. Go on without ${path}.`);
}

function mayCreate(root: string, path: string | undefined): PermissionDecision {
  if (path === undefined) return deny("skill_review_agent: write_file needs a path.");
  const real = assertRealProjectSkillPath(path, root);
  const segments = real.split("/");
  const isSkill = basename(real) === "SKILL.md" && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(segments.at(-2) ?? "");
  const isDirect = PROJECT_SKILL_FOLDERS.some(
    (folder) => real === join(realFolder(root, folder), segments.at(-2) ?? "", "SKILL.md"),
  );
  if (!isSkill || !isDirect) {
    return deny("skill_review_agent: write_file creates <skills>/<name>/SKILL.md and nothing else.");
  }
  if (lstatSync(real, { throwIfNoEntry: false }) === undefined) return ALLOWED;
  return deny(
    `skill_review_agent: ${path} is there already. Choose another name, such as <name>-2, or use edit on a skill of yours.`,
  );
}

function mayEdit(root: string, path: string | undefined): PermissionDecision {
  if (path === undefined) return deny("skill_review_agent: edit needs a path.");
  const real = assertRealProjectSkillPath(path, root);
  const status = lstatSync(real, { throwIfNoEntry: false });
  if (status === undefined)
    return deny(`skill_review_agent: there is no ${path} to edit. Use write_file for a new skill.`);
  if (!status.isFile() || status.nlink > 1 || basename(real) !== "SKILL.md") {
    return deny(`skill_review_agent: ${path} is not the SKILL.md of a skill.`);
  }
  if (hasMarker(readFileSync(real, "utf8"))) return ALLOWED;
  return deny(
    "skill_review_agent: edit is only allowed on skills with 'source: auto-skill' in frontmatter. " +
      "This skill appears to be user-created. Modify it manually or ask the user.",
  );
}

function mayRun(shell: SandboxOptions["shell"], input: unknown): PermissionDecision {
  if (shell === "off") return deny("skill_review_agent: the shell is switched off. Use read_file and ls.");
  const command = fieldOf(input, "command");
  const verdict = isReadOnlyCommand(command ?? "");
  return verdict.ok ? ALLOWED : deny(`skill_review_agent: ${verdict.why} ${verdict.instead}`);
}

function realFolder(root: string, folder: string): string {
  return realPathOfExisting(join(root, folder));
}

function pathIn(input: unknown): string | undefined {
  return fieldOf(input, "path") ?? fieldOf(input, "file_path") ?? fieldOf(input, "absolute_path");
}

function fieldOf(input: unknown, name: string): string | undefined {
  if (typeof input !== "object" || input === null || !(name in input)) return undefined;
  const value = (input as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
