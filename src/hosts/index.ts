/** The door of the hosts room: the coding agents we plug into, where their transcripts and skill folders lie. */
export { hosts } from "./all-hosts.ts";
export {
  type FindOptions,
  type FoundTranscript,
  findTranscripts,
  type HostDiagnostic,
  usedHosts,
} from "./find-transcripts.ts";
export type { Host, HostPlace, SkillFolders, TranscriptStore } from "./host.ts";
export {
  type OpenCodeDatabaseOptions,
  type OpenCodeExport,
  readOpenCodeDatabase,
} from "./opencode/database.ts";
export { CANONICAL_SKILL_FOLDER, type SkillExposure, skillExposures } from "./skill-exposures.ts";
