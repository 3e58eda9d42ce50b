/**
 * Words of a shell command as the values that the program will get. Whatever the shell would still compute (variables,
 * substitutions, braces, home folders) is refused, so a value that was checked is the value that is used; patterns of
 * file names are let through where what they match cannot be taken for an option.
 */
import type { Word } from "unbash";
import { refuse } from "../refusal.ts";

export interface Argument {
  /** Without quotes. Of a pattern, its text. */
  value: string;
  /** Holds `*`, `?` or `[…]` that the shell expands. */
  pattern: boolean;
  /** The word for the script that runs: every other character quoted. */
  script: string;
}

interface Piece {
  text: string;
  glob: boolean;
}

/** @throws AutoskillError */
export function readWord(word: Word): Argument {
  const pieces = piecesOf(word.text);
  const value = pieces.map((piece) => piece.text).join("");
  if (value !== word.value) {
    throw refuse(
      "SHELL_UNCLEAR",
      `The word ${excerpt(word.text)} can be read in more than one way.`,
      "Write it in single quotes.",
    );
  }
  const pattern = pieces.some((piece) => piece.glob);
  if (pattern && (pieces[0]?.glob === true || value.startsWith("-"))) {
    throw refuse(
      "SHELL_PATTERN",
      `What ${excerpt(word.text)} matches could begin with \`-\` and pass for an option.`,
      `Write \`./${excerptPlain(word.text)}\`, or quote it if the program itself shall match it.`,
    );
  }
  const script = pieces.map((piece) => (piece.glob ? piece.text : singleQuoted(piece.text))).join("");
  return { value, pattern, script: script === "" ? "''" : script };
}

export function singleQuoted(text: string): string {
  return text === "" ? "" : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The value of a word that stands for itself, as an argument. */
export function plainArgument(value: string): Argument {
  return { value, pattern: false, script: singleQuoted(value) || "''" };
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: string, glob = false): void => {
    const last = pieces.at(-1);
    if (last !== undefined && last.glob === glob) last.text += piece;
    else pieces.push({ text: piece, glob });
  };
  let at = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) throw unclear(text);
      add(text.slice(at + 1, end));
      at = end + 1;
    } else if (character === '"') {
      at = readDoubleQuoted(text, at + 1, add);
    } else if (character === "\\") {
      const escaped = text[at + 1];
      if (escaped === undefined || !/^[!-/:-@[-`{-~ ]$/.test(escaped)) {
        throw refuse(
          "SHELL_ESCAPE",
          `${excerpt(text)} holds a backslash before a letter, a digit or a line's end.`,
          WRITE_PLAINLY,
        );
      }
      add(escaped);
      at += 2;
    } else if (character === "[") {
      const bracket = /^\[[!^]?[A-Za-z0-9_.-]+\]/.exec(text.slice(at))?.[0];
      if (bracket === undefined) throw unclear(text);
      add(bracket, true);
      at += bracket.length;
    } else {
      refuseUnquoted(text, at);
      add(character, character === "*" || character === "?");
      at += 1;
    }
  }
  return pieces;
}

const WRITE_PLAINLY =
  "Write the words out as the program shall get them, in single quotes where they hold special characters.";

function refuseUnquoted(text: string, at: number): void {
  const character = text[at] as string;
  if (character === "$" || character === "`") throw expansion(text);
  if (character === "{" || character === "}") {
    // `{}` stands for itself, as in `find -exec`.
    if (text.startsWith("{}", at) || (character === "}" && text[at - 1] === "{")) return;
    const braces = /@\{[\w.-]+\}$/.exec(text.slice(0, text.indexOf("}", at) + 1));
    if (braces !== null && !text.includes(",")) return;
    throw refuse(
      "SHELL_BRACES",
      `${excerpt(text)} holds braces, which the shell turns into other words.`,
      WRITE_PLAINLY,
    );
  }
  if (character === "~" && (at === 0 || text[at - 1] === "=" || text[at - 1] === ":")) {
    throw refuse(
      "OUTSIDE_PROJECT",
      `${excerpt(text)} names a home folder, which is not part of the project.`,
      "Stay inside of the project; no spelling leads out of it.",
    );
  }
  if (/[()<>|&;\n\r]/.test(character)) throw unclear(text);
}

/** @returns the offset behind the closing quote */
function readDoubleQuoted(text: string, from: number, add: (piece: string) => void): number {
  let at = from;
  while (at < text.length) {
    const character = text[at] as string;
    const next = text[at + 1] ?? "";
    if (character === '"') {
      if (at === from) add("");
      return at + 1;
    }
    if (character === "\\") {
      if (next === "\n" || next === "") throw unclear(text);
      add(/["\\$`]/.test(next) ? next : `\\${next}`);
      at += 2;
    } else if (character === "`") {
      throw expansion(text);
    } else if (character === "$" && /[A-Za-z0-9_{([$!@*#?'-]/.test(next)) {
      throw expansion(text);
    } else {
      add(character);
      at += 1;
    }
  }
  throw unclear(text);
}

function expansion(text: string): Error {
  return refuse(
    "SHELL_EXPANSION",
    `${excerpt(text)} is filled in by the shell when it runs, so it cannot be checked before.`,
    "Run the inner command on its own first, or write the value out; variables of the environment are not shown here.",
  );
}

function unclear(text: string): Error {
  return refuse("SHELL_UNCLEAR", `The word ${excerpt(text)} cannot be read for certain.`, "Write it in single quotes.");
}

export function excerpt(text: string): string {
  return `\`${excerptPlain(text)}\``;
}

function excerptPlain(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
  return clean.length > 80 ? `${clean.slice(0, 80)}…` : clean;
}
