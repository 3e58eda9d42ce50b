/**
 * One change, as a whole, before it may become anything: what the bank would refuse (`bank.check`: YAML, name, size, mark,
 * fields, secrets, injected instructions, links, the person's lines, compare-and-swap), and what only a change by an agent
 * has to keep to.
 */
import { basename } from "node:path";
import { AutoskillError } from "../../base/index.ts";
import { parseSkill } from "../../skill/index.ts";
import type { AddressBook } from "./address.ts";
import { citationProblems } from "./citations.ts";
import type { ChangeProblem, SandboxChange, SandboxLimits, ValidationContext } from "./model.ts";
import { checkFrontmatterKept } from "./own-frontmatter.ts";
import { foldSkillName, takenNames } from "./taken-names.ts";

/** Folders of a skill in which support files lie, as the open specification has them, and what people add to them. */
export const SUPPORT_FOLDERS = ["references", "scripts", "assets", "templates", "examples"] as const;

/** Keys below `metadata` of a new skill. */
const METADATA = new Set(["source", "extracted_at", "version", "id", "tags", "title"]);

/** @returns all problems; empty when the change is good */
export async function checkChange(
  change: SandboxChange,
  context: ValidationContext,
  book: AddressBook,
  limits: SandboxLimits,
): Promise<ChangeProblem[]> {
  const problems: ChangeProblem[] = [];
  const attempt = async (check: () => void | Promise<void>): Promise<void> => {
    try {
      await check();
    } catch (error) {
      problems.push(asProblem(error));
    }
  };
  const { slug, text, base, kind } = change;
  if (text.length > limits.skillCharacters) {
    const message = `SKILL.md has ${text.length} characters; ${limits.skillCharacters} are allowed.`;
    problems.push({ code: "SKILL_TOO_LARGE", message, next: "Keep the rules; move detail to a file in references/." });
    return problems;
  }
  if (kind === "create") {
    problems.push(...metadataProblems(text));
    const where = (await takenNames(context, book)).get(foldSkillName(slug));
    if (where !== undefined) problems.push(nameTaken(slug, where));
  } else {
    await attempt(async () => {
      const before = (await context.bank.read(context.scope, slug))?.text ?? "";
      if (base?.text !== before) throw changedSince(slug);
      checkFrontmatterKept(before, text);
      checkRulesKept(before, text);
    });
  }
  for (const { path, executable } of change.files) {
    await attempt(() => checkSupportPath(path));
    if (executable === true) {
      const message = `${path} is marked as a program; only a person does that.`;
      problems.push({
        code: "EXECUTABLE_FILE",
        message,
        next: "Leave the mark out; the skill can say `sh scripts/…`.",
      });
    }
  }
  problems.push(...citationProblems(change.citations, context.session));
  await attempt(() =>
    context.bank.check({
      scope: context.scope,
      slug,
      files: [{ path: "SKILL.md", content: text }, ...change.files],
      expect: kind === "create" ? { kind } : { kind, baseHash: base?.hash ?? "" },
      actor: "reviewer",
      reason: "review of a session",
    }),
  );
  return problems;
}

function changedSince(slug: string): AutoskillError {
  return new AutoskillError({
    code: "CHANGED_SINCE_READ",
    message: `The skill ${slug} is not what the change was made for.`,
    next: "Read it again, and make the change for its present text.",
  });
}

/** Skills change rule by rule; whatever empties one is no update. @throws AutoskillError `RULES_LOST` */
function checkRulesKept(before: string, after: string): void {
  const old = parseSkill(before).rules.length;
  const left = parseSkill(after).rules.length;
  if (left * 2 >= old && (left > 0 || old === 0)) return;
  throw new AutoskillError({
    code: "RULES_LOST",
    message: `The change leaves ${left} of ${old} rules.`,
    next: "Take away only what the session shows to be wrong, and leave the rest as it is.",
  });
}

/** @throws AutoskillError `SUPPORT_PATH` */
export function checkSupportPath(path: string): void {
  const [folder = "", ...rest] = path.split("/");
  const plain = rest.length > 0 && rest.every((name) => /^[A-Za-z0-9_][\w.-]*$/.test(name));
  const known = (SUPPORT_FOLDERS as readonly string[]).includes(folder);
  if (plain && known && basename(path).toLowerCase() !== "skill.md") return;
  throw new AutoskillError({
    code: "SUPPORT_PATH",
    message: `${JSON.stringify(path.slice(0, 120))} is not a place for a support file.`,
    next: `Put it into one of ${SUPPORT_FOLDERS.map((name) => `${name}/`).join(", ")} of the skill, under a name of letters, digits, dots and hyphens; every skill has one SKILL.md, in its own folder.`,
  });
}

function metadataProblems(text: string): ChangeProblem[] {
  const { metadata } = parseSkill(text).frontmatter?.data ?? {};
  if (typeof metadata !== "object" || metadata === null) return [];
  return Object.keys(metadata)
    .filter((key) => !METADATA.has(key))
    .map((key) => ({
      code: "FORBIDDEN_FIELD",
      message: `The field ${JSON.stringify(`metadata.${key}`.slice(0, 80))} is not the agent's to set.`,
      next: "Leave it out.",
    }));
}

function nameTaken(slug: string, where: string): ChangeProblem {
  return {
    code: "NAME_TAKEN",
    message: `A skill with the name ${slug}, or one that reads the same, is there already: ${where}.`,
    next: "If it is one of ours and about the same, read and edit it; else choose a name that says what is different.",
  };
}

function asProblem(error: unknown): ChangeProblem {
  if (!AutoskillError.isInstance(error)) throw error;
  return { code: error.code, message: error.message, next: error.next ?? "Correct this and try again." };
}
