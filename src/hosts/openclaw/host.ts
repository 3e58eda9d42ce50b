/**
 * OpenClaw. Older names of its folder are looked into as well. Newer versions also keep a SQLite store per agent, which
 * holds credentials beside sessions and is not read.
 */
import { folderFrom, type Host, type HostPlace } from "../host.ts";

function stateFolders(place: HostPlace): string[] {
  if (place.environment.OPENCLAW_STATE_DIR) return [folderFrom(place, "OPENCLAW_STATE_DIR", ".openclaw")];
  return [".openclaw", ".clawdbot", ".moltbot"].map((name) => folderFrom(place, undefined, name));
}

export const openClaw: Host = {
  id: "openclaw",
  name: "OpenClaw",
  homes: stateFolders,
  transcripts: (place) =>
    stateFolders(place).map((folder) => ({
      folder: `${folder}/agents`,
      patterns: [{ path: "*/sessions/*.jsonl", except: /\.(?:trajectory|checkpoint\..*)\.jsonl$/ }],
    })),
  skills: { project: [], user: [".openclaw/skills"] },
};
