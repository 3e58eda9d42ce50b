import { z } from "zod";
import { writeFileAtomic } from "../../base/index.ts";
import { placeOf } from "../project-paths.ts";
import { defineAgentTool, failed } from "./agent-tool.ts";
import { placeholderRefusal, strayPlaceholder } from "./keep-secrets.ts";
import { readTextFile } from "./text-file.ts";

export const editFile = defineAgentTool({
  name: "edit",
  description:
    "Replaces one piece of text in a file. old_string must stand in the file exactly as given and only once; add lines around it until it does, or set replace_all.",
  input: z.object({
    path: z.string().describe("Relative to the project root"),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: z.boolean().optional().describe("Replace every place"),
  }),
  permission: ({ path }, { folders }) => {
    const { shown, outside, delicate } = placeOf(folders, path);
    return { action: "write", target: shown, outside, delicate };
  },
  run: async ({ path, old_string, new_string, replace_all = false }, { folders }) => {
    const place = placeOf(folders, path);
    const file = await readTextFile(place.path, place.shown);
    if ("missing" in file) return failed(`${place.shown} does not exist; use write_file to create it.`);
    if ("problem" in file) return failed(file.problem);
    if (old_string === "") return failed("old_string is empty; use write_file to create or replace a whole file.");
    const { from, to } = inLineEnds(file.text, old_string, new_string);
    if (from === to) return failed("old_string and new_string are the same: no changes to make.");
    const pieces = file.text.split(from);
    if (pieces.length === 1) return failed(`old_string was not found in ${place.shown}. Read the file again.`);
    if (pieces.length > 2 && !replace_all) {
      return failed(
        `old_string is not unique: it stands in ${place.shown} ${pieces.length - 1} times. Add lines around it, or set replace_all.`,
      );
    }
    const after = pieces.join(to);
    const placeholder = strayPlaceholder(file.text, after);
    if (placeholder !== undefined) return failed(placeholderRefusal(placeholder));
    writeFileAtomic(place.path, after, { mode: file.mode });
    const places = pieces.length === 2 ? "one place" : `${pieces.length - 1} places`;
    return { status: "ok", output: `Changed ${place.shown} in ${places}.`, path: place.path };
  },
});

/** Models write LF; in a file of CRLF lines that means CRLF. */
function inLineEnds(text: string, from: string, to: string): { from: string; to: string } {
  if (!text.includes("\r\n") || text.includes(from)) return { from, to };
  const crlf = (value: string): string => value.replaceAll(/\r?\n/g, "\r\n");
  return { from: crlf(from), to: crlf(to) };
}
