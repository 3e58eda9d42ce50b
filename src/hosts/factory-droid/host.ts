/** Factory Droid. */
import { dashedPath, folderFrom, type Host } from "../host.ts";

export const factoryDroid: Host = {
  id: "factory-droid",
  name: "Factory Droid",
  homes: (place) => [folderFrom(place, undefined, ".factory")],
  transcripts: (place) => [
    {
      folder: folderFrom(place, undefined, ".factory/sessions"),
      patterns: [{ path: "*/*.jsonl" }],
      isOf: (projectRoot, [name]) => name === dashedPath(projectRoot),
    },
    { folder: folderFrom(place, undefined, ".factory/sessions"), patterns: [{ path: "*.jsonl" }] },
  ],
  skills: { project: [".agents/skills", ".factory/skills"], user: [".factory/skills"] },
};
