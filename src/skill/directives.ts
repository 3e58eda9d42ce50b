/**
 * Host directives are text that an agent program acts on when it loads a skill: `` !`cmd` `` and ```` ```! ```` run a
 * shell command in Claude Code, `$ARGUMENTS` and `${CLAUDE_…}` are replaced. A skill that was learned must never do
 * so; these rewrites keep what a reader (or a shell) understands and take the effect away.
 */
export function neutraliseDirectives(text: string): string {
  return text
    .replace(/!(?=`)/g, "! ")
    .replace(/^([ \t]*(?:`{3,}|~{3,}))[ \t]*!/gm, "$1")
    .replace(/\$\{(CLAUDE_\w+)\}/g, "$$$1")
    .replace(/\$ARGUMENTS\b/g, "$${ARGUMENTS}");
}
