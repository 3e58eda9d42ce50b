import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOperationContext, learn, type OperationContext, pending, runOperation } from "../operations/index.ts";
import { type ReviewAnswer, reviewProposals } from "./review-proposals.ts";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";
import type { Terminal } from "./terminal.ts";

let cli: ScratchCommandLine;
let context: OperationContext;
let shown: string;
const terminal: Terminal = {
  out: (text) => {
    shown += text;
  },
  err: (text) => {
    shown += text;
  },
  interactive: true,
  redraws: false,
  columns: 120,
};

beforeEach(() => {
  cli = scratchCommandLine();
  shown = "";
});
afterEach(async () => {
  await context.close();
  cli.remove();
});

const published = (name: string) => join(cli.project, ".agents", "skills", name, "SKILL.md");
const waiting = async () => (await runOperation(pending, context, {})).proposals.map((proposal) => proposal.name);

/** Learns, then answers one question after the other; `editor` is a shell script that gets the file. */
async function review(answers: ReviewAnswer[], editor = "exit 1"): Promise<string[]> {
  const program = join(cli.folder, "editor.sh");
  writeFileSync(program, `#!/bin/sh\n${editor}\n`);
  chmodSync(program, 0o755);
  context = createOperationContext({
    environment: { HOME: cli.folder, AUTOSKILL_USER: "tester", EDITOR: program },
    workingDirectory: cli.project,
  });
  const report = await runOperation(learn, context, { paths: [cli.session], project: cli.project });
  const asked: string[] = [];
  await reviewProposals(context, report.proposals, terminal, async (proposal) => {
    asked.push(proposal.name);
    return answers.shift() ?? "later";
  });
  return asked.map((name) => (name === "commit-conventions" ? "second" : "first"));
}

describe.skipIf(process.platform === "win32")("going through proposals", () => {
  it("publishes what is kept, forgets what is discarded", async () => {
    expect(await review(["discard", "keep"])).toEqual(["first", "second"]);
    expect(existsSync(published("commit-conventions"))).toBe(true);
    expect(await waiting()).toEqual([]);
  });

  it("leaves everything waiting that was not answered", async () => {
    expect(await review([])).toEqual(["first"]);
    expect(await waiting()).toHaveLength(2);
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
  });

  it("keeps nothing when the editor fails, and asks again", async () => {
    expect(await review(["edit"])).toEqual(["first", "first"]);
    expect(shown).toContain("Nothing was kept.");
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
    expect(await waiting()).toHaveLength(2);
  });

  it("publishes nothing when the bank refuses the edit", async () => {
    expect(await review(["edit"], 'echo BROKEN > "$1"')).toEqual(["first", "first"]);
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
    expect(await waiting()).toHaveLength(2);
  });

  it("lets a person correct what the bank refuses, from where they were", async () => {
    const editor = `grep -q BROKEN "$1" && sed -i.old '1d' "$1" || { echo "- By hand." >> "$1"; sed -i.old '1i\\
BROKEN
' "$1"; }`;
    expect(await review(["discard", "edit", "edit"], editor)).toEqual(["first", "second", "second"]);
    expect(shown).toContain("INVALID_SKILL");
    expect(shown.indexOf("(new)")).toBeGreaterThan(shown.indexOf("INVALID_SKILL"));
    const text = readFileSync(published("commit-conventions"), "utf8");
    expect(text).toMatch(/^---\n[\s\S]*\n- By hand\.\n$/);
    expect(await waiting()).toEqual([]);
  });
});
