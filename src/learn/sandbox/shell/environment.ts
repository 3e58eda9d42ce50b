/** The whole environment of a command: nothing of the person's, and nothing that makes a program start another. */
import { dirname } from "node:path";

export const BASH = "/bin/bash";

/** @param root real path of the project; git does not look for a repository above it */
export function commandEnvironment(root: string): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin",
    HOME: "/nonexistent",
    // `sort` says that it has no room, instead of leaving a piece of a file.
    TMPDIR: "/nonexistent",
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TERM: "dumb",
    PAGER: "cat",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_CEILING_DIRECTORIES: dirname(root),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
  };
}
