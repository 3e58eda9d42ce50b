/** `sed` with scripts that only print, delete and replace lines on their way through. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { type OptionTable, readOptions } from "./options.ts";
import { excerpt } from "./words.ts";

const OPTIONS: OptionTable = {
  flags: "nErsuz",
  values: { e: "text", l: "text" },
  long: {
    quiet: null,
    silent: null,
    "regexp-extended": null,
    expression: "text",
    separate: null,
    unbuffered: null,
    "null-data": null,
    posix: null,
    sandbox: null,
  },
};

export const sedRule: ProgramRule = (call) => {
  const { options, operands } = readOptions("sed", call.args, OPTIONS);
  const scripts = options.filter(({ name }) => name === "-e" || name === "--expression").map(({ value }) => value);
  const files = scripts.length > 0 ? operands : operands.slice(1);
  if (scripts.length === 0) scripts.push(operands[0]);
  for (const script of scripts) {
    if (script === undefined || script.pattern || !isPrintingScript(script.value)) throw refused(script?.value ?? "");
  }
  for (const file of files) if (file.value !== "-") call.read(file);
  return undefined;
};

function refused(script: string): Error {
  return refuse(
    "SHELL_SCRIPT",
    `The script ${excerpt(script)} of \`sed\` could do more than print: write or read a file, or run a command.`,
    "Use addresses with p, d, q, = and `s/…/…/` with the flags g, p, i and a number; or read the file with `read_file`.",
  );
}

/** Commands `p d q Q = l n N g G h H x P D`, `s` and `y`, with addresses and braces, separated by `;` and line ends. */
export function isPrintingScript(script: string): boolean {
  let at = 0;
  let depth = 0;
  const skip = (pattern: RegExp): string => {
    const found = pattern.exec(script.slice(at))?.[0] ?? "";
    at += found.length;
    return found;
  };
  for (;;) {
    skip(/^[\s;]*/);
    if (at >= script.length) return depth === 0;
    if (script[at] === "}") {
      depth -= 1;
      at += 1;
      if (depth < 0) return false;
      continue;
    }
    for (let addresses = 0; addresses < 2; addresses += 1) {
      const length = addressLength(script.slice(at));
      if (length < 0) return false;
      at += length;
      skip(/^[ \t]*/);
      if (addresses > 0 || length === 0 || script[at] !== ",") break;
      at += 1;
      skip(/^[ \t]*/);
    }
    skip(/^[ \t]*!?[ \t]*/);
    const command = script[at] ?? "";
    at += 1;
    if (command === "{") {
      depth += 1;
      continue;
    }
    if (/^[pd=lnNgGhHxPD]$/.test(command)) {
      // Nothing but the end of the command may follow.
    } else if (command === "q" || command === "Q") {
      skip(/^[ \t]*\d*/);
    } else if (command === "s" || command === "y") {
      const length = replacementLength(script.slice(at));
      if (length < 0) return false;
      at += length;
      if (command === "s") skip(/^[gpiImM\d]*/);
    } else {
      return false;
    }
    if (!/^[ \t]*(?:[;}\n]|$)/.test(script.slice(at))) return false;
  }
}

/** -1 when it cannot be read for certain. */
function addressLength(text: string): number {
  const simple = /^(?:\d+(?:~\d+)?|\$|[+~]\d+)/.exec(text);
  if (simple !== null) return simple[0].length;
  if (text[0] === "\\") return -1;
  if (text[0] !== "/") return 0;
  const end = delimitedEnd(text, 1, "/");
  if (end < 0) return -1;
  return end + (/^[IM]*/.exec(text.slice(end))?.[0].length ?? 0);
}

/** Length of `/a/b/` with any delimiter. */
function replacementLength(text: string): number {
  const delimiter = text[0] ?? "";
  if (!/^[^\w\s\\[\]]$/.test(delimiter)) return -1;
  const middle = delimitedEnd(text, 1, delimiter);
  if (middle < 0) return -1;
  return delimitedEnd(text, middle, delimiter);
}

/** Offset behind the next delimiter that no backslash precedes. Brackets that hold it are read differently by different seds. */
function delimitedEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "\n") return -1;
    else if (text[at] === delimiter) return balanced(text.slice(from, at)) ? at + 1 : -1;
  }
  return -1;
}

function balanced(pattern: string): boolean {
  return !pattern
    .replace(/\\./g, "")
    .replace(/\[\^?\]?[^\]]*\]/g, "")
    .includes("[");
}
