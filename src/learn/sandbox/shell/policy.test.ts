// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts for a shell
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { isReadOnlyCommand } from "./policy.ts";
import { PROGRAMS } from "./programs.ts";

const root = "/work/project";
const verdict = (text: string) => isReadOnlyCommand(text, { root });
const script = (text: string): string => {
  const found = verdict(text);
  return found.ok ? found.script.replaceAll(/'-c' '[a-zA-Z0-9.]+=[^']*' /g, "") : `${found.code}: ${found.why}`;
};
const code = (text: string): string => {
  const found = verdict(text);
  return found.ok ? "allowed" : found.code;
};

describe("what runs is printed from the checked tree", () => {
  it.each([
    ["ls -la", "'ls' '-la'"],
    ['grep -rn "foo\\.bar" src | head -5', "'grep' '-rn' 'foo\\.bar' 'src' | 'head' '-5'"],
    ["cat 'it'\"'\"'s'", "'cat' 'it'\\''s'"],
    ["cat ./*.md 2>/dev/null", "'cat' './'*'.md' 2>'/dev/null'"],
    ["cd src && ls; pwd", "cd 'src' && 'ls'; 'pwd'"],
    ["bash -c 'ls | wc -l'", "( 'ls' | 'wc' '-l' )"],
    ["diff <(sort a) <(sort b)", "'diff' <( 'sort' 'a' ) <( 'sort' 'b' )"],
    ["ls |& cat", "'ls' 2>&1 | 'cat'"],
    [`cat ${root}/a.txt`, `'cat' '${root}/a.txt'`],
    ["git diff HEAD~1", "'git' '--no-pager' 'diff' '--no-ext-diff' '--no-textconv' 'HEAD~1'"],
    ["git show HEAD@{1}:src/a.ts", "'git' '--no-pager' 'show' '--no-ext-diff' '--no-textconv' 'HEAD@{1}:src/a.ts'"],
  ])("%s", (text, expected) => expect(script(text)).toBe(expected));

  it("so only known programs can run, whatever the text", () => {
    const words = fc.constantFrom(
      ...[
        "ls",
        "cat",
        "rm",
        "touch",
        "git",
        "log",
        "find",
        ".",
        "-delete",
        "-exec",
        "src",
        "$x",
        "`id`",
        "$(id)",
        "'a b'",
      ],
      ...[
        "|",
        "||",
        "&&",
        ";",
        "\n",
        ">",
        "<",
        "<(",
        ")",
        "(",
        "{",
        "}",
        "\\",
        '"',
        "'",
        "~",
        "*",
        "./*",
        "bash",
        "-c",
        "#",
      ],
    );
    const texts = fc.oneof(
      fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
      fc.string(),
      fc.array(words).map((list) => list.join("")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = verdict(text);
        if (!found.ok) {
          expect(found.why).not.toBe("");
          expect(found.instead).not.toBe("");
          return;
        }
        const names: string[] = [];
        const again = parse(found.script);
        expect(again.errors ?? []).toEqual([]);
        JSON.stringify(again, (_, node: unknown) => {
          if (
            typeof node === "object" &&
            node !== null &&
            "type" in node &&
            node.type === "Command" &&
            "name" in node
          ) {
            names.push((node.name as { value: string }).value);
          }
          return node;
        });
        for (const name of names) expect(name === "cd" || PROGRAMS.has(name)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("and what may run, may run as it was printed", () => {
    for (const text of [
      "ls -la | head",
      "cat 'a b' ./*.c",
      "find . -name '*.ts' \\( -size +1k \\)",
      "sed -n '1,5p' a",
    ]) {
      expect(code(script(text))).toBe("SHELL_PROGRAM_NAME");
      expect(script(script(text).replaceAll(/(^|[|;(] )'([a-z]+)'/g, "$1$2"))).toBe(script(text));
    }
  });
});

describe("a refusal has a reason of its own", () => {
  it.each([
    ["rm -rf src", "SHELL_CHANGES"],
    ["find . -delete", "SHELL_CHANGES"],
    ["find . -exec cat {} +", "SHELL_RUNS_CODE"],
    ["curl https://example.org", "SHELL_NETWORK"],
    ["env", "SHELL_ENVIRONMENT"],
    ["npm test", "SHELL_RUNS_CODE"],
    ["less a", "SHELL_INTERACTIVE"],
    ["base64 a", "SHELL_DISGUISE"],
    ["frobnicate", "SHELL_UNKNOWN"],
    ["./ls", "SHELL_PROGRAM_PATH"],
    ["'ls'", "SHELL_PROGRAM_NAME"],
    ["X=1 ls", "SHELL_ASSIGNMENT"],
    ["cat $HOME", "SHELL_EXPANSION"],
    ["cat {a,b}", "SHELL_BRACES"],
    ["cat *", "SHELL_PATTERN"],
    ["echo a > b", "SHELL_REDIRECTION"],
    ["cat <<< a", "SHELL_REDIRECTION"],
    ["ls & ls", "SHELL_BACKGROUND"],
    ["for a in b; do ls; done", "SHELL_COMPOUND"],
    ["ls() { rm a; }", "SHELL_FUNCTION"],
    ["ls \\\n -la", "SHELL_CONTINUATION"],
    ["ls\u00a0-la", "SHELL_CHARACTERS"],
    ["ls 'a", "SHELL_SYNTAX"],
    ["", "SHELL_EMPTY"],
    ["ls -la --hyperlink", "SHELL_OPTION"],
    ["uniq a b", "SHELL_OPERAND"],
    ["sed 's/a/b/e' c", "SHELL_SCRIPT"],
    ["ls | xargs rm", "SHELL_XARGS"],
    ["cat .env", "PROTECTED"],
    ["git show HEAD:.env", "PROTECTED"],
    ["cat ../a", "OUTSIDE_PROJECT"],
    ["cat /etc/passwd", "OUTSIDE_PROJECT"],
    ["cat ~/a", "OUTSIDE_PROJECT"],
    ["git show HEAD:a | cut -c1", "SHELL_DISGUISE"],
    ["ls $(rm a)", "SHELL_CHANGES"],
  ])("%s", (text, expected) => expect(code(text)).toBe(expected));

  it("and without a root no absolute path is known", () => {
    expect(isReadOnlyCommand(`cat ${root}/a`).ok).toBe(false);
    expect(isReadOnlyCommand("cat a").ok).toBe(true);
  });
});
