/** Bounds of one run, where the caller names none. A bound that is hit is a refusal that says its number. */
import type { SandboxLimits } from "./model.ts";

export const DEFAULT_LIMITS: SandboxLimits = {
  outputCharacters: 40_000,
  fileBytes: 4 * 1024 * 1024,
  shellTimeoutMs: 10_000,
  shellMemoryMiB: 2_048,
  shellProcesses: 256,
  skills: 5,
  skillCharacters: 60_000,
  projectFiles: 200_000,
};
