/** Runs a program with a text on its stdin and collects what it prints, within bounds. */
import { spawn } from "node:child_process";

/** Set for every agent that we start: hooks and readers of ours leave such a run alone, and it starts no model itself. */
export const CHILD_MARKER = "AUTOSKILL_CHILD";

/** More than any answer; a program that prints without end is stopped. */
const MOST_OUTPUT = 16 * 1024 * 1024;

export interface ProgramRun {
  path: string;
  args: string[];
  directory: string;
  environment: Record<string, string>;
  input: string;
  signal: AbortSignal;
}

export interface ProgramResult {
  /** `null` when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  /** True when it printed more than 16 MiB and was stopped. */
  tooMuch: boolean;
}

/**
 * When the signal aborts, the program and all it started are killed, and what was printed so far comes back.
 *
 * @throws NodeJS.ErrnoException when the program cannot be started
 */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const ownGroup = process.platform !== "win32";
    const child = spawn(run.path, run.args, {
      cwd: run.directory,
      env: run.environment,
      stdio: ["pipe", "pipe", "pipe"],
      detached: ownGroup,
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    let tooMuch = false;

    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        if (ownGroup) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It had ended already.
      }
    };
    const collect = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_OUTPUT) into.push(chunk);
      else {
        tooMuch = true;
        kill();
      }
    };
    child.stdout.on("data", collect(stdout));
    child.stderr.on("data", collect(stderr));
    // It may end without reading all of its input.
    child.stdin.on("error", () => {});
    child.stdin.end(run.input);

    if (run.signal.aborted) kill();
    else run.signal.addEventListener("abort", kill, { once: true });
    child.once("error", (error) => {
      run.signal.removeEventListener("abort", kill);
      reject(error);
    });
    child.once("close", (exitCode) => {
      run.signal.removeEventListener("abort", kill);
      const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");
      resolve({ exitCode, stdout: text(stdout), stderr: text(stderr), tooMuch });
    });
  });
}
