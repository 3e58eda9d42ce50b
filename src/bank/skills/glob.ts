/**
 * Globs over paths with `/`: `*` and `?` inside a name, `**` for any number of names, `[…]`, `{a,b}`. Matching takes time
 * in the product of the lengths at most, whatever the pattern: it comes from a file that nobody vouches for.
 */
const LONGEST = 256;
const MOST_ALTERNATIVES = 64;

/** What is wrong with a glob, as the rest of a sentence; undefined when nothing is. */
export function checkGlob(glob: string): string | undefined {
  if (glob.length > LONGEST) return `has more than ${LONGEST} characters`;
  if (/^(?:[/\\~]|[a-z]:)/i.test(glob)) return "is not relative to the project";
  if (glob.split(/[/\\]/).includes("..")) return "leaves the project";
  return expand(glob) === undefined ? `has more than ${MOST_ALTERNATIVES} alternatives` : undefined;
}

/** @param path relative, with `/` */
export function matchesGlob(glob: string, path: string): boolean {
  const names = path.split("/");
  return (expand(glob.replace(/^\.\//, "")) ?? []).some((pattern) => matchNames(pattern.split("/"), names));
}

/** `a{b,c}d` → `abd`, `acd`. Braces without a comma or an end are letters. */
function expand(glob: string): string[] | undefined {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (group === null) done.push(next);
    else {
      const before = next.slice(0, group.index);
      const after = next.slice(group.index + group[0].length);
      for (const alternative of (group[1] ?? "").split(",")) open.push(`${before}${alternative}${after}`);
    }
    if (done.length + open.length > MOST_ALTERNATIVES) return undefined;
  }
  return done;
}

/** `**` as a whole name stands for any number of names, also none; a `**` in a name is a `*`. */
function matchNames(patterns: readonly string[], names: readonly string[]): boolean {
  return wildcards(patterns, names, (pattern) => pattern === "**", matchName);
}

function matchName(pattern: string, name: string): boolean {
  // A name that begins with a dot is only meant by a pattern that begins with one.
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  return wildcards(
    tokensOf(pattern),
    [...name],
    (token) => token === "*",
    (token, character) => {
      if (token === "?") return true;
      return token.length > 1 && token.startsWith("[") ? inClass(token, character) : token === character;
    },
  );
}

function tokensOf(pattern: string): string[] {
  return pattern.match(/\[[!^]?\]?[^\]]*\]|\*+|./gsu)?.map((token) => (token.startsWith("*") ? "*" : token)) ?? [];
}

function inClass(token: string, character: string): boolean {
  const negated = /^\[[!^]/.test(token);
  const members = [...token.slice(negated ? 2 : 1, -1)];
  const found = members.some((member, index) => {
    const end = members[index + 2];
    if (members[index + 1] === "-" && end !== undefined) return member <= character && character <= end;
    return member === character;
  });
  return found !== negated;
}

/** Wildcard matching that goes back to the last wildcard only: steps in the product of the two lengths. */
function wildcards(
  patterns: readonly string[],
  items: readonly string[],
  isWild: (pattern: string) => boolean,
  matches: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let wild = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    const pattern = patterns[at];
    if (pattern !== undefined && isWild(pattern)) {
      wild = at++;
      resume = item;
    } else if (pattern !== undefined && matches(pattern, items[item] ?? "")) {
      at++;
      item++;
    } else if (wild >= 0) {
      at = wild + 1;
      item = ++resume;
    } else return false;
  }
  while (at < patterns.length && isWild(patterns[at] ?? "")) at++;
  return at === patterns.length;
}
