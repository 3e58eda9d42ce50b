/** `read_file`: a file of the project or of a skill, redacted, with line numbers. */
import { existsSync, realpathSync } from "node:fs";
import { z } from "zod";
import { redactText } from "../../../base/index.ts";
import type { ModelTool } from "../../../model/index.ts";
import { type Address, type KnownRoot, realRoot } from "../address.ts";
import { shownLines } from "../output.ts";
import { readSkillFile } from "../overlay.ts";
import { readFileInside, refuseProtected } from "../read-inside.ts";
import { refuse } from "../refusal.ts";
import { sandboxTool, type ToolContext } from "./context.ts";

const input = z.object({
  path: z.string().min(1).describe("relative to the project's root"),
  offset: z.number().int().min(1).optional().describe("first line, from 1"),
  limit: z.number().int().min(1).max(2_000).optional().describe("lines; default 500"),
});

export function readFileTool(context: ToolContext): ModelTool {
  const description =
    "Reads a text file of the project, or of a skill (also one that you wrote in this run). Lines come as `number| text`. Secrets are redacted; files of keys and environments are not read. Read a skill before you edit it.";
  return sandboxTool(context, { name: "read_file", description, input }, async ({ path, offset = 1, limit = 500 }) => {
    const address = context.book.parse(path);
    const { text, notes } = await textAt(context, address);
    return numbered(text, offset, limit, context.limits.outputCharacters, notes);
  });
}

async function textAt(context: ToolContext, address: Address): Promise<{ text: string; notes: string[] }> {
  const { book, limits, overlay, options } = context;
  if (address.kind === "skills") throw refuse("NOT_A_FILE", `${address.shown} is a folder.`, "List it with `ls`.");
  if (address.kind === "project") {
    if (address.segments.length === 0) throw refuse("NOT_A_FILE", "`.` is a folder.", "List it with `ls`.");
    return {
      text: decode(readFileInside(book.projectRoot, address.segments, limits.fileBytes).bytes, address.shown),
      notes: [],
    };
  }
  const { slug, root } = address;
  const file = address.file.join("/");
  if (file === "") throw refuse("NOT_A_FILE", `${address.shown} is a folder.`, "List it with `ls`.");
  refuseProtected(address.file, address.shown);
  const own = await options.bank.read(options.scope, slug);
  if (own === undefined || !sameSkill(context, address, own.directory)) {
    const text = overlay.text(slug, file);
    if (text !== undefined) return { text, notes: ["as you wrote it in this run; not published"] };
    return foreignText(context, root, [slug, ...address.file], address.shown);
  }
  const dropped = overlay.saw(own, file);
  const edited = overlay.text(slug, file);
  const notes =
    own.ownership === "ours" || own.ownership === "ours_edited" ? [] : ["not ours: it can be read, not edited"];
  if (dropped)
    notes.push(
      "it was changed by somebody else meanwhile: your earlier edits of it were dropped; this is its text now",
    );
  if (edited !== undefined) return { text: edited, notes: [...notes, "with your edits of this run; not published"] };
  return { text: decode(Buffer.from(readSkillFile(own, file, limits)), address.shown), notes };
}

/** Whether the folder's entry is the bank's skill (or shows it), or another skill of the same name. */
function sameSkill(context: ToolContext, address: Address & { kind: "skill" }, directory: string): boolean {
  const { root, slug } = address;
  const place = `${root.directory}/${slug}`;
  return place === directory || !existsSync(place) || realPathOf(place) === directory || context.overlay.has(slug);
}

function foreignText(
  context: ToolContext,
  root: KnownRoot,
  segments: string[],
  shown: string,
): { text: string; notes: string[] } {
  const real = realRoot(context.book, root);
  if (real === undefined) throw refuse("NOT_FOUND", `There is nothing at ${shown}.`, "Look with `ls` what is there.");
  const { bytes } = readFileInside(real, segments, context.limits.fileBytes);
  return { text: decode(bytes, shown), notes: ["not ours: it can be read, not edited"] };
}

function decode(bytes: Uint8Array, shown: string): string {
  if (bytes.subarray(0, 8_192).includes(0)) {
    throw refuse("NOT_TEXT", `${shown} is not text.`, "Go on without it; a skill is about text.");
  }
  return new TextDecoder().decode(bytes);
}

function numbered(text: string, offset: number, limit: number, most: number, notes: readonly string[]): string {
  const lines = shownLines(redactText(text));
  const shown: string[] = [];
  let size = 0;
  let at = offset;
  while (at <= lines.length && shown.length < limit) {
    const line = lines[at - 1] ?? "";
    const piece = `${at}| ${line.length > most / 4 ? `${line.slice(0, most / 4)}…` : line}`;
    if (size + piece.length > most && shown.length > 0) break;
    shown.push(piece);
    size += piece.length + 1;
    at += 1;
  }
  const after = [...notes];
  if (lines.length === 0) after.push("the file is empty");
  else if (offset > lines.length) after.push(`the file has ${lines.length} lines`);
  else if (at <= lines.length) after.push(`lines ${offset} to ${at - 1} of ${lines.length}; go on with offset ${at}`);
  return [...shown, ...after.map((note) => `[${note}]`)].join("\n");
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
