import { describe, expect, it } from "vitest";
import { isPrintingProgram } from "./awk.ts";
import { isPrintingScript } from "./sed.ts";

describe("sed scripts", () => {
  it.each([
    "p",
    "1,20p",
    "$p",
    "/a/,/b/p",
    "/a/!d",
    "s/a/b/g",
    "s|a/b|c|2",
    "s/a\\/b/c/",
    "s/[0-9]*/x/",
    "y/abc/xyz/",
    "1d;$d",
    "/a/{s/b/c/;p}",
    "10q",
    "1~2p",
    "/x/,+3p",
    "=",
    "s/a/b/;s/c/d/p",
  ])("that only print: %s", (script) => expect(isPrintingScript(script)).toBe(true));
  it.each([
    "e",
    "1e id",
    "w out",
    "/a/w out",
    "s/a/b/e",
    "s/a/b/w out",
    "s/a/b/gw out",
    "r file",
    "R file",
    "W out",
    "a text",
    "i text",
    "c text",
    "b",
    ":a",
    "t x",
    "s/[/]/w x/;s/a/b/",
    "\\,a,p",
    "{p",
    "p}",
    "F",
    "z",
    "s/a",
    "s a b c",
    "1,2",
    "s/a/b/\nw x",
  ])("that could do more: %s", (script) => expect(isPrintingScript(script)).toBe(false));
});

describe("awk programs", () => {
  it.each([
    "{ print $1 }",
    "NR == 1",
    "$3 > 5 { n++ } END { print n }",
    '{ gsub(/a/, "b"); print }',
    "/a/ || /b/",
    'BEGIN { FS = ":" } { print $2 }',
  ])("that only print: %s", (program) => expect(isPrintingProgram(program)).toBe(true));
  it.each([
    'BEGIN { system("id") }',
    '{ print > "x" }',
    '{ print >> "x" }',
    '{ printf("x") > "y" }',
    '{ print | "sh" }',
    '"id" | getline',
    "@load x",
    '{ close("x") }',
    "BEGIN { ARGV[1] = 2 }",
    "ENVIRON",
    'BEGIN { f = "x"; @f() }',
  ])("that could do more: %s", (program) => expect(isPrintingProgram(program)).toBe(false));
});
