/** `write_file`: new skills and their support files. It creates; nothing is ever written over. */
import { z } from "zod";
import type { ModelTool } from "../../../model/index.ts";
import { slugify } from "../../../skill/index.ts";
import type { Address } from "../address.ts";
import { checkSupportPath, SUPPORT_FOLDERS } from "../check-change.ts";
import { notOurs, SKILL_FILE } from "../overlay.ts";
import { withOwnFrontmatter } from "../own-frontmatter.ts";
import { refuse } from "../refusal.ts";
import { linkOutOfProject } from "../skill-places.ts";
import { sandboxTool, type ToolContext } from "./context.ts";
import { evidenceInput, MOST_CHARACTERS, putChecked } from "./put-checked.ts";

const input = z.object({
  path: z.string().min(1),
  content: z.string().max(MOST_CHARACTERS),
  evidence: evidenceInput,
});

export function writeFileTool(context: ToolContext): ModelTool {
  const folder = context.book.writable;
  const description = `Writes a new skill at \`${folder}/<name>/SKILL.md\`, or a support file of a skill of ours below ${SUPPORT_FOLDERS.map((name) => `${name}/`).join(", ")}. Only new files; to change one, use \`edit\`. The frontmatter holds \`name\` (the folder's) and \`description\`, nothing else. \`evidence\` names, for each rule, the turns it rests on. Nothing is published by this.`;
  return sandboxTool(context, { name: "write_file", description, input }, async ({ path, content, evidence }) => {
    const address = skillAddress(context, context.book.parse(path));
    const { slug } = address;
    const file = address.file.join("/");
    if (file === SKILL_FILE) return writeSkill(context, slug, content, evidence);
    checkSupportPath(file);
    return writeSupportFile(context, slug, file, content, evidence);
  });
}

type SkillAddress = Address & { kind: "skill" };

/** @throws AutoskillError where nothing is written, or not under this name */
export function skillAddress(context: ToolContext, address: Address): SkillAddress {
  const where = `\`${context.book.writable}/<name>/SKILL.md\``;
  if (address.kind !== "skill" || !address.root.writable) {
    throw refuse(
      "WRITE_OUTSIDE_SKILLS",
      `${address.shown} is not a file of a skill, and nothing else is ever written in a review.`,
      `Write skills at ${where}; the project itself stays as it is.`,
    );
  }
  const { slug, file } = address;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 64) {
    const next = `Write it at ${where} with a name such as \`${slugify(slug)}\`: lowercase letters, digits and single hyphens, at most 64.`;
    throw refuse("INVALID_NAME", `The folder of ${address.shown} cannot be the name of a skill.`, next);
  }
  const last = file.at(-1) ?? "";
  if (file.length === 0 || (file.length === 1 && last.toLowerCase() === "skill.md" && last !== SKILL_FILE)) {
    throw refuse(
      "NOT_A_FILE",
      `${address.shown} is not the file of a skill.`,
      `Write it at ${where}, in these letters.`,
    );
  }
  const link = linkOutOfProject(context.book, slug);
  if (link !== undefined) {
    throw refuse(
      "SYMLINK_TRAVERSAL",
      `symlink traversal detected: \`${link}\` is a symbolic link that leads out of the project, or to nothing.`,
      `Leave it; write at ${where} with another name.`,
    );
  }
  return address;
}

async function writeSkill(
  context: ToolContext,
  slug: string,
  content: string,
  evidence: z.infer<typeof evidenceInput>,
): Promise<string> {
  const { bank, scope } = context.options;
  if (context.overlay.has(slug)) {
    throw refuse(
      "EXISTS",
      `The skill ${slug} is there already: you wrote or edited it in this run.`,
      "Change it with `edit`.",
    );
  }
  const ownership = await bank.ownership(scope, slug);
  if (ownership === "ours" || ownership === "ours_edited") {
    throw refuse(
      "EXISTS",
      `The skill ${slug} is there already, and is ours.`,
      "Read it with `read_file`, then add to it with `edit`.",
    );
  }
  if (ownership !== "missing")
    throw notOurs(slug, "something by that name is there already, and a person or another program put it there");
  return putChecked(context, { slug, file: SKILL_FILE, text: withOwnFrontmatter(content, slug), evidence });
}

async function writeSupportFile(
  context: ToolContext,
  slug: string,
  file: string,
  content: string,
  evidence: z.infer<typeof evidenceInput>,
): Promise<string> {
  const { overlay } = context;
  if (overlay.text(slug, file) !== undefined) {
    throw refuse("EXISTS", `${slug}/${file} is there already: you wrote it in this run.`, "Change it with `edit`.");
  }
  const isNew = overlay.has(slug) && overlay.change(slug).kind === "create";
  if (isNew) return putChecked(context, { slug, file, text: content, evidence });
  const skill = await overlay.editable(slug, SKILL_FILE);
  if (skill.files.some(({ path }) => path.toLowerCase() === file.toLowerCase())) {
    throw refuse(
      "EXISTS",
      `${slug}/${file} is there already.`,
      "Read it with `read_file`, then change it with `edit`.",
    );
  }
  return putChecked(context, { slug, file, text: content, evidence, base: skill });
}
