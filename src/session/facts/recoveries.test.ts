import { describe, expect, it } from "vitest";
import { call, edits, factsOf, runs } from "./facts.test-helper.ts";

const kinds = (steps: Parameters<typeof factsOf>[0]) => factsOf(steps).recoveries.map((recovery) => recovery.kind);

describe("a recovery", () => {
  it("is a failure and the later success of the same kind, with what changed between", () => {
    const facts = factsOf([runs("npm test", 1, "Error: no database"), edits("db.ts"), runs("ls"), runs("npm test")]);
    expect(facts.recoveries).toEqual([
      { kind: "npm test", failed: 0, succeeded: 3, between: [1], commandChanged: false, earlier: [] },
    ]);
    expect(facts.toolCalls[0]).toMatchObject({ failureCause: "ordinary", errorExcerpt: "Error: no database" });
  });

  it("says that the command changed, and looks through wrappers", () => {
    const facts = factsOf([runs("pytest -q", 127, "pytest: command not found"), runs("cd api && uv run pytest -q")]);
    expect(facts.recoveries).toMatchObject([{ kind: "pytest", commandChanged: true, between: [] }]);
  });

  it("pairs the last failure of a streak and lists the earlier ones", () => {
    const facts = factsOf([
      runs("cargo test", 101),
      edits("a.rs"),
      runs("cargo test", 101),
      edits("b.rs"),
      runs("cargo test"),
    ]);
    expect(facts.recoveries).toMatchObject([{ failed: 2, succeeded: 4, between: [3], earlier: [0] }]);
  });

  it("sees a failed push and the push that set the upstream", () => {
    expect(kinds([runs("git push", 128, "fatal: no upstream"), runs("git push -u origin topic")])).toEqual([
      "git push",
    ]);
  });

  it("takes another package manager for the same job", () => {
    expect(kinds([runs("npm test", 1), runs("pnpm test")])).toEqual(["pnpm test"]);
  });

  it("sees a check that failed behind a pipe", () => {
    expect(
      kinds([runs("npm test | tail", 0, "Tests  2 failed | 1 passed (3)"), edits("a.ts"), runs("npm test")]),
    ).toEqual(["npm test"]);
  });
});

describe("no recovery", () => {
  it("when the same command passed with nothing changed between", () => {
    expect(kinds([runs("npm test", 1), runs("cat a.ts"), runs("npm test")])).toEqual([]);
  });

  it("for looking around", () => {
    expect(kinds([runs("grep -r foo src", 1), edits("a.ts"), runs("grep -r bar src")])).toEqual([]);
    expect(kinds([runs("ls missing", 2), edits("a.ts"), runs("ls src")])).toEqual([]);
    expect(kinds([call("Read", { file_path: "x" }, { status: "error" }), call("Read", { file_path: "x" })])).toEqual(
      [],
    );
  });

  it("for what was refused, cancelled, timed out, or healed by itself", () => {
    const again = [edits("a.ts"), runs("npm install")];
    expect(
      kinds([
        call(
          "Bash",
          { command: "npm install" },
          { status: "error", text: "The user doesn't want to proceed with this tool use." },
        ),
        ...again,
      ]),
    ).toEqual([]);
    expect(kinds([call("Bash", { command: "npm install" }, { status: "cancelled" }), ...again])).toEqual([]);
    expect(kinds([runs("npm install", 124, ""), ...again])).toEqual([]);
    expect(kinds([runs("npm install", 1, "npm ERR! network read ECONNRESET"), ...again])).toEqual([]);
  });

  it("for an edit that only missed its text", () => {
    const missed = call(
      "Edit",
      { file_path: "a.ts" },
      { status: "error", text: "String to replace not found in file." },
    );
    expect(kinds([missed, edits("a.ts")])).toEqual([]);
  });

  it("between different scripts or addresses of one program", () => {
    expect(kinds([runs("python a.py", 1), edits("x"), runs("python b.py")])).toEqual([]);
    expect(kinds([runs("curl https://a.example/x", 7), edits("x"), runs("curl https://b.example/y -H z")])).toEqual([]);
    expect(kinds([runs("python -c 'import a'", 1), runs("python -c 'print(1)'")])).toEqual([]);
  });

  it("when only a part of the failed chain worked later", () => {
    expect(kinds([runs("npm run build && npm test", 1), edits("a"), runs("npm run build")])).toEqual([]);
  });

  it("when the success is far away", () => {
    const between = Array.from({ length: 60 }, (_, index) => edits(`f${index}.ts`));
    expect(kinds([runs("git commit -m a", 1), ...between, runs("git commit -m b")])).toEqual([]);
  });
});
