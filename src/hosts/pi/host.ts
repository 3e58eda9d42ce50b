/** Pi (pi-coding-agent). Its folders of sessions are named after the project's path. */
import { folderFrom, type Host } from "../host.ts";

export const pi: Host = {
  id: "pi",
  name: "Pi",
  homes: (place) => [folderFrom(place, "PI_CODING_AGENT_DIR", ".pi/agent")],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "PI_CODING_AGENT_DIR", ".pi/agent")}/sessions`,
      patterns: [{ path: "*/*.jsonl" }, { path: "*.jsonl" }],
      isOf: (projectRoot, [name]) => name === `--${projectRoot.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`,
    },
  ],
  skills: { project: [".pi/skills"], user: [".pi/agent/skills"] },
};
