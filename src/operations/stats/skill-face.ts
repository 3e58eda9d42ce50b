/** What the tables of a bank look at: the fields of one SKILL.md, whoever wrote it. */
import { parseSkillHead } from "../../skill/index.ts";

export interface SkillFace {
  subset: string;
  name: string;
  description: string;
  tags: string[];
  triggers: string[];
  /** `0.1.3`; absent where the file has none. */
  version?: string;
}

export function faceOf(source: string | Uint8Array, subset: string, fallbackName: string): SkillFace {
  const data = parseSkillHead(source).frontmatter?.data ?? {};
  const given = data.metadata;
  const metadata =
    typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
  const version = textOf(metadata.version) ?? textOf(data.version);
  return {
    subset,
    name: [textOf(data.name) ?? fallbackName, textOf(metadata.title) ?? ""].join(" ").trim(),
    description: textOf(data.description) ?? "",
    tags: [...new Set([...listOf(data.tags, /,/), ...listOf(metadata.tags, /,/)])],
    triggers: [...listOf(data.triggers, /\r?\n|;/), ...listOf(metadata.triggers, /\r?\n|;/)],
    ...(version === undefined ? {} : { version }),
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? undefined : text;
}

function listOf(value: unknown, separator: RegExp): string[] {
  const items: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(separator) : [];
  return items.flatMap((item) => textOf(item) ?? []);
}
