/**
 * Cursor: the transcripts of its agent. Its databases (`~/.cursor/chats/…/store.db`, the editor's `state.vscdb`) have no
 * published schema, hold a part of every conversation as protobuf, and are not read.
 */
import { dashedPath, folderFrom, type Host } from "../host.ts";

export const cursor: Host = {
  id: "cursor",
  name: "Cursor",
  homes: (place) => [folderFrom(place, undefined, ".cursor")],
  transcripts: (place) => [
    {
      folder: folderFrom(place, undefined, ".cursor/projects"),
      patterns: [
        { path: "*/agent-transcripts/*.jsonl" },
        { path: "*/agent-transcripts/*/*.jsonl" },
        { path: "*/agent-transcripts/subagents/*.jsonl", subAgent: true },
        { path: "*/agent-transcripts/*/subagents/*.jsonl", subAgent: true },
      ],
      isOf: (projectRoot, [name]) => name === dashedPath(projectRoot.replace(/^[/\\]/, "")),
    },
  ],
  skills: {
    project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills"],
    user: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills"],
  },
};
