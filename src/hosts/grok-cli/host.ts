/** Grok CLI. Its folders of sessions are named after the project's path, percent-encoded. */
import { folderFrom, type Host } from "../host.ts";

export const grokCli: Host = {
  id: "grok-cli",
  name: "Grok CLI",
  homes: (place) => [folderFrom(place, undefined, ".grok")],
  transcripts: (place) => [
    {
      folder: folderFrom(place, undefined, ".grok/sessions"),
      patterns: [{ path: "*/*/chat_history.jsonl" }, { path: "*/*/subagents/*/chat_history.jsonl", subAgent: true }],
      isOf: (projectRoot, [name]) => name === encodeURIComponent(projectRoot),
    },
  ],
  skills: { project: [".grok/skills"], user: [".grok/skills"] },
};
