/** How the sandbox says no: why, and what to do instead, so that nobody tries the same again in other words. */
import { AutoskillError } from "../../base/index.ts";

/** `message` ends in a full stop; `next` is an imperative sentence. */
export function refuse(code: string, message: string, next: string): AutoskillError {
  return new AutoskillError({ code, message, next });
}

export const ONLY_PROJECT =
  "Give a path inside of the project, relative to its root; nothing outside can be read here, by any spelling.";

/** For errors of the file system, in words that name no absolute path. */
export function asRefusal(error: unknown, shown: string): AutoskillError {
  if (AutoskillError.isInstance(error)) {
    if (error.code === "OUTSIDE_ROOT")
      return refuse("OUTSIDE_PROJECT", `${shown} leads out of the project.`, ONLY_PROJECT);
    if (error.code === "SYMLINK_TRAVERSAL") {
      const message = `${shown} is, or lies behind, a symbolic link that leads out of the project or to nothing.`;
      return refuse("SYMLINK_TRAVERSAL", message, "Leave it; what it points to is not part of this project.");
    }
    if (error.code === "INVALID_PATH") {
      return refuse(
        "INVALID_PATH",
        `${shown} is not a plain path.`,
        "Use names separated by single `/`, as `ls` shows them.",
      );
    }
    return error;
  }
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  switch (code) {
    case "ENOENT":
      return refuse("NOT_FOUND", `There is nothing at ${shown}.`, "Look with `ls` what is there.");
    case "ENOTDIR":
      return refuse("NOT_FOUND", `A part of ${shown} is a file, not a folder.`, "Look with `ls` what is there.");
    case "ELOOP":
    case "EMLINK":
      return refuse(
        "SYMLINK_TRAVERSAL",
        `${shown} is a symbolic link.`,
        "Leave it, or name the file that it stands for.",
      );
    case "EACCES":
    case "EPERM":
      return refuse("NOT_READABLE", `The system does not let this process read ${shown}.`, "Go on without it.");
    default:
      return refuse("NOT_READABLE", `${shown} cannot be read.`, "Go on without it.");
  }
}

/** A path for a message: one line, without what could take over a terminal or a reader. */
export function shownPath(path: string): string {
  const clean = path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return `\`${clean.length > 160 ? `${clean.slice(0, 160)}…` : clean}\``;
}
