/**
 * The head of a new skill. The agent gives a name and a description; everything else at the top of the file is ours to
 * write, so the YAML that it sent is read and not kept.
 */
import { parseSkill, printFrontmatter, validateSkill } from "../../skill/index.ts";
import { refuse } from "./refusal.ts";

/** Keys of ours, wherever the agent put them; what it says in them counts only for the two that describe. */
const OURS = new Set(["source", "extracted_at", "version", "id", "tags", "title"]);
const KEPT = ["tags", "title"] as const;

const TEMPLATE =
  'Begin the file with three lines and nothing else: `---`, `name: <folder>`, `description: "<what it does and when to use it>"`, then `---` and the body. The mark, the version and the dates are written by autoskill.';

/**
 * @returns the text with our head on it
 * @throws AutoskillError `INVALID_SKILL`, `FORBIDDEN_FIELD`
 */
export function withOwnFrontmatter(content: string, slug: string): string {
  const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const document = parseSkill(text);
  const { frontmatter } = document;
  if (frontmatter === undefined) throw refuse("INVALID_SKILL", "The file has no frontmatter.", TEMPLATE);
  const broken = document.diagnostics.find(({ code }) => code.startsWith("frontmatter_"));
  const odd = validateSkill(text, { ours: true }).find(({ code }) => code === "yaml_feature");
  if (broken !== undefined || odd !== undefined || frontmatter.reading !== "strict") {
    throw refuse("INVALID_SKILL", broken?.message ?? odd?.message ?? "The frontmatter is not plain YAML.", TEMPLATE);
  }
  const { name, description, metadata = {}, ...others } = frontmatter.data;
  const below = asMap(metadata);
  if (name !== slug) {
    throw refuse(
      "NAME_NOT_FOLDER",
      `The name in the frontmatter is not the name of the folder, ${JSON.stringify(slug)}.`,
      "Make them equal.",
    );
  }
  if (typeof description !== "string" || description.trim() === "") {
    throw refuse("INVALID_SKILL", "The frontmatter has no description.", TEMPLATE);
  }
  if (/[<>]/.test(description)) {
    throw refuse("INVALID_SKILL", "The description holds `<` or `>`.", "Write it without angle brackets.");
  }
  for (const [key, value] of [...Object.entries(others), ...Object.entries(below)]) {
    if (!OURS.has(key)) {
      const message = `The field ${JSON.stringify(key.slice(0, 60))} in the frontmatter is not the agent's to set.`;
      throw refuse(
        "FORBIDDEN_FIELD",
        message,
        `Leave it out: hooks, tools and models are a person's choice. ${TEMPLATE}`,
      );
    }
    if (key === "source" && value !== "auto-skill") {
      throw refuse("FORBIDDEN_FIELD", "The mark `source` says that somebody else wrote the skill.", TEMPLATE);
    }
  }
  const kept = KEPT.flatMap((key) => {
    const value = below[key] ?? others[key];
    return typeof value === "string" && value.trim() !== "" ? [[key, value] as const] : [];
  });
  const head = printFrontmatter({
    name: slug,
    description,
    metadata: { source: "auto-skill", ...Object.fromEntries(kept) },
  });
  return `${head}\n${text.slice(document.bodyStart).replace(/^\n+/, "").trimEnd()}\n`;
}

function asMap(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw refuse("FORBIDDEN_FIELD", "`metadata` is not a map.", TEMPLATE);
}

/** What an edit may change at the top of a skill: the description. @throws AutoskillError */
export function checkFrontmatterKept(before: string, after: string): void {
  const old = parseSkill(before);
  const next = parseSkill(after);
  if (next.frontmatter === undefined) {
    throw refuse(
      "FORBIDDEN_FIELD",
      "The edit takes the frontmatter apart.",
      "Edit the body, or the text of the description.",
    );
  }
  const before_ = old.frontmatter?.data ?? {};
  const keys = new Set([...Object.keys(before_), ...Object.keys(next.frontmatter.data)]);
  for (const key of keys) {
    if (key === "description") continue;
    if (JSON.stringify(before_[key]) === JSON.stringify(next.frontmatter.data[key])) continue;
    throw refuse(
      "FORBIDDEN_FIELD",
      `The edit changes the field ${JSON.stringify(key.slice(0, 60))} of the frontmatter, which is not the agent's.`,
      "Edit the body, or the text of the description; the mark, the name and all else at the top stay as they are.",
    );
  }
}
