/**
 * OpenCode. Observed with 1.18.33, which keeps everything in one SQLite database. The split store of older versions stays
 * on disk after its migration into the database; `find-transcripts.ts` leaves it out where the database is.
 */
import { folderFrom, type Host } from "../host.ts";

export const openCode: Host = {
  id: "opencode",
  name: "OpenCode",
  homes: (place) => [`${folderFrom(place, "XDG_DATA_HOME", ".local/share")}/opencode`],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "XDG_DATA_HOME", ".local/share")}/opencode`,
      patterns: [{ path: "opencode.db", store: "opencode-db" }, { path: "storage/session/*/ses_*.json" }],
    },
  ],
  skills: {
    project: [".agents/skills", ".claude/skills", ".opencode/skills", ".opencode/skill"],
    user: [".agents/skills", ".claude/skills", ".config/opencode/skills", ".config/opencode/skill", ".opencode/skills"],
  },
};
