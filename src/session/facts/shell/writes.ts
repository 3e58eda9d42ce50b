/**
 * Files that a simple command writes, by what the program is known to do with its arguments. Redirections are not here:
 * they belong to the shell. Paths are as spelled; a directory target gets the source's name appended.
 */
import type { FileWriteFact } from "../model.ts";
import { pathsOfDiff } from "../patches.ts";
import type { CommandUse } from "./command-kind.ts";

export interface ShellWrite {
  path: string;
  how: FileWriteFact["how"] | "remove";
}

/** `body` is the here-document or piped literal that feeds the command, where there is one. */
export function writesOf(use: CommandUse, body: string | undefined): ShellWrite[] {
  const { program, args } = use;
  switch (program) {
    case "tee":
      return plain(args, []).map((path) => ({ path, how: "tee" }));
    case "cp":
    case "install":
    case "rsync":
    case "scp":
    case "Copy-Item":
    case "copy":
      return installsDirectories(program, args) ? [] : copyTargets(args, "copy");
    case "mv":
    case "Move-Item":
    case "move":
      return [
        ...copyTargets(args, "move"),
        ...plain(args, TARGET_OPTIONS)
          .slice(0, -1)
          .map((path) => ({ path, how: "remove" as const })),
      ];
    case "ln":
      return copyTargets(args, "other");
    case "sed":
      return inPlaceTargets(args, /^(?:-[a-zA-Z]*i.*|--in-place.*)$/);
    case "perl":
    case "ruby":
      return inPlaceTargets(args, /^-[a-zA-Z0-9]*i/);
    case "awk":
      return args.includes("inplace")
        ? plain(args, ["-i", "-v", "-F"])
            .slice(1)
            .map((path) => ({ path, how: "in_place" }))
        : [];
    case "dd":
      return args.filter((arg) => arg.startsWith("of=")).map((arg) => ({ path: arg.slice(3), how: "other" }));
    case "truncate":
      return plain(args, ["-s", "--size", "-r", "--reference"]).map((path) => ({ path, how: "other" }));
    case "touch":
      return plain(args, ["-d", "-r", "-t", "--date", "--reference"]).map((path) => ({ path, how: "other" }));
    case "rm":
    case "rmdir":
    case "unlink":
    case "Remove-Item":
    case "del":
      return plain(args, []).map((path) => ({ path, how: "remove" }));
    case "curl":
      return valuesOf(args, ["-o", "--output"]).map((path) => ({ path, how: "other" }));
    case "wget":
      return valuesOf(args, ["-O", "--output-document"]).map((path) => ({ path, how: "other" }));
    case "tar":
      return args.some((arg) => /^-?[a-zA-Z]*x/.test(arg))
        ? valuesOf(args, ["-C", "--directory"]).map((path) => ({ path, how: "other" }))
        : [];
    case "unzip":
      return valuesOf(args, ["-d"]).map((path) => ({ path, how: "other" }));
    case "patch":
    case "apply_patch":
      return patchTargets(body ?? args.find((arg) => arg.includes("\n")));
    case "git":
      return use.kind === "git apply" || use.kind === "git am" ? patchTargets(body) : gitTargets(use);
    case "Set-Content":
    case "Add-Content":
    case "Out-File":
    case "New-Item":
      return powershellTargets(args);
    case "python":
    case "node":
      return scriptTargets(body ?? inlineCode(args));
    default:
      return [];
  }
}

const TARGET_OPTIONS = [
  "-t",
  "--target-directory",
  "-m",
  "--mode",
  "-o",
  "--owner",
  "-g",
  "--group",
  "-e",
  "--exclude",
  "-Destination",
  "-Path",
];

/** Arguments that are no options and no values of `valued` options. */
function plain(args: readonly string[], valued: readonly string[]): string[] {
  const found: string[] = [];
  let onlyOperands = false;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (onlyOperands || arg === "-" || !arg.startsWith("-")) found.push(arg);
    else if (arg === "--") onlyOperands = true;
    else if (valued.includes(arg)) at += 1;
  }
  return found.filter((arg) => arg !== "" && arg !== "-");
}

function valuesOf(args: readonly string[], options: readonly string[]): string[] {
  const found: string[] = [];
  args.forEach((arg, at) => {
    const next = args[at + 1];
    if (options.includes(arg) && next !== undefined) found.push(next);
    const inline = options.find((option) => option.startsWith("--") && arg.startsWith(`${option}=`));
    if (inline !== undefined) found.push(arg.slice(inline.length + 1));
  });
  return found;
}

function installsDirectories(program: string, args: readonly string[]): boolean {
  return program === "install" && args.some((arg) => arg === "-d" || arg === "--directory");
}

function copyTargets(args: readonly string[], how: "copy" | "move" | "other"): ShellWrite[] {
  const named = valuesOf(args, ["-Destination"])[0];
  const directory = valuesOf(args, ["-t", "--target-directory"])[0];
  const operands = plain(args, TARGET_OPTIONS);
  if (named !== undefined) return [{ path: named, how }];
  if (directory !== undefined) return operands.map((source) => ({ path: joinPath(directory, baseName(source)), how }));
  const target = operands.at(-1);
  if (target === undefined || operands.length < 2) return [];
  const sources = operands.slice(0, -1);
  if (sources.length > 1 || /[/\\]$/.test(target) || target === "." || target === "..") {
    return sources.map((source) => ({ path: joinPath(target, baseName(source)), how }));
  }
  return [{ path: target, how }];
}

function inPlaceTargets(args: readonly string[], flag: RegExp): ShellWrite[] {
  if (!args.some((arg) => flag.test(arg))) return [];
  const scripted = args.some((arg) => /^-[a-zA-Z0-9]*[ef]$/.test(arg) || arg.startsWith("--expression"));
  const operands = plain(
    args,
    args.filter((arg) => /^-[a-zA-Z0-9]*[ef]$/.test(arg)),
  );
  return (scripted ? operands : operands.slice(1)).map((path) => ({ path, how: "in_place" }));
}

function patchTargets(text: string | undefined): ShellWrite[] {
  return text === undefined ? [] : pathsOfDiff(text).map((path) => ({ path, how: "patch" }));
}

function gitTargets(use: CommandUse): ShellWrite[] {
  if (use.kind === "git mv") return copyTargets(use.args.slice(1), "move");
  if (use.kind === "git rm") return plain(use.args.slice(1), []).map((path) => ({ path, how: "remove" }));
  return [];
}

function powershellTargets(args: readonly string[]): ShellWrite[] {
  const named = valuesOf(args, ["-Path", "-LiteralPath", "-FilePath"])[0];
  const path = named ?? plain(args, ["-Value", "-Encoding", "-ItemType"])[0];
  return path === undefined ? [] : [{ path, how: "other" }];
}

function inlineCode(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === "-c" || arg === "-e" || arg === "--eval");
  return at < 0 ? undefined : args[at + 1];
}

const SCRIPT_WRITES = [
  /\bopen\(\s*[rbf]{0,2}["']([^"'\n]{1,300})["']\s*,\s*(?:mode\s*=\s*)?["'][wax]/g,
  /\bPath\(\s*[rf]?["']([^"'\n]{1,300})["']\s*\)\s*\.write_(?:text|bytes)\b/g,
  /\b(?:writeFile|appendFile|outputFile)(?:Sync)?\(\s*["'`]([^"'`\n$]{1,300})["'`]/g,
];

/** Files that inline Python or JavaScript opens for writing under a literal name. */
function scriptTargets(code: string | undefined): ShellWrite[] {
  if (code === undefined) return [];
  const found: ShellWrite[] = [];
  for (const pattern of SCRIPT_WRITES) {
    for (const match of code.matchAll(pattern))
      if (match[1] !== undefined) found.push({ path: match[1], how: "other" });
  }
  return found;
}

export function baseName(path: string): string {
  const trimmed = path.replace(/[/\\]+$/, "");
  return trimmed.slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("\\")) + 1);
}

/** Joins with the separator that the directory uses; an absolute or home path stands alone. */
export function joinPath(directory: string, path: string): string {
  if (directory === "" || directory === "." || /^(?:[/\\~]|[A-Za-z]:[/\\]|\$)/.test(path)) return path;
  const separator = directory.includes("\\") && !directory.includes("/") ? "\\" : "/";
  return `${directory.replace(/[/\\]+$/, "")}${separator}${path.replace(/^\.[/\\]/, "")}`;
}
