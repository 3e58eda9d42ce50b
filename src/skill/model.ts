/**
 * The shapes of the skill room. Offsets are UTF-16 indices into `SkillDocument.text`, half open; lines are 1-based.
 * A document is read-only data: edits go through `applySkillEdits`, which splices the source text.
 */

/** Half-open range `[start, end)` of UTF-16 offsets into the source text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Something a reader noticed in a file it read anyway. Codes are listed in docs/skill-format.md. */
export interface SkillDiagnostic {
  code: SkillDiagnosticCode;
  message: string;
  line: number;
}

export type SkillDiagnosticCode =
  | "bom"
  | "invalid_utf8"
  | "utf16"
  | "nul"
  | "no_frontmatter"
  | "frontmatter_not_first"
  | "frontmatter_unterminated"
  | "frontmatter_invalid_yaml"
  | "frontmatter_colon_repaired"
  | "frontmatter_not_a_map"
  | "frontmatter_duplicate_key"
  | "unclosed_fence"
  | "unclosed_comment"
  | "body_not_structured";

export interface SkillFrontmatter {
  /** Every key that could be read, as plain data. Unknown keys are kept as they are. */
  data: Record<string, unknown>;
  /** `name` and `description` as text (numbers and booleans are printed), where present and not empty. */
  name?: string;
  description?: string;
  /** From the opening `---` to the end of the closing `---` line, its line ending included. */
  span: TextSpan;
  /** The YAML between the two fences. */
  content: TextSpan;
  /** `strict`: valid YAML. `repaired`: after quoting values. `lines`: only `key: value` lines could be read. */
  reading: "strict" | "repaired" | "lines";
}

/** What a rule is made of when it is not a plain list item or a paragraph of prose. */
export type RuleBlock = "text" | "code" | "table" | "html" | "quote";

/** The smallest unit of a skill body: a top-level list item, an ordered step, or a paragraph-like block. */
export interface SkillRule {
  /** `ruleId(text)`; a second rule with the same text gets the suffix `-2`, a third `-3`. */
  id: string;
  /** Text of the nearest heading above; "" before the first section (the title is no section). */
  section: string;
  kind: "item" | "step" | "paragraph";
  block: RuleBlock;
  /** Markdown without list marker and without the item's indentation, LF line endings. */
  text: string;
  /** From the marker (or first character) to the last character, without the line ending. */
  span: TextSpan;
  line: number;
}

/** A heading of any level, except the title, with what stands directly under it. */
export interface SkillSectionNode {
  heading: string;
  level: number;
  line: number;
  /** The heading itself, both lines of a setext heading included, without the line ending. */
  headingSpan: TextSpan;
  /** From the heading to the next heading of any level (or the end of the file). */
  span: TextSpan;
  /** Ids of the rules directly under this heading. */
  rules: string[];
}

export interface SkillDocument {
  text: string;
  frontmatter?: SkillFrontmatter;
  /** Text of the first heading, when that is of level 1. */
  title?: string;
  titleSpan?: TextSpan;
  /** Where the Markdown begins: after the frontmatter, or after a BOM. */
  bodyStart: number;
  sections: SkillSectionNode[];
  rules: SkillRule[];
  /** What is neither heading nor rule and is kept as it stands: comments, link definitions, thematic breaks. */
  kept: { type: "comment" | "definition" | "break"; span: TextSpan }[];
  diagnostics: SkillDiagnostic[];
}

/** One change by rule id. Ids are those of the document before the set, or of a rule that the set added earlier. */
export type SkillEdit =
  | { op: "add"; section: string; text: string; after?: string }
  | { op: "replace"; rule: string; text: string }
  | { op: "retire"; rule: string }
  | { op: "move"; rule: string; section: string; after?: string }
  | { op: "set_field"; path: string[]; value: string | null };

export type ConflictReason =
  | "rule_not_found"
  | "rule_already_changed"
  | "rule_exists"
  | "anchor_not_found"
  | "anchor_in_other_section"
  | "anchor_is_the_rule"
  | "field_not_found";

export type RejectReason =
  | "empty_text"
  | "text_too_long"
  | "unsafe_text"
  | "unsafe_heading"
  | "would_change_structure"
  | "no_frontmatter"
  | "broken_frontmatter"
  | "unsafe_field"
  | "field_not_scalar";

export type EditOutcome = { edit: SkillEdit } & (
  | {
      status: "applied" /** Id of the rule that was added, changed or moved, in the document after the set. */;
      rule?: string;
    }
  | { status: "conflict"; reason: ConflictReason; message: string }
  | { status: "rejected"; reason: RejectReason; message: string }
);

/** Everything needed to take a set of edits back. Plain JSON; keep it with the revision. */
export interface SkillUndo {
  /** sha256 of the text before and after the edits. */
  before: string;
  after: string;
  /** Applied one after another to the text after the edits, they give the text before. */
  splices: { start: number; end: number; text: string }[];
}

export interface SkillEditResult {
  text: string;
  /** One outcome per edit, in the order of the edits. */
  outcomes: EditOutcome[];
  undo: SkillUndo;
}

/** What `printSkill` writes. Rules are Markdown of one rule each: a line, or a line and a fenced block. */
export interface NewSkill {
  /** Directory name; must already be a slug (`slugify`). */
  name: string;
  /** The human title in any script. */
  title: string;
  description: string;
  metadata: Record<string, string>;
  sections: { heading: string; rules: string[] }[];
}

export interface SkillFinding {
  /** Stable, lower snake case; each is explained in docs/lint.md. */
  code: string;
  severity: "error" | "advice";
  message: string;
  /** What to do about it, as one imperative sentence. */
  fix: string;
  line: number;
}

/** The order in which sections of a skill body are printed, and where `add` creates a missing one. */
export const SECTION_ORDER = ["When to use", "Steps", "Rules", "Pitfalls", "Verify", "Examples"] as const;

/** The six top-level keys of the open Agent Skills specification. */
export const SPECIFICATION_FIELDS = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
] as const;
