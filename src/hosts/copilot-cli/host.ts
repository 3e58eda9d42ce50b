/** GitHub Copilot CLI. Observed with 1.0.102; sub-agents write into their parent's file. */
import { folderFrom, type Host } from "../host.ts";

export const copilotCli: Host = {
  id: "copilot-cli",
  name: "GitHub Copilot CLI",
  homes: (place) => [folderFrom(place, "COPILOT_HOME", ".copilot")],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "COPILOT_HOME", ".copilot")}/session-state`,
      patterns: [{ path: "*/events.jsonl" }, { path: "*.jsonl" }],
    },
  ],
  skills: {
    project: [".agents/skills", ".claude/skills", ".github/skills"],
    user: [".agents/skills", ".copilot/skills"],
  },
};
