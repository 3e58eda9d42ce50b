/** Antigravity, its command line and its editor. */
import { folderFrom, type Host } from "../host.ts";

const FOLDERS = [".gemini/antigravity-cli", ".gemini/antigravity", ".gemini/antigravity-ide"];

export const antigravity: Host = {
  id: "antigravity",
  name: "Antigravity",
  homes: (place) => FOLDERS.map((folder) => folderFrom(place, undefined, folder)),
  transcripts: (place) =>
    FOLDERS.map((folder) => ({
      folder: folderFrom(place, undefined, `${folder}/brain`),
      patterns: [{ path: "*/.system_generated/logs/transcript.jsonl" }],
    })),
  skills: {
    project: [".agents/skills"],
    user: [".gemini/antigravity-cli/skills", ".gemini/antigravity/skills"],
  },
};
