/** Our own agent (`autoskill chat`, `autoskill run`). Its sessions lie in autoskill's state folder. */
import { savedSessionFolderName } from "../../session/index.ts";
import { folderFrom, type Host } from "../host.ts";

export const autoskill: Host = {
  id: "autoskill",
  name: "autoskill",
  homes: (place) => [`${folderFrom(place, "AUTOSKILL_HOME", ".autoskill")}/sessions`],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "AUTOSKILL_HOME", ".autoskill")}/sessions`,
      patterns: [{ path: "*/*.jsonl" }],
      isOf: (projectRoot, [name]) => name === savedSessionFolderName(projectRoot),
    },
  ],
  skills: { project: [".agents/skills"], user: [".agents/skills"] },
};
