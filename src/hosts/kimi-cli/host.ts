/** Kimi CLI and its successor Kimi Code (`~/.kimi-code`). A session of the latter has one log for each of its agents. */
import { createHash } from "node:crypto";
import { folderFrom, type Host } from "../host.ts";

export const kimiCli: Host = {
  id: "kimi-cli",
  name: "Kimi CLI",
  homes: (place) => [folderFrom(place, "KIMI_CODE_HOME", ".kimi-code"), folderFrom(place, "KIMI_SHARE_DIR", ".kimi")],
  transcripts: (place) => [
    {
      folder: `${folderFrom(place, "KIMI_CODE_HOME", ".kimi-code")}/sessions`,
      patterns: [{ path: "*/*/agents/main/wire.jsonl" }, { path: "*/*/agents/*/wire.jsonl", subAgent: true }],
      isOf: (projectRoot, [name]) => name?.split("_").at(-1) === hashOf("sha256", projectRoot).slice(0, 12),
    },
    {
      folder: `${folderFrom(place, "KIMI_SHARE_DIR", ".kimi")}/sessions`,
      patterns: [{ path: "*/*/wire.jsonl" }],
      isOf: (projectRoot, [name]) => name === hashOf("md5", projectRoot),
    },
  ],
  skills: { project: [".agents/skills"], user: [".agents/skills"] },
};

function hashOf(algorithm: "md5" | "sha256", path: string): string {
  return createHash(algorithm).update(path.replaceAll("\\", "/")).digest("hex");
}
