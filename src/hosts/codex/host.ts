/** Codex CLI. Observed with 0.171.0. A sub-agent's rollout looks like any other by its path; its first line tells. */
import { folderFrom, type Host } from "../host.ts";

export const codex: Host = {
  id: "codex",
  name: "Codex CLI",
  homes: (place) => [folderFrom(place, "CODEX_HOME", ".codex")],
  transcripts: (place) => {
    const home = folderFrom(place, "CODEX_HOME", ".codex");
    return [
      {
        folder: `${home}/sessions`,
        patterns: [{ path: "*/*/*/rollout-*.jsonl" }, { path: "rollout-*.jsonl" }],
      },
      { folder: `${home}/archived_sessions`, patterns: [{ path: "rollout-*.jsonl" }] },
    ];
  },
  skills: { project: [".agents/skills", ".codex/skills"], user: [".agents/skills", ".codex/skills"] },
};
