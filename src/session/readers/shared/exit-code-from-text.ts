/**
 * The exit code that a host wrote into the text of a tool result, where its records have no field for it.
 * Only a line of its own counts, in the wordings that hosts are known to use, so that a program's output which merely
 * talks about exit codes is not taken for one:
 * - `Exit code 2`, `Exit Code: 2` (Claude Code, Gemini CLI, Qwen Code)
 * - `Process exited with code 2` (Codex), `Command exited with code 2` (Pi, OpenClaw)
 * - `<exited with exit code 2>`, `<shellId: 1 completed with exit code 2>` (Copilot CLI)
 */
const EXIT_CODE_LINE =
  /^[ \t]*(?:(?:error: )?exit code:?|(?:process|command) exited with code:?|<(?:shellId: \S+ )?(?:exited|completed) with exit code) (-?\d{1,10})[ \t]*[.>]?[ \t]*\r?$/gim;

/**
 * The code, or `undefined` when the text names none. Where several lines qualify the last one counts: hosts add theirs
 * after the output (Claude Code puts it first, but then it is alone).
 */
export function exitCodeFromText(text: string): number | undefined {
  // Most output says nothing of the kind, and this is read for every command.
  if (!/exit/i.test(text)) return undefined;
  let code: number | undefined;
  for (const match of text.matchAll(EXIT_CODE_LINE)) code = Number(match[1]);
  return code;
}
