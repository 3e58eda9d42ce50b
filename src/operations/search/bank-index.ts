/**
 * The index over the skills that a project sees: opened from what was saved, brought up to date by content hash, and
 * saved again where anything had changed. The files of the skills are the truth: what lies on disk is what is found, and
 * a saved index that is missing, damaged or made by another version costs time, never an answer.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BankDiagnostic, SkillOutline } from "../../bank/index.ts";
import { errorToJson, sha256 } from "../../base/index.ts";
import {
  documentFromSkill,
  type Embedder,
  embedderSettingsFrom,
  openEmbedder,
  openIndex,
  type SearchDiagnostic,
  type SearchDocument,
  type SearchIndex,
  saveIndex,
} from "../../search/index.ts";
import type { OperationContext } from "../context.ts";
import { resolveProject } from "../skill-reference.ts";

export interface BankIndexOptions {
  project?: string | undefined;
  /** As `openEmbedder` takes it; default: that of the environment, else hashing. */
  embedder?: string | undefined;
}

export interface BankIndex {
  index: SearchIndex;
  /** By id in the index. */
  skills: Map<string, SkillOutline>;
  diagnostics: (BankDiagnostic | SearchDiagnostic)[];
}

/** What is saved, and how far it is behind the files. */
export interface SavedBankIndex extends BankIndex {
  directory: string;
  /** Skills that the index lacks or has in another state. */
  changed: SkillOutline[];
  /** Ids of the index whose skills are gone. */
  removed: string[];
}

const kept = new WeakMap<OperationContext, Map<string, SearchIndex>>();

/** Id of a skill in the index. */
export function documentId(skill: Pick<SkillOutline, "scope" | "slug">): string {
  return `${skill.scope}/${skill.slug}`;
}

export function documentOf(skill: SkillOutline): SearchDocument {
  return documentFromSkill(skill.text, {
    id: documentId(skill),
    scope: skill.scope,
    hash: skill.hash,
    ...(skill.updatedAt === undefined ? {} : { updatedAt: skill.updatedAt }),
  });
}

/**
 * The index as the files are now.
 *
 * @throws AutoskillError `EMBEDDER_…` when the embedder that is set cannot be opened
 */
export async function openBankIndex(context: OperationContext, options: BankIndexOptions = {}): Promise<BankIndex> {
  const saved = await lookAtBankIndex(context, options);
  const { index, changed, removed, directory, skills } = saved;
  for (const id of removed) index.remove(id);
  const failures = await index.addAll(changed.map(documentOf), context.signal);
  // Those that the index noticed about its own files are dealt with by now.
  const diagnostics = [...saved.diagnostics.filter((diagnostic) => !isAboutSaved(diagnostic)), ...failures];
  if (changed.length + removed.length > 0) {
    try {
      await saveIndex(index, directory);
    } catch (error) {
      const message = `The index could not be saved and is made again next time: ${errorToJson(error).message}`;
      diagnostics.push({ code: "INDEX_NOT_SAVED", message, path: directory });
    }
  }
  return { index, skills, diagnostics };
}

/** Makes the index anew from the files. */
export async function rebuildBankIndex(
  context: OperationContext,
  options: BankIndexOptions = {},
): Promise<BankIndex & { directory: string }> {
  const { directory } = await placeOf(context, options);
  rmSync(directory, { recursive: true, force: true });
  kept.delete(context);
  return { ...(await openBankIndex(context, options)), directory };
}

/** Compares the saved index with the files and changes neither. */
export async function lookAtBankIndex(
  context: OperationContext,
  options: BankIndexOptions = {},
): Promise<SavedBankIndex> {
  const { projectRoot, embedder, directory } = await placeOf(context, options);
  const listing = await (await context.bank(projectRoot)).outline();
  const open = kept.get(context) ?? new Map<string, SearchIndex>();
  kept.set(context, open);
  const known = open.get(directory);
  const opened =
    known === undefined
      ? await openIndex(directory, embedder === undefined ? {} : { embedder })
      : { index: known, diagnostics: [] };
  const { index } = opened;
  open.set(directory, index);
  const skills = new Map(listing.skills.map((skill) => [documentId(skill), skill]));
  // Where vectors are missing it is not known whose: all are made again.
  const lacksVectors = embedder !== undefined && index.vectorCount < index.size;
  return {
    index,
    skills,
    directory,
    changed: listing.skills.filter((skill) => lacksVectors || index.hashOf(documentId(skill)) !== skill.hash),
    removed: [...index.ids()].filter((id) => !skills.has(id)),
    diagnostics: [...listing.diagnostics, ...opened.diagnostics],
  };
}

/** The embedder by name, else that of the environment, else hashing; undefined for `none`. */
export function chosenEmbedder(context: OperationContext, name: string | undefined): Promise<Embedder | undefined> {
  const settings = { ...embedderSettingsFrom(context.environment), ...(name === undefined ? {} : { embedder: name }) };
  return openEmbedder(settings, { environment: context.environment, signal: context.signal });
}

/** Each project sees other skills, and vectors of two embedders never meet: one folder for each pair. */
async function placeOf(
  context: OperationContext,
  options: BankIndexOptions,
): Promise<{ projectRoot: string; embedder: Embedder | undefined; directory: string }> {
  const projectRoot = await resolveProject(context, options.project);
  const embedder = await chosenEmbedder(context, options.embedder);
  const key = sha256(JSON.stringify([projectRoot, context.userName])).slice(0, 16);
  return { projectRoot, embedder, directory: join(context.home, "index", key, embedder?.signature ?? "none") };
}

function isAboutSaved({ code }: BankDiagnostic | SearchDiagnostic): boolean {
  return /^(index|vectors)_/.test(code);
}
