/**
 * The one error of autoskill. Every failure that a person or an agent can meet carries a stable code, what was
 * expected and found where that helps, and the next step. Foreign data never throws: loaders return diagnostics.
 */

const brand = Symbol.for("autoskill.error");

export interface AutoskillErrorOptions {
  /** Stable, upper snake case, e.g. `SYMLINK_TRAVERSAL`. */
  code: string;
  message: string;
  /** What the person or agent can do next, as one imperative sentence. */
  next?: string;
  expected?: string;
  found?: string;
  cause?: unknown;
}

export class AutoskillError extends Error {
  readonly code: string;
  readonly next: string | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;
  readonly [brand] = true;

  constructor(options: AutoskillErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AutoskillError";
    this.code = options.code;
    this.next = options.next;
    this.expected = options.expected;
    this.found = options.found;
  }

  /** True for our errors, also those of another copy of this package. */
  static isInstance(value: unknown): value is AutoskillError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[brand] === true;
  }
}

/** The JSON form of an error on every transport. */
export interface ErrorJson {
  code: string;
  message: string;
  next?: string;
  expected?: string;
  found?: string;
}

/** What a person can do about what the system refuses, by error number (POSIX names, as Node has them). */
const FILE_SYSTEM_REMEDIES: Record<string, string> = {
  EACCES: "Check that the path is yours and its rights allow this.",
  EPERM: "Check that the path is yours and its rights allow this.",
  EROFS: "Choose a place that can be written to, e.g. with --home DIR.",
  ENOSPC: "Free some space on that disk, and run the command again.",
  EDQUOT: "Free some space on that disk, and run the command again.",
  ENOENT: "Check the path.",
  ENOTDIR: "Check the path: a part of it is a file.",
  EISDIR: "Check the path: it is a folder.",
  EEXIST: "Check the path: something else lies there.",
  ELOOP: "Check the path: its symbolic links lead in a circle.",
  ENAMETOOLONG: "Give a shorter path.",
};

/** @example errorToJson(new Error("disk full")) // { code: "INTERNAL", message: "disk full", next: … } */
export function errorToJson(error: unknown): ErrorJson {
  if (AutoskillError.isInstance(error)) {
    return {
      code: error.code,
      message: error.message,
      ...(error.next === undefined ? {} : { next: error.next }),
      ...(error.expected === undefined ? {} : { expected: error.expected }),
      ...(error.found === undefined ? {} : { found: error.found }),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const remedy = FILE_SYSTEM_REMEDIES[String((error as { code?: unknown } | null | undefined)?.code)];
  if (remedy !== undefined) return { code: "FILE_SYSTEM", message, next: remedy };
  return { code: "INTERNAL", message, next: "Run `autoskill doctor`, and report this with its output." };
}
