/** Claude Code. Observed with 2.1.332; older versions (2.0) kept sub-agents beside their sessions. */
import { dashedPath, folderFrom, type Host, type TranscriptFolder } from "../host.ts";

/** Longer folder names are cut here, and a hash is added. */
const LONGEST_NAME = 200;

const PATTERNS = [
  { path: "*/agent-*.jsonl", subAgent: true },
  { path: "*/*.jsonl" },
  { path: "*/*/subagents/agent-*.jsonl", subAgent: true },
];

function projectsIn(folder: string): TranscriptFolder {
  return {
    folder: `${folder}/projects`,
    patterns: PATTERNS,
    isOf(projectRoot, [name = ""]) {
      const expected = dashedPath(projectRoot);
      return expected.length <= LONGEST_NAME ? name === expected : name.startsWith(expected.slice(0, LONGEST_NAME));
    },
  };
}

export const claudeCode: Host = {
  id: "claude-code",
  name: "Claude Code",
  homes: (place) => [folderFrom(place, "CLAUDE_CONFIG_DIR", ".claude")],
  transcripts: (place) => {
    const named = projectsIn(folderFrom(place, "CLAUDE_CONFIG_DIR", ".claude"));
    if (place.environment.CLAUDE_CONFIG_DIR) return [named];
    return [named, projectsIn(folderFrom(place, undefined, ".config/claude"))];
  },
  skills: { project: [".claude/skills"], user: [".claude/skills"] },
};
