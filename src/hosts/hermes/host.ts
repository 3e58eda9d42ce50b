/**
 * Hermes Agent: the session files. Newer versions keep sessions in `state.db` only, which is not read.
 */
import { folderFrom, type Host } from "../host.ts";

export const hermes: Host = {
  id: "hermes",
  name: "Hermes Agent",
  homes: (place) => [folderFrom(place, "HERMES_HOME", ".hermes")],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "HERMES_HOME", ".hermes")}/sessions`,
      patterns: [{ path: "session_*.json" }],
    },
  ],
  skills: { project: [], user: [".hermes/skills"] },
};
