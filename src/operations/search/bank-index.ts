/**
 * The index over the skills that a project sees. It is kept for the life of a context and brought up to date by content
 * hash at every use: what lies on disk is what is found.
 */
import type { BankDiagnostic, BankSkill } from "../../bank/index.ts";
import {
  createSearchIndex,
  documentFromSkill,
  type Embedder,
  embedderSettingsFrom,
  openEmbedder,
  type SearchDiagnostic,
  type SearchDocument,
  type SearchIndex,
} from "../../search/index.ts";
import type { OperationContext } from "../context.ts";
import { resolveProject } from "../skill-reference.ts";

export interface BankIndex {
  index: SearchIndex;
  /** By id in the index. */
  skills: Map<string, BankSkill>;
  diagnostics: (BankDiagnostic | SearchDiagnostic)[];
}

const indexes = new WeakMap<OperationContext, Map<string, SearchIndex>>();

/** Id of a skill in the index. */
export function documentId(skill: Pick<BankSkill, "scope" | "slug">): string {
  return `${skill.scope}/${skill.slug}`;
}

export function documentOf(skill: BankSkill): SearchDocument {
  return documentFromSkill(skill.text, {
    id: documentId(skill),
    scope: skill.scope,
    hash: skill.hash,
    ...(skill.updatedAt === undefined ? {} : { updatedAt: skill.updatedAt }),
  });
}

/** @throws AutoskillError `EMBEDDER_…` when the embedder that is set cannot be opened */
export async function openBankIndex(
  context: OperationContext,
  options: { project?: string | undefined; embedder?: string | undefined } = {},
): Promise<BankIndex> {
  const projectRoot = await resolveProject(context, options.project);
  const embedder = await chosenEmbedder(context, options.embedder);
  const listing = await (await context.bank(projectRoot)).list();
  const key = JSON.stringify([projectRoot, embedder?.signature]);
  const known = indexes.get(context) ?? new Map<string, SearchIndex>();
  indexes.set(context, known);
  const index = known.get(key) ?? createSearchIndex(embedder === undefined ? {} : { embedder });
  known.set(key, index);

  const skills = new Map(listing.skills.map((skill) => [documentId(skill), skill]));
  for (const id of [...index.ids()]) if (!skills.has(id)) index.remove(id);
  const changed = listing.skills.filter((skill) => index.hashOf(documentId(skill)) !== skill.hash);
  const diagnostics = await index.addAll(changed.map(documentOf), context.signal);
  return { index, skills, diagnostics: [...listing.diagnostics, ...diagnostics] };
}

/** The embedder by name, else that of the environment, else hashing; undefined for `none`. */
export function chosenEmbedder(context: OperationContext, name: string | undefined): Promise<Embedder | undefined> {
  const settings = { ...embedderSettingsFrom(context.environment), ...(name === undefined ? {} : { embedder: name }) };
  return openEmbedder(settings, { environment: context.environment, signal: context.signal });
}
