/**
 * The command in a shell call's input, whatever the host's shape: `{command: "…"}`, `{cmd}`, `{command: ["bash", "-lc",
 * "…"]}`, `{action: {command: […]}}`, or the bare string. A `bash -lc` or PowerShell wrapping is taken off.
 */
import { programName } from "./command-kind.ts";
import { SHELLS, WINDOWS_SHELLS } from "./programs.ts";

const COMMAND_KEYS = [
  "command",
  "cmd",
  "script",
  "commandLine",
  "CommandLine",
  "shell_command",
  "bash_command",
] as const;

export function commandLineOf(input: unknown): string | undefined {
  if (typeof input === "string") return input === "" ? undefined : unwrapText(input);
  if (Array.isArray(input)) return fromArray(input);
  if (typeof input !== "object" || input === null) return undefined;
  const record = input as Record<string, unknown>;
  for (const key of COMMAND_KEYS) {
    const value = record[key];
    if (typeof value === "string" && value !== "") return unwrapText(value);
    if (Array.isArray(value) && value.length > 0) return fromArray(value);
  }
  return typeof record.action === "object" && record.action !== null ? commandLineOf(record.action) : undefined;
}

function fromArray(words: readonly unknown[]): string | undefined {
  const texts = words.filter((word): word is string => typeof word === "string");
  if (texts.length === 0) return undefined;
  const program = programName(texts[0] ?? "").toLowerCase();
  if (SHELLS.has(program) || WINDOWS_SHELLS.has(program)) {
    const flag = texts.findIndex((text) => /^(?:-[a-z]*c|\/c|-command)$/i.test(text));
    const script = flag > 0 ? texts[flag + 1] : undefined;
    if (script !== undefined) return script;
  }
  return texts.map(quoteWord).join(" ");
}

const WRAPPED = /^\s*(?:\S*\/)?(?:ba|z|da|k)?sh(?:\.exe)?\s+-[a-z]*c\s+(?:'([^']*)'|"((?:[^"\\]|\\.)*)")\s*$/s;

function unwrapText(text: string): string {
  const match = WRAPPED.exec(text);
  if (match === null) return text;
  return match[1] ?? (match[2] ?? "").replace(/\\(["\\$`])/g, "$1");
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}
