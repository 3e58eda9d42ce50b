import { dirname } from "node:path";
import { z } from "zod";
import { makeFolder, writeFileAtomic } from "../../base/index.ts";
import { placeOf } from "../project-paths.ts";
import { defineAgentTool, failed } from "./agent-tool.ts";
import { placeholderRefusal, strayPlaceholder } from "./keep-secrets.ts";
import { readTextFile } from "./text-file.ts";

export const writeFile = defineAgentTool({
  name: "write_file",
  description: "Writes a whole text file: creates it, with the folders it needs, or replaces what it holds.",
  input: z.object({
    path: z.string().describe("Relative to the project root"),
    content: z.string().describe("The whole content"),
  }),
  permission: ({ path }, { folders }) => {
    const { shown, outside, delicate } = placeOf(folders, path);
    return { action: "write", target: shown, outside, delicate };
  },
  run: async ({ path, content }, { folders }) => {
    const place = placeOf(folders, path);
    const before = await readTextFile(place.path, place.shown);
    if ("problem" in before) return failed(before.problem);
    const placeholder = strayPlaceholder("text" in before ? before.text : "", content);
    if (placeholder !== undefined) return failed(placeholderRefusal(placeholder));
    makeFolder(dirname(place.path));
    writeFileAtomic(place.path, content, "text" in before ? { mode: before.mode } : {});
    const lines = content === "" ? 0 : content.replace(/\n$/, "").split("\n").length;
    const what = "text" in before ? "Replaced" : "Created";
    return { status: "ok", output: `${what} ${place.shown}: ${lines} lines.`, path: place.path };
  },
});
