/** Aider writes its log into the project. It has no skills of its own. */
import type { Host } from "../host.ts";

export const aider: Host = {
  id: "aider",
  name: "Aider",
  homes: () => [],
  transcripts: () => [],
  inProject: [".aider.chat.history.md"],
  skills: { project: [], user: [] },
};
