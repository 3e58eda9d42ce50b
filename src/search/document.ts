/**
 * From a SKILL.md of any origin to what is searched of it. Reads the fields of the open specification, ours under
 * `metadata`, and the paper's top-level `triggers` and `tags`; never throws.
 */
import { sha256 } from "../base/index.ts";
import { parseSkillHead } from "../skill/index.ts";
import type { SearchDocument, SearchState } from "./model.ts";

export interface DocumentOrigin {
  id: string;
  scope: string;
  /** Default `active`. */
  state?: SearchState;
  /** sha256 of the bytes; default that of the text as UTF-8. */
  hash?: string;
  updatedAt?: string;
  uses?: number;
}

export function documentFromSkill(source: string | Uint8Array, origin: DocumentOrigin): SearchDocument {
  const { text, frontmatter, bodyStart } = parseSkillHead(source);
  const data = frontmatter?.data ?? {};
  const metadata = asRecord(data.metadata);
  const body = text.slice(bodyStart);
  const heading = /^#[ \t]+(.+?)[ \t#]*$/m.exec(body)?.[1];
  const title = asText(metadata.title) ?? heading;
  return {
    id: origin.id,
    name: frontmatter?.name ?? heading ?? origin.id.split("/").at(-1) ?? origin.id,
    ...(title === undefined ? {} : { title }),
    description: frontmatter?.description ?? "",
    triggers: [...asList(data.triggers, /\r?\n|;/), ...asList(metadata.triggers, /\r?\n|;/)],
    tags: [...new Set([...asList(data.tags, /,/), ...asList(metadata.tags, /,/)])],
    body,
    scope: origin.scope,
    state: origin.state ?? "active",
    hash: origin.hash ?? sha256(source),
    ...(origin.updatedAt === undefined ? {} : { updatedAt: origin.updatedAt }),
    ...(origin.uses === undefined ? {} : { uses: origin.uses }),
  };
}

/** The text an embedder gets: what a skill is for, without its body. */
export function embeddingText(document: SearchDocument): string {
  const { name, title, description, triggers, tags } = document;
  return [name, title === name ? "" : title, description, triggers.join("\n"), tags.join(", ")]
    .filter(Boolean)
    .join("\n");
}

function asText(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? undefined : text;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A YAML list of scalars, or one string with separators. */
function asList(value: unknown, separator: RegExp): string[] {
  const items: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(separator) : [];
  return items.map(asText).filter((item) => item !== undefined);
}
