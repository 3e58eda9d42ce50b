/**
 * The text of a SWE-agent action as a tool call. The first word tells the commands that SWE-agent adds to the shell
 * (SWE-agent docs, "Tools") from everything else, which is run by bash as it stands.
 */
const ADDED_COMMANDS = new Set([
  "open",
  "goto",
  "scroll_up",
  "scroll_down",
  "create",
  "edit",
  "insert",
  "search_dir",
  "search_file",
  "find_file",
  "filemap",
  "str_replace_editor",
  "submit",
]);

/** Those whose first argument is a file. */
const FILE_COMMANDS = new Set(["open", "create", "filemap"]);

const FIRST_ARGUMENT = /^\s*(?:"([^"]*)"|'([^']*)'|(\S+))/;

/** `{ name, input }`: `input.command` for bash; for an added command `input.arguments` and, for files, `input.path`. */
export function actionInput(action: string): { name: string; input: Record<string, string> } {
  const name = /^\w+/.exec(action)?.[0] ?? "";
  if (!ADDED_COMMANDS.has(name)) return { name: "bash", input: { command: action } };
  const rest = action
    .slice(name.length)
    .trimEnd()
    .replace(/^[ \t]+/, "");
  const input: Record<string, string> = rest === "" ? {} : { arguments: rest };
  const argument = FIRST_ARGUMENT.exec(rest);
  const path = argument?.[1] ?? argument?.[2] ?? argument?.[3];
  if (FILE_COMMANDS.has(name) && path !== undefined && path !== "") input.path = path;
  return { name, input };
}
