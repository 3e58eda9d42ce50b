/** The refusals that several parts of the bank share. */
import { AutoskillError } from "../base/index.ts";

export function conflict(slug: string, expected: string, found: string): AutoskillError {
  return new AutoskillError({
    code: "CONFLICT",
    message: `The skill ${slug} changed since it was read.`,
    expected,
    found,
    next: "Read the skill again and make the change for its present text.",
  });
}

export function nameTaken(slug: string, suggestion?: string, found?: string): AutoskillError {
  return new AutoskillError({
    code: "NAME_TAKEN",
    message: `There is something at ${slug} already.`,
    ...(found === undefined ? {} : { found }),
    next: suggestion === undefined ? "Choose another name." : `Choose another name, for example ${suggestion}.`,
  });
}

export function notOurs(slug: string, why: string): AutoskillError {
  return new AutoskillError({
    code: "NOT_OURS",
    message: `The skill ${slug} is not ours to change: ${why}.`,
    next: "Use another name, or hand the skill over with `adopt` if it is a plain folder of yours.",
  });
}

export function notFound(slug: string): AutoskillError {
  return new AutoskillError({
    code: "NOT_FOUND",
    message: `There is no skill ${slug} in this scope.`,
    next: "Run `autoskill list` to see the skills that there are.",
  });
}

export function noRevision(slug: string, number: number, last: number): AutoskillError {
  return new AutoskillError({
    code: "NOT_FOUND",
    message: `The skill ${slug} has no revision ${number}.`,
    expected: `1 to ${last}`,
    found: String(number),
    next: `Run \`autoskill history ${slug}\` to see its revisions.`,
  });
}
