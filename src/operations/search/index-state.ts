/** `index status` and `index rebuild`: the saved index of what a project sees. It is a copy; the skills are the truth. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BankDiagnostic } from "../../bank/index.ts";
import type { SearchDiagnostic } from "../../search/index.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { lookAtBankIndex, rebuildBankIndex } from "./bank-index.ts";
import { embedderSchema } from "./search.ts";

export interface IndexStatus {
  directory: string;
  /** Signature, or `none`. */
  embedder: string;
  /** Skills on disk now. */
  skills: number;
  /** Skills in the saved index, and those of them with a vector. */
  indexed: number;
  vectors: number;
  /** Skills to be indexed at the next search: new, changed, or without a vector. */
  behind: number;
  /** Skills of the index that are gone. */
  gone: number;
  bytesOnDisk: number;
  bytesInMemory: number;
  diagnostics: (BankDiagnostic | SearchDiagnostic)[];
}

export interface IndexRebuilt {
  directory: string;
  embedder: string;
  skills: number;
  vectors: number;
  bytesOnDisk: number;
  ms: number;
  diagnostics: (BankDiagnostic | SearchDiagnostic)[];
}

const input = z.object({ embedder: embedderSchema, project: projectSchema });

export const indexStatus = defineOperation({
  name: "index_status",
  summary: SUMMARIES.index_status,
  readOnly: true,
  input,
  handler: async (context, options): Promise<IndexStatus> => {
    const { index, skills, changed, removed, directory, diagnostics } = await lookAtBankIndex(context, options);
    return {
      directory,
      embedder: index.embedder?.signature ?? "none",
      skills: skills.size,
      indexed: index.size,
      vectors: index.vectorCount,
      behind: changed.length,
      gone: removed.length,
      bytesOnDisk: await sizeOf(directory),
      bytesInMemory: index.bytes,
      diagnostics,
    };
  },
});

export const indexRebuild = defineOperation({
  name: "index_rebuild",
  summary: SUMMARIES.index_rebuild,
  readOnly: true,
  input,
  handler: async (context, options): Promise<IndexRebuilt> => {
    const started = performance.now();
    const { index, directory, diagnostics } = await rebuildBankIndex(context, options);
    return {
      directory,
      embedder: index.embedder?.signature ?? "none",
      skills: index.size,
      vectors: index.vectorCount,
      bytesOnDisk: await sizeOf(directory),
      ms: Math.round(performance.now() - started),
      diagnostics,
    };
  },
});

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
