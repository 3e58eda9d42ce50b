/** What `import` is asked and what it reports. */
import { z } from "zod";
import type { ErrorJson } from "../../base/index.ts";
import type { SkillFinding } from "../../skill/index.ts";
import type { PublishedProposal } from "../decide.ts";
import type { LearnReviews } from "../learn/review-learned.ts";
import type { ImportExtractions } from "./extract-imported.ts";

export const IMPORT_KINDS = ["conversations", "documents", "skills"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const importInput = z.object({
  paths: z.array(z.string().min(1)).min(1).describe("Files, folders, zip archives or git checkouts"),
  kinds: z.array(z.enum(IMPORT_KINDS)).default([]).describe("Only these; default: all, of a git checkout only skills"),
  mine: z.boolean().default(false).describe("The documents and skills are your own words, or you stand for them"),
  minTurns: z.coerce.number().int().min(0).default(0).describe("Only conversations with so many turns of a person"),
  language: z.string().min(2).optional().describe("Only conversations in this language: `zh`, `English`"),
  modelFamily: z.string().min(1).optional().describe("Only conversations with models whose name begins so: `gpt-4`"),
  limit: z.coerce.number().int().min(1).optional().describe("Stop after so many conversations, documents or skills"),
  project: z.string().optional().describe("Import into this project"),
  user: z.boolean().default(false).describe("Import into your own bank, for all projects"),
  dryRun: z.boolean().default(false).describe("Show what would be proposed; write nothing"),
  publish: z.boolean().default(false).describe("Publish what is proposed without asking"),
  again: z.boolean().default(false).describe("Do again what was done"),
  review: z.boolean().default(true).describe("Let a model, where one is configured, look over what passed the gate"),
  modelSessions: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("At most so many conversations go to a model; default: `extract.sessionsPerLearn`"),
  parallel: z.coerce.number().int().min(1).max(64).default(4).describe("So many model calls at once"),
});
export type ImportInput = z.output<typeof importInput>;

/** What became of one conversation, trajectory, document or skill. */
export interface ImportedUnit {
  kind: "conversation" | "trajectory" | "document" | "skill";
  /** Where it lies; a path in an archive stands behind `!`. */
  path: string;
  /** A session's id, or a skill's name. */
  name?: string;
  outcome: "learned" | "merged" | "discarded";
  /** Why: for what was discarded the reason, lower snake case or a linter's code. */
  reason: string;
  /** Names of the skills that are proposed or added to. */
  skills: string[];
  /** What the linter says about a skill. */
  findings?: (SkillFinding & { file: string })[];
  /** What was changed or left out of a skill. */
  notes?: string[];
}

export interface ImportReport {
  dryRun: boolean;
  /** True when the person stopped the run; what was finished is kept. */
  interrupted: boolean;
  /** True when `limit` ended the run before its sources. */
  limitReached: boolean;
  files: {
    read: number;
    /** Done before, with the same content and filters. */
    unchanged: number;
    notRecognised: string[];
    failed: { path: string; error: ErrorJson }[];
    /** Entries of archives that were not unpacked, and links that were not followed. */
    refused: { path: string; reason: string }[];
  };
  units: {
    done: number;
    /** Done by an earlier run, or met twice in this one. */
    known: number;
    /** Did not fit the filters. */
    filtered: number;
    byKind: Record<string, number>;
  };
  learned: number;
  merged: number;
  discarded: number;
  /** By reason. */
  discardedBecause: Record<string, number>;
  /** In order; at most 1,000 that gave something and 1,000 that did not, and how many more there were. */
  items: ImportedUnit[];
  itemsLeftOut: number;
  /** What waits for a person after this run. */
  waiting: { id: string; name: string; action: string }[];
  published: PublishedProposal[];
  notPublished: { id: string; name: string; error: ErrorJson }[];
  reviews: LearnReviews;
  extractions: ImportExtractions;
  /** Of models, in this run. */
  cost: { calls: number; inputTokens: number; outputTokens: number };
  elapsedMs: number;
}
