/** Reading skills as they lie on disk. Takes no lock, changes nothing, and does not throw on what it finds. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenDirectory } from "../base/index.ts";
import { parseSkillHead, titleOf } from "../skill/index.ts";
import { skillId } from "../store/index.ts";
import { type BankContext, settleIfIdle, underLock } from "./context.ts";
import { findKnownSkill } from "./ledger-view.ts";
import type { BankDiagnostic, BankListing, BankSkill, Ownership, Scope } from "./model.ts";
import { lookAt } from "./observe.ts";
import { ownershipOf, textOf } from "./ownership.ts";
import { findSkillsFolder, type Place } from "./place.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";

export async function listPlaces(context: BankContext, places: readonly Place[]): Promise<BankListing> {
  await settleIfIdle(context);
  const listing: BankListing = { skills: [], diagnostics: [] };
  for (const place of places) await listPlace(context, place, listing);
  return listing;
}

async function listPlace(context: BankContext, place: Place, listing: BankListing): Promise<void> {
  let folder: OpenDirectory | undefined;
  try {
    folder = findSkillsFolder(place);
  } catch (error) {
    listing.diagnostics.push(asDiagnostic(error, join(place.anchor, place.folder)));
  }
  if (folder === undefined) return;
  try {
    const names = readdirSync(folder.list).filter((name) => !name.startsWith("."));
    for (const name of names.sort()) {
      const snapshot = readSnapshot(folder, name);
      const skill = await describeSkill(context, place, name, snapshot, folder.path);
      if (skill !== undefined) listing.skills.push(skill);
      else if (snapshot.kind !== "missing" && snapshot.kind !== "skill") {
        listing.diagnostics.push({
          code: CODES[snapshot.kind],
          message: snapshot.reason,
          path: join(folder.path, name),
        });
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
  return describeSkill(context, place, slug, snapshot, findFolderPath(place));
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
  folderPath: string,
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
    directory: join(folderPath, slug),
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
