/**
 * Gemini CLI. Observed with 0.61.0. A project's folder has a short name that only `projects.json` explains (in old
 * versions the SHA-256 of its path), so the path does not say which project it is.
 */
import { folderFrom, type Host } from "../host.ts";

export const geminiCli: Host = {
  id: "gemini-cli",
  name: "Gemini CLI",
  homes: (place) => [`${folderFrom(place, "GEMINI_CLI_HOME", ".")}/.gemini`],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "GEMINI_CLI_HOME", ".")}/.gemini/tmp`,
      patterns: [
        { path: "*/chats/session-*.jsonl" },
        { path: "*/chats/session-*.json" },
        { path: "*/chats/*/*.jsonl", subAgent: true },
      ],
    },
  ],
  skills: { project: [".agents/skills", ".gemini/skills"], user: [".agents/skills", ".gemini/skills"] },
};
