/**
 * Runs one shell command with a time limit, keeping the beginning and the end of what it prints.
 *
 * Contract: the command runs in a process group of its own and without input. When time is up or the caller stops, the
 * whole group gets SIGTERM and, two seconds later, SIGKILL. What a command leaves running in the background is not waited
 * for. When this process ends, so do the commands that are under way. Memory does not grow with the output.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** Characters kept of each end. */
const KEPT = 64 * 1024;
const GRACE_MS = 2_000;
/** After the shell has ended: how long pipes that its children hold may still bring output. */
const DRAIN_MS = 200;

export interface CommandResult {
  /** `null` when a signal ended it. */
  exitCode: number | null;
  signal?: NodeJS.Signals;
  ended: "exit" | "timeout" | "cancelled" | "not_started";
  /** Standard output and error, as they came. */
  output: string;
  /** Characters printed in all. */
  printed: number;
  problem?: string;
}

export interface CommandOptions {
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  signal: AbortSignal;
}

export function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve) => {
    const kept = createKeeper();
    const child = start(command, options);
    const onExit = (): void => signalGroup(child, "SIGKILL");
    process.once("exit", onExit);
    let ended: CommandResult["ended"] = "exit";
    let killTimer: NodeJS.Timeout | undefined;
    const stop = (why: "timeout" | "cancelled"): void => {
      if (ended !== "exit") return;
      ended = why;
      signalGroup(child, "SIGTERM");
      killTimer = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS);
    };
    const timer = setTimeout(() => stop("timeout"), options.timeoutMs);
    const onAbort = (): void => stop("cancelled");
    options.signal.addEventListener("abort", onAbort, { once: true });
    if (options.signal.aborted) onAbort();

    let drainTimer: NodeJS.Timeout | undefined;
    let settled = false;
    const settle = (result: Pick<CommandResult, "exitCode" | "ended"> & Partial<CommandResult>): void => {
      if (settled) return;
      settled = true;
      for (const pending of [timer, killTimer, drainTimer]) clearTimeout(pending);
      options.signal.removeEventListener("abort", onAbort);
      process.off("exit", onExit);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ ...kept.result(), ...result });
    };

    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8");
      stream?.on("data", (text: string) => kept.add(text));
    }
    child.on("error", (error) => settle({ exitCode: null, ended: "not_started", problem: error.message }));
    const finish = (exitCode: number | null, signal: NodeJS.Signals | null): void =>
      settle({ exitCode, ended, ...(signal === null ? {} : { signal }) });
    child.on("close", finish);
    child.on("exit", (exitCode, signal) => {
      if (ended !== "exit") signalGroup(child, "SIGKILL");
      drainTimer = setTimeout(() => finish(exitCode, signal), DRAIN_MS);
    });
  });
}

function start(command: string, { folder, environment }: CommandOptions): ChildProcess {
  const [program, ...flags] = shellProgram();
  return spawn(program, [...flags, command], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
}

function shellProgram(): [string, ...string[]] {
  if (process.platform === "win32") return [process.env.ComSpec ?? "cmd.exe", "/d", "/s", "/c"];
  return existsSync("/bin/bash") ? ["/bin/bash", "-c"] : ["/bin/sh", "-c"];
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

function createKeeper(): { add(text: string): void; result(): { output: string; printed: number } } {
  let head = "";
  let tail = "";
  let printed = 0;
  return {
    add(text) {
      printed += text.length;
      const room = KEPT - head.length;
      head += text.slice(0, Math.max(0, room));
      tail += text.slice(Math.max(0, room));
      if (tail.length > 2 * KEPT) tail = tail.slice(-KEPT);
    },
    result() {
      const end = tail.slice(-KEPT);
      const lost = printed - head.length - end.length;
      return { output: lost === 0 ? head + end : `${head}\n[… ${lost} characters …]\n${end}`, printed };
    },
  };
}
