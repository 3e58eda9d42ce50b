/**
 * What of a project the shell must not see as it is: files and folders that are protected by name, files with a second
 * name on the disk, and files that hold a secret, which are shown with the secret redacted. Looked up anew before each
 * command; what was learned about an unchanged file is kept.
 */
import {
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { isInside, mayContainSecret, redactText } from "../../../base/index.ts";
import { isProtected, isProtectedEntry } from "../protected-paths.ts";

export interface ProjectView {
  /** Relative paths with `/`. */
  hiddenFiles: string[];
  hiddenFolders: string[];
  /** Folders of git; hidden where no git runs. */
  gitFolders: string[];
  /** Folders that are repositories (or parts of one: submodules, worktrees); `.` for the project itself. */
  repositories: string[];
  /** Path → the text to show instead. */
  redacted: Map<string, string>;
  /** Links that lead out of the project, to something hidden, or to nothing. */
  links: string[];
  /** False when the project has more files than are looked at. */
  complete: boolean;
}

export type ViewReader = (signal: AbortSignal) => Promise<ProjectView>;

/** Files of others, by the thousand: not looked into. */
const SKIPPED_FOLDERS = new Set(["node_modules", ".venv", "venv", "site-packages", "__pycache__", ".hg", ".svn"]);
/** Files above are not read for secrets; what is printed of them is redacted like all output. */
const MAX_SCANNED_BYTES = 1024 * 1024;
const MAX_SCANNED_TOTAL = 128 * 1024 * 1024;
/** Between two chances for others to run, and for the caller to stop. */
const FILES_IN_ONE_GO = 500;
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param root real path of the project */
export function createViewReader(root: string, maxFiles: number): ViewReader {
  /** Identity of a file → its redacted text, or nothing when it holds no secret. */
  const known = new Map<string, string | undefined>();
  return async (signal) => {
    const view: ProjectView = {
      hiddenFiles: [],
      hiddenFolders: [],
      gitFolders: [],
      repositories: [],
      redacted: new Map(),
      links: [],
      complete: true,
    };
    const state = { files: 0, bytes: 0 };
    const folders: string[] = [""];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of entriesOf(join(root, folder))) {
        state.files += 1;
        if (state.files % FILES_IN_ONE_GO === 0) {
          await new Promise((resolve) => setImmediate(resolve));
          signal.throwIfAborted();
        }
        if (state.files > maxFiles) return { ...view, complete: false };
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        const segments = path.split("/");
        if (entry.name === ".git") view.repositories.push(folder === "" ? "." : folder);
        if (entry.isSymbolicLink()) {
          if (isProtectedEntry(segments) || leadsAstray(root, path)) view.links.push(path);
        } else if (entry.isDirectory()) {
          if (isProtectedEntry(segments)) view.hiddenFolders.push(path);
          else if (entry.name === ".git") {
            view.gitFolders.push(path);
            lookAtFile(root, `${path}/config`, view, known, state);
          } else if (!SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
        } else if (!entry.isFile() || isProtectedEntry(segments)) {
          view.hiddenFiles.push(path);
        } else {
          lookAtFile(root, path, view, known, state);
        }
      }
    }
    return view;
  };
}

function leadsAstray(root: string, path: string): boolean {
  try {
    const target = realpathSync(join(root, path));
    return !isInside(root, target) || isProtected(relative(root, target).split(sep));
  } catch {
    return true;
  }
}

function lookAtFile(
  root: string,
  path: string,
  view: ProjectView,
  known: Map<string, string | undefined>,
  state: { bytes: number },
): void {
  const location = join(root, path);
  const status = lstatSync(location, { throwIfNoEntry: false });
  if (status === undefined || !status.isFile()) return;
  if (status.nlink > 1) {
    view.hiddenFiles.push(path);
    return;
  }
  if (status.size === 0 || status.size > MAX_SCANNED_BYTES || state.bytes > MAX_SCANNED_TOTAL) return;
  const key = `${path}\0${status.dev}:${status.ino}:${status.size}:${status.mtimeMs}:${status.ctimeMs}`;
  if (!known.has(key)) {
    state.bytes += status.size;
    known.set(key, redactedText(location));
  }
  const text = known.get(key);
  if (text !== undefined) view.redacted.set(path, text);
}

/** The text with its secrets redacted; nothing when it has none or is no text. */
function redactedText(location: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(location, OPEN_FLAGS);
    const bytes = readFileSync(descriptor);
    if (bytes.subarray(0, 8_192).includes(0)) return undefined;
    const text = bytes.toString("utf8");
    if (!mayContainSecret(text)) return undefined;
    const redacted = redactText(text);
    return redacted === text ? undefined : redacted;
  } catch {
    // What this process cannot read, the command cannot either.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
