import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseShell } from "./analyse.ts";
import { commandLineOf } from "./command-line.ts";

describe("kinds of command", () => {
  it.each([
    ["npm test", ["npm test"]],
    ["npm run test -- --watch=false", ["npm test"]],
    ["npm run build", ["npm run build"]],
    ["cd app && FOO=1 npx vitest run", ["vitest"]],
    ["sudo -u www timeout 60 env A=b pytest -q", ["pytest"]],
    ["python3 -m pytest tests", ["pytest"]],
    ["uv run --with x python tools/seed.py", ["python script"]],
    ["poetry run alembic upgrade head", ["alembic upgrade"]],
    ["git -C sub commit -m 'a && b'", ["git commit"]],
    ["docker-compose -f x.yml up -d", ["docker compose up"]],
    ["gh pr create --fill", ["gh pr create"]],
    ["bash -lc 'cargo test && cargo clippy'", ["cargo test", "cargo clippy"]],
    ["if ! cargo build; then make clean; fi", ["cargo build", "make clean"]],
    ["./gradlew test", ["gradle test"]],
    ["node --test", ["node --test"]],
    ["pnpm --filter web exec tsc --noEmit", ["tsc"]],
  ])("%s", (command, kinds) => {
    expect(analyseShell(command).kinds).toEqual(kinds);
  });
});

describe("what the exit code speaks for", () => {
  const deciding = (command: string) => analyseShell(command).deciding.map((use) => use.kind);

  it("is every part of an && chain", () => {
    expect(deciding("npm run build && npm test")).toEqual(["npm run build", "npm test"]);
  });

  it("is the end of a pipe, unless pipefail is set", () => {
    expect(deciding("npm test | tail -3")).toEqual(["tail"]);
    expect(deciding("set -o pipefail; npm test | tail -3")).toEqual(["npm test", "tail"]);
  });

  it("is the last of a list, unless errexit is set", () => {
    expect(deciding("npm test; echo done")).toEqual(["echo"]);
    expect(deciding("set -e\nnpm test\necho done")).toContain("npm test");
  });

  it("is nothing that || or & or ! takes the code from", () => {
    expect(deciding("npm test || true")).toEqual([]);
    expect(deciding("npm start &")).toEqual([]);
    expect(deciding("! npm test")).toEqual([]);
  });
});

describe("files written by a command", () => {
  const writes = (command: string) => analyseShell(command).writes.filter((write) => write.how !== "remove");

  it.each([
    ["echo a > x.txt; echo b >> y.txt", ["x.txt", "y.txt"]],
    ["npm test > /dev/null 2>&1", []],
    ["echo a | tee -a log.txt", ["log.txt"]],
    ["cp a.md docs/", ["docs/a.md"]],
    ["cp -t out a b", ["out/a", "out/b"]],
    ["mv a.ts src/b.ts", ["src/b.ts"]],
    ["install -m 644 a /etc/b", ["/etc/b"]],
    ["sed -i '' -e 's/a/b/' f.ts g.ts", ["f.ts", "g.ts"]],
    ["sed -n 1,5p f.ts", []],
    ["perl -pi -e 's/a/b/' f.ts", ["f.ts"]],
    ["dd if=a of=b.img", ["b.img"]],
    ["truncate -s 0 log", ["log"]],
    ["git apply <<'EOF'\n--- a/x.ts\n+++ b/x.ts\n@@\nEOF", ["x.ts"]],
    ["patch -p1 <<'EOF'\n+++ b/y.ts\nEOF", ["y.ts"]],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: z.ts\n*** End Patch\nEOF", ["z.ts"]],
    ["cd pkg && (cd sub; touch a) && touch b", ["pkg/sub/a", "pkg/b"]],
    ["Set-Content -Path C:\\w\\a.txt -Value x", ["C:\\w\\a.txt"]],
  ])("%s", (command, paths) => {
    expect(writes(command).map((write) => write.path)).toEqual(paths);
  });
});

describe("the command line of a call", () => {
  it("is found in every host's shape", () => {
    expect(commandLineOf({ command: "ls -la" })).toBe("ls -la");
    expect(commandLineOf({ command: ["/bin/bash", "-lc", "ls | wc"] })).toBe("ls | wc");
    expect(commandLineOf({ command: ["echo", "a b"] })).toBe("echo 'a b'");
    expect(commandLineOf({ command: 'bash -lc "echo \\"hi\\""' })).toBe('echo "hi"');
    expect(commandLineOf({ command: ["powershell.exe", "-Command", "Get-Item x"] })).toBe("Get-Item x");
    expect(commandLineOf({ other: 1 })).toBeUndefined();
  });
});

it("never throws and always answers the same, whatever the text", () => {
  const pieces = fc.constantFrom(
    "npm test",
    "&&",
    "|",
    ">",
    "<<EOF",
    "$(",
    ")",
    "'",
    '"',
    "`",
    "\n",
    "{",
    "}",
    "if",
    "fi",
    "a=b",
    "cd x",
    "\\",
    ";",
    "\u0000",
    "é",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((parts) => parts.join(" ")),
      ),
      (text) => {
        const first = analyseShell(text);
        expect(analyseShell(text)).toEqual(first);
        for (const use of first.deciding) expect(typeof use.kind).toBe("string");
      },
    ),
  );
});
