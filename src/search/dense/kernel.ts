/**
 * The kernel compiled, and memories to run it on.
 *
 * Contract: `createKernel` gives a memory with the functions of `kernel-code.ts` bound to it, or undefined where this
 * runtime has no WebAssembly SIMD or no more address space; every caller has a plain JavaScript way for that case.
 */
import { kernelBytes } from "./kernel-code.ts";

export const PAGE_BYTES = 65_536;
/** 4 GiB: what 32-bit addresses reach. */
export const MAX_PAGES = 65_536;

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages; views of the old `buffer` are detached. */
  grow(pages: number): number;
}

/** Addresses are bytes; those above 2 GiB are passed as `address | 0`. */
export interface KernelFunctions {
  scanF32(row: number, count: number, stride: number, query: number, out: number): void;
  gatherF32(rows: number, list: number, count: number, stride: number, query: number, out: number): void;
  scanI8(row: number, count: number, stride: number, query: number, out: number): void;
  quantize(row: number, count: number, stride: number, out: number, scales: number, errors: number): void;
  mix(block: number, count: number, state: number): void;
  readAll(block: number, count: number): number;
}

export interface Kernel extends KernelFunctions {
  memory: KernelMemory;
}

/** The part of the global that is used; the types of Node do not declare it. */
declare const WebAssembly:
  | {
      Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
      Memory: new (limits: { initial: number; maximum: number }) => KernelMemory;
      Instance: new (module: object, imports: object) => { exports: unknown };
    }
  | undefined;

let compiled: object | "none" | undefined;

function kernelModule(): object | undefined {
  if (compiled === undefined) {
    try {
      compiled = WebAssembly === undefined ? "none" : new WebAssembly.Module(kernelBytes());
    } catch {
      // No SIMD (an old processor) or no WebAssembly at all (`--jitless`).
      compiled = "none";
    }
  }
  return compiled === "none" ? undefined : (compiled as object);
}

export function createKernel(pages: number): Kernel | undefined {
  const module = kernelModule();
  if (module === undefined || WebAssembly === undefined) return undefined;
  try {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    return { memory, ...(exports as KernelFunctions) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
