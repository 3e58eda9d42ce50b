/**
 * Bubblewrap: a name space of its own with the system's programs, the project read-only, no network, no home, no other
 * process, and no rights. What the project view hides is covered, what it redacts is replaced by the redacted text.
 */
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundedBash, type ProcessBounds } from "./bounds.ts";
import { BASH, commandEnvironment } from "./environment.ts";
import { type LaunchOptions, type LaunchResult, launch } from "./launch.ts";
import type { ProjectView } from "./project-view.ts";

const PLACES = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap", "/run/current-system/sw/bin/bwrap"];
/** Of `/etc` only what the loader and the programs' names need. */
const SYSTEM_FILES = [
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  "/etc/localtime",
];

let working: Promise<string | undefined> | undefined;

/** Path of a bubblewrap that works here: installed, and allowed to make name spaces. Tried once per process. */
export function findBubblewrap(): Promise<string | undefined> {
  working ??= tryBubblewrap();
  return working;
}

async function tryBubblewrap(): Promise<string | undefined> {
  if (process.platform !== "linux") return undefined;
  const program = PLACES.find((place) => existsSync(place));
  if (program === undefined || !existsSync(BASH)) return undefined;
  const args = [...isolation(), ...system(), "--", BASH, "--noprofile", "--norc", "-c", "exit 42"];
  const options = {
    directory: "/",
    environment: {},
    timeoutMs: 5_000,
    maxBytes: 4_096,
    signal: new AbortController().signal,
  };
  return (await launch(program, args, options)).code === 42 ? program : undefined;
}

function isolation(): string[] {
  return [
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
    "--clearenv",
    "--hostname",
    "review",
  ];
}

function system(): string[] {
  const args = ["--ro-bind", "/usr", "/usr"];
  for (const folder of ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]) {
    const status = lstatSync(folder, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() === true) args.push("--symlink", readlinkSync(folder), folder);
    else if (status !== undefined) args.push("--ro-bind", folder, folder);
  }
  for (const path of [...SYSTEM_FILES, "/nix/store", "/run/current-system/sw"]) args.push("--ro-bind-try", path, path);
  return [...args, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"];
}

/** Runs a checked script in the root of the project. */
export async function runInBubblewrap(
  program: string,
  script: string,
  root: string,
  view: ProjectView,
  limits: Pick<LaunchOptions, "timeoutMs" | "maxBytes" | "signal">,
  bounds: ProcessBounds,
): Promise<LaunchResult> {
  const scratch = view.redacted.size > 0 ? await mkdtemp(join(tmpdir(), "autoskill-view-")) : undefined;
  try {
    const args = [...isolation()];
    for (const [name, value] of Object.entries(commandEnvironment(root))) args.push("--setenv", name, value);
    args.push(...system(), "--ro-bind", root, root);
    let number = 0;
    for (const [path, text] of view.redacted) {
      number += 1;
      const copy = join(scratch ?? "", String(number));
      await writeFile(copy, text, { mode: 0o400 });
      args.push("--ro-bind", copy, join(root, path));
    }
    for (const path of view.hiddenFiles) args.push("--ro-bind", "/dev/null", join(root, path));
    for (const path of view.hiddenFolders) args.push("--perms", "0555", "--tmpfs", join(root, path));
    args.push("--remount-ro", "/tmp", "--chdir", root, "--", BASH, ...boundedBash(script, bounds));
    return await launch(program, args, { ...limits, directory: root, environment: {} });
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
  }
}
