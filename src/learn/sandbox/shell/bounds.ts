/**
 * What the processes of one command may use of the machine.
 *
 * Contract: the bounds are set by a bash that then becomes the bash of the script, which it gets as an argument of its own:
 * nothing in a script can be read as part of them, and no bound can be raised again. A bound that the system does not know
 * is left out (macOS has none on memory); one that is lower already stays as it is.
 */
import { release } from "node:os";
import type { SandboxLimits } from "../model.ts";
import { BASH } from "./environment.ts";

/** A program never gets more, so that one of few is no danger to the others either. */
const MOST_MEMORY_MIB = 512;
/** Mapped files and the reserves of threads count here, so it is wider: git maps packs, a gibibyte at a time. */
const ADDRESS_SPACE_MIB = 4_096;
const PROCESSOR_SECONDS = 30;
/** Programs in one command. Each still has 64 MiB then, by default. */
export const MOST_PROGRAMS = 32;

/** What each of so many programs may hold, in MiB: together they have no more than `shellMemoryMiB`. */
export function memoryOfEach(programs: number, limits: Pick<SandboxLimits, "shellMemoryMiB">): number {
  return Math.max(1, Math.min(MOST_MEMORY_MIB, Math.floor(limits.shellMemoryMiB / Math.max(1, programs))));
}

export interface ProcessBounds {
  /** Of each process. */
  memoryMiB: number;
  /**
   * All together, threads included. Only in a name space of its own: elsewhere everything that the person runs counts.
   * Root of the whole machine is exempt from it.
   */
  processes?: number;
}

/** Older kernels count what the person runs outside of the name space too, and a desktop alone would reach the bound. */
export function countsProcessesApart(kernel = release()): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  return process.platform === "linux" && (major > 5 || (major === 5 && minor >= 14));
}

/** Arguments of bash that run `script` within the bounds. */
export function boundedBash(script: string, { memoryMiB, processes }: ProcessBounds): string[] {
  const bounds: [flag: string, value: number][] = [
    ["c", 0],
    // No file of any size is written.
    ["f", 0],
    ["t", PROCESSOR_SECONDS],
    ["d", memoryMiB * 1024],
    ["v", ADDRESS_SPACE_MIB * 1024],
    ...(processes === undefined ? [] : [["u", processes] satisfies [string, number]]),
  ];
  const set = bounds.map(([flag, value]) => `ulimit -${flag} ${value} 2>/dev/null; `).join("");
  return ["--noprofile", "--norc", "-c", `${set}exec "$0" --noprofile --norc -c "$1"`, BASH, script];
}
