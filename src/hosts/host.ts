/**
 * What autoskill knows about a coding agent: where its transcripts lie, and where it looks for skills. Data, no code that
 * touches the disk; `find-transcripts.ts` walks it. To add an agent, add a folder here and a line in `all-hosts.ts`;
 * its transcript format is a reader in `session/readers`.
 */
import { resolve } from "node:path";

/** Where to look: always given, never taken from the process, so that tests have their own. */
export interface HostPlace {
  /** The person's home folder, absolute. */
  userHome: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** `transcript`: a file for `readTranscript`. `opencode-db`: a database for `readOpenCodeDatabase`. */
export type TranscriptStore = "transcript" | "opencode-db";

/** One kind of file below a folder. */
export interface TranscriptPattern {
  /** Relative to the folder, `/`-separated; `*` stands for any characters of one name. */
  path: string;
  /** Names (the last segment) that match `path` but are something else. */
  except?: RegExp;
  /** The whole file is a sub-agent's. Default false. */
  subAgent?: boolean;
  /** Default `transcript`. */
  store?: TranscriptStore;
}

export interface TranscriptFolder {
  /** Absolute. */
  folder: string;
  /** The first that matches a file counts. */
  patterns: readonly TranscriptPattern[];
  /** Whether a file belongs to a project, by its path; absent where the path does not say. */
  isOf?(projectRoot: string, segments: readonly string[]): boolean;
}

/** Folders below the project root and below the person's home where the agent looks for skills, the usual one first. */
export interface SkillFolders {
  project: readonly string[];
  user: readonly string[];
}

export interface Host {
  /** The same as the `SourceKind` of its transcripts. */
  id: string;
  /** As its makers write it. */
  name: string;
  /** Folders of which one exists when the agent was ever used here, absolute. */
  homes(place: HostPlace): string[];
  transcripts(place: HostPlace): TranscriptFolder[];
  /** Transcripts that lie in the project itself, relative to its root. */
  inProject?: readonly string[];
  skills: SkillFolders;
}

/** The folder an environment variable names (`~` is the person's home), else the default below the person's home. */
export function folderFrom(place: HostPlace, variable: string | undefined, fallback: string): string {
  const named = variable === undefined ? undefined : place.environment[variable]?.trim();
  if (named === undefined || named === "") return resolve(place.userHome, fallback);
  return resolve(place.userHome, named.replace(/^~(?=$|[/\\])/, "."));
}

/** Folder name that Claude Code, Qwen Code and others make of a project's path: all but ASCII letters and digits is `-`. */
export function dashedPath(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, "-");
}
