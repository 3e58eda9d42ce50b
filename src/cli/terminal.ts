import { writeSync } from "node:fs";

/**
 * Where the command line reads and writes. Results go to `out` (stdout), everything that tells what is happening to
 * `err` (stderr), so that a pipe gets results alone.
 */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** True when a person can be asked: both input and output are a terminal. */
  interactive: boolean;
  /** True when progress may redraw its line. */
  redraws: boolean;
  columns: number;
}

export function processTerminal(): Terminal {
  process.stdout.on("error", onOutputError);
  process.stderr.on("error", onOutputError);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.CI === undefined,
    redraws: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 100,
  };
}

/**
 * A reader that went away (`| head`) wants no more, and the work goes on. Anything else (`> /dev/full`) means that the
 * result is lost, which nobody may take for success.
 */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  writeSync(2, `The result cannot be written: ${error.message}\n`);
  process.exit(1);
}
