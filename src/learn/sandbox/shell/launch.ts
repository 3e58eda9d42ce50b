/** Starts one process with a fixed environment, no input, a time limit and a bound on its output. */
import { spawn } from "node:child_process";

export interface LaunchResult {
  /** stdout and stderr as they came. */
  output: Buffer;
  /** The last of stderr alone. */
  complaints: string;
  /** The exit code; `null` when a signal ended it. */
  code: number | null;
  ended: "exit" | "timeout" | "output_limit" | "cancelled" | "not_started";
}

export interface LaunchOptions {
  directory: string;
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** In bytes. */
const MOST_COMPLAINTS = 4_096;

export function launch(program: string, args: readonly string[], options: LaunchOptions): Promise<LaunchResult> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let complaints = Buffer.alloc(0);
    let ended: LaunchResult["ended"] = "exit";
    const child = spawn(program, args, {
      cwd: options.directory,
      env: { ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const stop = (why: LaunchResult["ended"]): void => {
      if (ended !== "exit") return;
      ended = why;
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(() => stop("timeout"), options.timeoutMs);
    const cancel = (): void => stop("cancelled");
    options.signal.addEventListener("abort", cancel, { once: true });
    if (options.signal.aborted) cancel();
    const take = (piece: Buffer): void => {
      if (size >= options.maxBytes) return;
      pieces.push(piece.subarray(0, options.maxBytes - size));
      size += piece.length;
      if (size >= options.maxBytes) stop("output_limit");
    };
    child.stdout.on("data", take);
    child.stderr.on("data", (piece: Buffer) => {
      complaints = Buffer.concat([complaints, piece]).subarray(-MOST_COMPLAINTS);
      take(piece);
    });
    const finish = (code: number | null): void => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", cancel);
      resolve({ output: Buffer.concat(pieces), complaints: complaints.toString("utf8"), code, ended });
    };
    child.on("error", () => {
      ended = "not_started";
      finish(null);
    });
    child.on("close", finish);
  });
}
