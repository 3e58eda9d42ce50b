import { type Dirent, readlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { placeOf } from "../project-paths.ts";
import { defineAgentTool, failed } from "./agent-tool.ts";

const MOST_ENTRIES = 500;

export const listFolder = defineAgentTool({
  name: "ls",
  description: "Lists a folder, sorted by name. Folders end in `/`, links show where they lead.",
  input: z.object({
    path: z.string().optional().describe("Relative to the project root; default: the project root"),
  }),
  permission: ({ path = "." }, { folders }) => {
    const { shown, unreadable } = placeOf(folders, path);
    return { action: "read", target: shown, outside: unreadable, delicate: false };
  },
  run: async ({ path = "." }, { folders }) => {
    const place = placeOf(folders, path);
    let entries: Dirent[];
    try {
      entries = await readdir(place.path, { withFileTypes: true });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOTDIR") return failed(`${place.shown} is a file; use read_file.`);
      return failed(code === "ENOENT" ? `${place.shown} does not exist.` : `${place.shown} cannot be read (${code}).`);
    }
    if (entries.length === 0) return { status: "ok", output: "(empty folder)" };
    const names = entries.map((entry) => nameOf(entry, place.path)).sort();
    const more = names.length - MOST_ENTRIES;
    const shown = names.slice(0, MOST_ENTRIES).join("\n");
    return { status: "ok", output: more > 0 ? `${shown}\n[… and ${more} more]` : shown };
  },
});

function nameOf(entry: Dirent, folder: string): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.isSymbolicLink()) return entry.name;
  try {
    return `${entry.name} -> ${readlinkSync(join(folder, entry.name))}`;
  } catch {
    return entry.name;
  }
}
