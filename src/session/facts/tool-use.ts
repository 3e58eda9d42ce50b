/**
 * What one tool call does and to which files: capability by name, else by the shape of its input.
 */
import type { ToolCallPart } from "../model.ts";
import type { FileWriteFact, ToolCapability } from "./model.ts";
import { pathsOfDiff } from "./patches.ts";
import { analyseShell, type ShellAnalysis } from "./shell/analyse.ts";
import { commandLineOf } from "./shell/command-line.ts";
import { capabilityOfName } from "./tool-names.ts";

export interface ToolUse {
  capability: ToolCapability;
  /** Shell only. */
  command?: string;
  shell?: ShellAnalysis;
  /** Files that the input names as targets. */
  paths: string[];
  writes: { path: string; how: FileWriteFact["how"] | "remove" }[];
}

const PATH_KEYS = [
  "file_path",
  "filePath",
  "path",
  "notebook_path",
  "absolute_path",
  "file",
  "filename",
  "file_name",
  "fileName",
  "target_file",
  "TargetFile",
  "AbsolutePath",
  "relative_path",
  "relativePath",
  "uri",
  "filepath",
] as const;
const PATCH_KEYS = ["patch", "input", "patchText", "diff", "patch_text", "content"] as const;
const EDITOR_COMMANDS: ReadonlyMap<string, ToolCapability> = new Map([
  ["view", "read"],
  ["create", "write"],
  ["str_replace", "edit"],
  ["insert", "edit"],
  ["undo_edit", "edit"],
]);
const MAX_PATHS = 50;

export function toolUseOf(call: ToolCallPart): ToolUse {
  const input = recordOf(call.input);
  const capability = capabilityOf(call.name, input, call.input);
  const none: ToolUse = { capability, paths: [], writes: [] };
  if (capability === "shell") return shellUse(none, call.input);
  const patched = patchedPaths(call, input);
  const paths = patched.length > 0 ? patched : namedPaths(input);
  if (capability === "read") return { ...none, paths };
  if (capability === "write" || capability === "edit") {
    const how = patched.length > 0 ? "patch" : /^(?:delete|remove)/i.test(call.name) ? "remove" : "tool";
    return { ...none, paths, writes: paths.map((path) => ({ path, how })) };
  }
  if (capability === "skill") return { ...none, writes: managedSkill(input) };
  return none;
}

function shellUse(none: ToolUse, input: unknown): ToolUse {
  const command = commandLineOf(input);
  if (command === undefined) return none;
  if (/^\s*\*\*\* Begin Patch/.test(command)) {
    const paths = pathsOfDiff(command).slice(0, MAX_PATHS);
    return { ...none, capability: "edit", paths, writes: paths.map((path) => ({ path, how: "patch" })) };
  }
  const shell = analyseShell(command);
  const writes = shell.writes.slice(0, MAX_PATHS);
  return { ...none, command, shell, paths: [...new Set(writes.map((write) => write.path))], writes };
}

/** A skill manager (`skill_manage`) writes skills under names, not paths. */
function managedSkill(input: Record<string, unknown> | undefined): ToolUse["writes"] {
  const { action, name } = input ?? {};
  if (typeof action !== "string" || typeof name !== "string") return [];
  if (!/^(?:create|edit|patch|write|update|delete|remove|archive)/.test(action)) return [];
  return [{ path: `skills/${name}/SKILL.md`, how: "tool" }];
}

function capabilityOf(name: string, input: Record<string, unknown> | undefined, raw: unknown): ToolCapability {
  const known = capabilityOfName(name);
  const editor = typeof input?.command === "string" ? EDITOR_COMMANDS.get(input.command) : undefined;
  if (editor !== undefined && known !== "shell") return editor;
  if (known !== undefined) return known;
  return input === undefined ? capabilityOfText(raw) : capabilityOfShape(name, input);
}

function capabilityOfText(raw: unknown): ToolCapability {
  return typeof raw === "string" && /^\s*\*\*\* Begin Patch/.test(raw) ? "edit" : "other";
}

/** A tool that no table knows, by what it is given. MCP tools with a `command` are left alone: it may be anything. */
function capabilityOfShape(name: string, input: Record<string, unknown>): ToolCapability {
  const has = (...keys: string[]) => keys.some((key) => typeof input[key] === "string" && input[key] !== "");
  const command = input.command ?? input.cmd;
  const foreign = name.startsWith("mcp__");
  if (!foreign && (typeof command === "string" || Array.isArray(command))) return "shell";
  const hasPath = PATH_KEYS.some((key) => typeof input[key] === "string");
  if (hasPath && has("old_string", "oldString", "old_str", "new_string", "newString", "new_str", "edits"))
    return "edit";
  if (hasPath && has("content", "contents", "file_text", "text", "code_content")) return foreign ? "other" : "write";
  if (has("patch", "patchText")) return "edit";
  if (has("pattern", "regex")) return "search";
  if (has("url")) return "web";
  if (hasPath && /read|view|cat|open/i.test(name)) return "read";
  return "other";
}

function patchedPaths(call: ToolCallPart, input: Record<string, unknown> | undefined): string[] {
  if (!/patch|diff/i.test(call.name) && input !== undefined && typeof input.patch !== "string") return [];
  const texts = typeof call.input === "string" ? [call.input] : PATCH_KEYS.map((key) => input?.[key]);
  for (const text of texts) {
    if (typeof text !== "string") continue;
    const paths = pathsOfDiff(text);
    if (paths.length > 0) return paths.slice(0, MAX_PATHS);
  }
  // Codex protocol events: {changes: {"<path>": {…}}}
  const changes = recordOf(input?.changes);
  return changes === undefined ? [] : Object.keys(changes).slice(0, MAX_PATHS);
}

function namedPaths(input: Record<string, unknown> | undefined): string[] {
  if (input === undefined) return [];
  for (const key of PATH_KEYS) {
    const value = input[key];
    if (typeof value === "string" && value !== "" && value.length <= 4_096) return [value.replace(/^file:\/\//, "")];
  }
  const many = input.paths ?? input.files ?? input.file_paths;
  if (!Array.isArray(many)) return [];
  return many
    .map((entry) => (typeof entry === "string" ? entry : recordOf(entry)?.path))
    .filter((path): path is string => typeof path === "string" && path !== "")
    .slice(0, MAX_PATHS);
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
