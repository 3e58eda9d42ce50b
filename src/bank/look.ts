/** Reading skills as they lie on disk. Takes no lock, changes nothing, and does not throw on what it finds. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenDirectory } from "../base/index.ts";
import { parseSkillHead, titleOf } from "../skill/index.ts";
import { listSkills, skillId } from "../store/index.ts";
import { type BankContext, settleIfIdle, underLock } from "./context.ts";
import { findKnownSkill } from "./ledger-view.ts";
import type { BankDiagnostic, BankListing, BankSkill, Ownership, Scope, SkillOutline } from "./model.ts";
import { lookAt } from "./observe.ts";
import { ownershipOf, textOf } from "./ownership.ts";
import { findSkillsFolder, type Place } from "./place.ts";
import { readSnapshot, type SkillSnapshot, type Snapshot } from "./snapshot.ts";

export async function listPlaces(context: BankContext, places: readonly Place[]): Promise<BankListing> {
  await settleIfIdle(context);
  const listing: BankListing = { skills: [], diagnostics: [] };
  for (const place of places) await listPlace(context, place, listing);
  return listing;
}

/** Two questions to the store for each place, however many skills lie there. */
export async function outlinePlaces(
  context: BankContext,
  places: readonly Place[],
): Promise<{ skills: SkillOutline[]; diagnostics: BankDiagnostic[] }> {
  await settleIfIdle(context);
  const diagnostics: BankDiagnostic[] = [];
  const skills: SkillOutline[] = [];
  for (const place of places) {
    const outlines = Array.from(skillsIn(place, diagnostics), ({ slug, snapshot, directory }): SkillOutline => {
      const id = skillId(place.scope, place.root, slug);
      return { id, scope: place.scope, slug, directory, text: textOf(snapshot), hash: snapshot.hash };
    });
    const known = await listSkills(context.store, place.scope, place.root);
    const updated = new Map(known.map(({ id, updatedAt }) => [id, updatedAt]));
    for (const outline of outlines) {
      const updatedAt = updated.get(outline.id);
      skills.push(updatedAt === undefined ? outline : { ...outline, updatedAt });
    }
  }
  return { skills, diagnostics };
}

async function listPlace(context: BankContext, place: Place, listing: BankListing): Promise<void> {
  for (const { slug, snapshot, directory } of skillsIn(place, listing.diagnostics)) {
    const skill = await describeSkill(context, place, slug, snapshot, directory);
    if (skill !== undefined) listing.skills.push(skill);
  }
}

/** The skills of a place in the order of their names; what is none, and is there, is told. */
function* skillsIn(
  place: Place,
  diagnostics: BankDiagnostic[],
): Generator<{ slug: string; snapshot: SkillSnapshot; directory: string }> {
  let folder: OpenDirectory | undefined;
  try {
    folder = findSkillsFolder(place);
  } catch (error) {
    diagnostics.push(asDiagnostic(error, join(place.anchor, place.folder)));
  }
  if (folder === undefined) return;
  try {
    const names = readdirSync(folder.list).filter((name) => !name.startsWith("."));
    for (const slug of names.sort()) {
      const snapshot = readSnapshot(folder, slug);
      const directory = join(folder.path, slug);
      if (snapshot.kind === "skill") yield { slug, snapshot, directory };
      else if (snapshot.kind !== "missing") {
        diagnostics.push({ code: CODES[snapshot.kind], message: snapshot.reason, path: directory });
      }
    }
  } finally {
    folder.close();
  }
}

const CODES = { link: "FOREIGN_LINK", unreadable: "UNREADABLE", other: "NO_SKILL" } as const;

export async function readOne(context: BankContext, scope: Scope, slug: string): Promise<BankSkill | undefined> {
  const place = context.place(scope);
  await settleIfIdle(context);
  const snapshot = await look(context, place, slug);
  return describeSkill(context, place, slug, snapshot, join(findFolderPath(place), slug));
}

export async function ownershipNow(context: BankContext, scope: Scope, slug: string): Promise<Ownership> {
  const place = context.place(scope);
  await settleIfIdle(context);
  const snapshot = await look(context, place, slug);
  return ownershipOf(snapshot, await findKnownSkill(context.store, skillId(place.scope, place.root, slug)));
}

/** A name that is missing may be in the middle of a swap: then the writer is waited for. */
async function look(context: BankContext, place: Place, slug: string): Promise<Snapshot> {
  const snapshot = lookAt(place, slug);
  if (snapshot.kind !== "missing") return snapshot;
  const known = await findKnownSkill(context.store, skillId(place.scope, place.root, slug));
  if (known?.skill.state !== "active") return snapshot;
  return underLock(context, async () => lookAt(place, slug));
}

function findFolderPath(place: Place): string {
  const folder = findSkillsFolder(place);
  folder?.close();
  return folder?.path ?? join(place.anchor, place.folder);
}

async function describeSkill(
  context: BankContext,
  place: Place,
  slug: string,
  snapshot: Snapshot,
  directory: string,
): Promise<BankSkill | undefined> {
  if (snapshot.kind !== "skill") return undefined;
  const id = skillId(place.scope, place.root, slug);
  const known = await findKnownSkill(context.store, id);
  const text = textOf(snapshot);
  const head = parseSkillHead(text);
  const { frontmatter } = head;
  const title = titleOf(head);
  return {
    id,
    scope: place.scope,
    slug,
    directory,
    ownership: ownershipOf(snapshot, known),
    text,
    files: snapshot.files,
    hash: snapshot.hash,
    ...(frontmatter?.name === undefined ? {} : { name: frontmatter.name }),
    ...(title === undefined ? {} : { title }),
    ...(frontmatter?.description === undefined ? {} : { description: frontmatter.description }),
    ...(known === undefined ? {} : { revision: known.skill.revision, updatedAt: known.skill.updatedAt }),
  };
}

function asDiagnostic(error: unknown, path: string): BankDiagnostic {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "UNREADABLE";
  return { code, message: error instanceof Error ? error.message : String(error), path };
}
