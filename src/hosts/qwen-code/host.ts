/** Qwen Code. Observed with 0.24.4. */
import { dashedPath, folderFrom, type Host, type HostPlace } from "../host.ts";

/** Sessions follow `QWEN_RUNTIME_DIR`, which overrides `QWEN_HOME`. */
function runtimeFolder(place: HostPlace): string {
  return folderFrom(place, place.environment.QWEN_RUNTIME_DIR ? "QWEN_RUNTIME_DIR" : "QWEN_HOME", ".qwen");
}

export const qwenCode: Host = {
  id: "qwen-code",
  name: "Qwen Code",
  homes: (place) => [folderFrom(place, "QWEN_HOME", ".qwen"), runtimeFolder(place)],
  transcripts: (place) => [
    {
      folder: `${runtimeFolder(place)}/projects`,
      patterns: [{ path: "*/chats/*.jsonl" }, { path: "*/subagents/*/agent-*.jsonl", subAgent: true }],
      isOf: (projectRoot, [name]) => name?.toLowerCase() === dashedPath(projectRoot).toLowerCase(),
    },
  ],
  skills: { project: [".qwen/skills", ".agents/skills"], user: [".qwen/skills", ".agents/skills"] },
};
