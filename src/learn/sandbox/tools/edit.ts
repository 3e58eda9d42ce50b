/** `edit`: replaces one passage of a skill of ours that was read in this run. */
import { z } from "zod";
import type { ModelTool } from "../../../model/index.ts";
import { checkSupportPath } from "../check-change.ts";
import { notOurs, readSkillFile, SKILL_FILE } from "../overlay.ts";
import { refuse } from "../refusal.ts";
import { folderWithSkill } from "../skill-places.ts";
import { sandboxTool, type ToolContext } from "./context.ts";
import { evidenceInput, putChecked } from "./put-checked.ts";
import { skillAddress } from "./write-file.ts";

const input = z.object({
  path: z.string().min(1),
  old_string: z.string().describe("as the file has it, without the line numbers; must occur exactly once"),
  new_string: z.string(),
  evidence: evidenceInput,
});

export function editTool(context: ToolContext): ModelTool {
  const description =
    "Replaces one passage of a skill that is ours (or new in this run). Read the file first; `old_string` must occur exactly once. At the top of a SKILL.md only the description may change. `evidence` names, for each rule that is new or changed, the turns it rests on. Nothing is published by this.";
  return sandboxTool(context, { name: "edit", description, input }, async (given) => {
    const { slug, file: segments } = skillAddress(context, context.book.parse(given.path));
    const file = segments.join("/");
    const { overlay, limits } = context;
    if (file !== SKILL_FILE) checkSupportPath(file);
    const mine = overlay.has(slug) && overlay.change(slug).kind === "create";
    if (!mine) await refuseOthers(context, slug);
    const base = mine ? undefined : await overlay.editable(slug, file);
    const text = overlay.text(slug, file) ?? (base === undefined ? undefined : readSkillFile(base, file, limits));
    if (text === undefined) {
      throw refuse("NOT_FOUND", `There is no ${slug}/${file} in this run.`, "Create it with `write_file`.");
    }
    const changed = replaceOnce(text, given.old_string, given.new_string, `${slug}/${file}`);
    return putChecked(context, {
      slug,
      file,
      text: changed,
      evidence: given.evidence,
      ...(base === undefined ? {} : { base }),
    });
  });
}

/** A skill in a folder that the bank does not keep was put there by somebody else, marked or not. */
async function refuseOthers({ options, book }: ToolContext, slug: string): Promise<void> {
  if ((await options.bank.ownership(options.scope, slug)) !== "missing") return;
  const folder = folderWithSkill(book, slug);
  if (folder !== undefined) throw notOurs(slug, `a person or another program put it into \`${folder}\``);
}

/** @throws AutoskillError */
export function replaceOnce(text: string, oldString: string, newString: string, shown: string): string {
  if (oldString === "") {
    throw refuse(
      "EMPTY_OLD_STRING",
      "`old_string` is empty.",
      "Give the passage to replace; to create a file use `write_file`.",
    );
  }
  const crlf = text.includes("\r\n");
  const asFile = (part: string): string => (crlf ? part.replace(/\r?\n/g, "\r\n") : part.replace(/\r\n/g, "\n"));
  const [old, next] = [asFile(oldString), asFile(newString)];
  if (old === next)
    throw refuse("NOTHING_CHANGES", "`old_string` and `new_string` are the same.", "Leave the edit out.");
  const at = text.indexOf(old);
  if (at < 0) {
    const numbered = /^\s*\d+\| /m.test(oldString) ? " The line numbers of `read_file` are no part of the file." : "";
    throw refuse(
      "NO_MATCH",
      `\`old_string\` does not occur in ${shown}.${numbered}`,
      "Read the file again and copy the passage as it is.",
    );
  }
  const again = text.indexOf(old, at + 1);
  if (again >= 0) {
    const line = (offset: number): number => text.slice(0, offset).split("\n").length;
    const message = `\`old_string\` occurs more than once in ${shown}, first in lines ${line(at)} and ${line(again)}.`;
    throw refuse("NOT_UNIQUE", message, "Take in a line before or after it, so that it occurs once.");
  }
  return text.slice(0, at) + next + text.slice(at + old.length);
}
