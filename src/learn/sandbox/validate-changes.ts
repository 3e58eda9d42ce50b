/**
 * The transaction check of design §4.1: everything that a run wants to publish, looked at together. It trusts nothing that
 * the tools did before; changes that never went through a tool are judged the same.
 */
import { createAddressBook } from "./address.ts";
import { checkChange } from "./check-change.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import type { ChangeProblem, SandboxChange, ValidationContext, ValidationResult } from "./model.ts";
import { foldSkillName } from "./taken-names.ts";

/** Throws only where the bank itself cannot be read. */
export async function validateChanges(
  changes: readonly SandboxChange[],
  context: ValidationContext,
): Promise<ValidationResult> {
  const limits = { ...DEFAULT_LIMITS, ...context.limits };
  const book = createAddressBook(context);
  const names = new Map<string, number>();
  for (const { slug } of changes) names.set(foldSkillName(slug), (names.get(foldSkillName(slug)) ?? 0) + 1);
  const result: ValidationResult = { accepted: [], refused: [] };
  for (const [index, change] of changes.entries()) {
    const problems: ChangeProblem[] = [];
    if ((names.get(foldSkillName(change.slug)) ?? 0) > 1) {
      problems.push({
        code: "SAME_SKILL_TWICE",
        message: `More than one change of this run is about ${change.slug}.`,
        next: "Put them into one.",
      });
    }
    if (index >= limits.skills) {
      const message = `This run changes ${changes.length} skills; ${limits.skills} are allowed.`;
      problems.push({ code: "TOO_MANY_SKILLS", message, next: "Keep those that matter most." });
    }
    problems.push(...(await checkChange(change, context, book, limits)));
    if (problems.length === 0) result.accepted.push(change);
    else result.refused.push({ change, problems });
  }
  return result;
}
