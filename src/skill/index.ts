/** The skill room: SKILL.md as text with rules. Reading tolerates everything; writing is strict; edits are splices. */

export { diffSkills } from "./diff.ts";
export { neutraliseDirectives } from "./directives.ts";
export { applySkillEdits } from "./edit/apply.ts";
export { undoSkillEdits } from "./edit/undo.ts";
export { parseSkillHead, type SkillHead, titleOf } from "./head.ts";
export { undisguised } from "./lint/disguise.ts";
export { type LintOptions, lintSkill, lintSupportFile } from "./lint/lint.ts";
export {
  type ConflictReason,
  type EditOutcome,
  type NewSkill,
  type RejectReason,
  type RuleBlock,
  SECTION_ORDER,
  type SkillDiagnostic,
  type SkillDiagnosticCode,
  type SkillDocument,
  type SkillEdit,
  type SkillEditResult,
  type SkillFinding,
  type SkillFrontmatter,
  type SkillRule,
  type SkillSectionNode,
  type SkillUndo,
  SPECIFICATION_FIELDS,
  type TextSpan,
} from "./model.ts";
export { parseSkill } from "./parse.ts";
export { MAX_DESCRIPTION_LENGTH, type NewHead, printFrontmatter, printSkill } from "./print.ts";
export { cleanRuleText, ruleId } from "./rule-text.ts";
export { slugify } from "./slug.ts";
export { type ValidateOptions, validateSkill } from "./validate.ts";
