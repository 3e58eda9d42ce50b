/** Whose a skill is (design §4.2), from what lies on disk and what the ledger knows. */
import { parseSkillHead } from "../skill/index.ts";
import type { RevisionRecord, SkillRecord } from "../store/index.ts";
import type { Ownership } from "./model.ts";
import { SKILL_FILE, type SkillSnapshot, type Snapshot } from "./snapshot.ts";

export const MARKER = "auto-skill";

/** What the ledger knows of a skill. */
export interface KnownSkill {
  skill: SkillRecord;
  /** The current revision. */
  revision: RevisionRecord;
  /** Numbers of all revisions by the hash of their content. */
  published: ReadonlyMap<string, number>;
}

export function ownershipOf(snapshot: Snapshot, known: KnownSkill | undefined): Ownership {
  if (snapshot.kind === "missing") return "missing";
  if (snapshot.kind === "link") return "foreign_link";
  if (snapshot.kind === "unreadable") return "unreadable";
  if (snapshot.kind === "other") return "user";
  const marked = hasMarker(textOf(snapshot));
  if (!marked && known?.skill.adopted !== true) return "user";
  if (known === undefined) return "marked_elsewhere";
  if (known.skill.state === "active") return snapshot.hash === known.revision.hash ? "ours" : "ours_edited";
  // Removed, and there again: by a change of branch when it is a state that we published.
  return known.published.has(snapshot.hash) ? "ours_edited" : "marked_elsewhere";
}

/** `source: auto-skill` under `metadata`, or at the top level where a host needs it; read as YAML, not by pattern. */
export function hasMarker(text: string): boolean {
  const data = parseSkillHead(text).frontmatter?.data;
  if (data === undefined) return false;
  if (data.source === MARKER) return true;
  const { metadata } = data;
  return typeof metadata === "object" && metadata !== null && "source" in metadata && metadata.source === MARKER;
}

/** SKILL.md with a BOM kept; broken UTF-8 becomes U+FFFD. */
export function textOf(snapshot: SkillSnapshot): string {
  return decodeText(snapshot.contents.get(SKILL_FILE) ?? new Uint8Array());
}

export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
