import { z } from "zod";
import { redactText } from "../../base/index.ts";
import { placeOf } from "../project-paths.ts";
import { defineAgentTool, failed, OUTPUT_LIMIT } from "./agent-tool.ts";
import { readTextFile } from "./text-file.ts";

export const readFile = defineAgentTool({
  name: "read_file",
  description:
    "Reads a text file. Long files come in parts: the answer says which lines it holds and with which offset to go on.",
  input: z.object({
    path: z.string().describe("Relative to the project root"),
    offset: z.int().min(1).optional().describe("First line, from 1"),
    limit: z.int().min(1).optional().describe("Most lines"),
  }),
  permission: ({ path }, { folders }) => {
    const { shown, unreadable } = placeOf(folders, path);
    return { action: "read", target: shown, outside: unreadable, delicate: false };
  },
  run: async ({ path, offset = 1, limit }, { folders }) => {
    const place = placeOf(folders, path);
    const file = await readTextFile(place.path, place.shown);
    if ("missing" in file) return failed(`${place.shown} does not exist.`);
    if ("problem" in file) return failed(file.problem);
    if (file.text === "") return { status: "ok", output: "(empty file)", path: place.path };
    // Before it is cut into parts: the middle of a private key does not look like one.
    const lines = redactText(file.text).split(/(?<=\n)/);
    if (offset > lines.length) return failed(`${place.shown} has ${lines.length} lines only.`);
    const wanted = lines.slice(offset - 1, limit === undefined ? undefined : offset - 1 + limit);
    const { text, taken } = wholeLines(wanted);
    const last = offset + taken - 1;
    const complete = offset === 1 && last === lines.length;
    const more = last < lines.length ? ` Go on with offset ${last + 1}.` : "";
    const note = complete ? "" : `\n[lines ${offset} to ${last} of ${lines.length}.${more}]`;
    return { status: "ok", output: text + note, path: place.path };
  },
});

/** As many lines as fit; a first line that is too long by itself is cut. */
function wholeLines(lines: string[]): { text: string; taken: number } {
  const room = OUTPUT_LIMIT - 200;
  let text = "";
  let taken = 0;
  for (const line of lines) {
    if (text.length + line.length > room) break;
    text += line;
    taken++;
  }
  if (taken > 0) return { text, taken };
  const line = lines[0] ?? "";
  return { text: `${line.slice(0, room)}\n[this line goes on: ${line.length} characters in all]`, taken: 1 };
}
