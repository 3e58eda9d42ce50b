import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  approve,
  createOperationContext,
  learn,
  type OperationContext,
  pending,
  reject,
  runOperation,
} from "../operations/index.ts";
import { type ReviewAnswer, reviewChoices, reviewProposals } from "./review-proposals.ts";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";
import type { Terminal } from "./terminal.ts";

let cli: ScratchCommandLine;
let context: OperationContext;
let shown: string;
let offered: string[];
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
  offered = [];
});
afterEach(async () => {
  await context.close();
  cli.remove();
});

const published = (name: string) => join(cli.project, ".agents", "skills", name, "SKILL.md");
const waiting = async () => (await runOperation(pending, context, {})).proposals.map((proposal) => proposal.name);

/**
 * Learns, then answers one question after the other; `editor` is a shell script that gets the file, `meanwhile` happens
 * while the first question is open.
 */
async function review(
  answers: ReviewAnswer[],
  editor = "exit 1",
  meanwhile: (ids: string[]) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const program = join(cli.folder, "editor.sh");
  writeFileSync(program, `#!/bin/sh\n${editor}\n`);
  chmodSync(program, 0o755);
  context = createOperationContext({
    environment: { HOME: cli.folder, AUTOSKILL_USER: "tester", EDITOR: program },
    workingDirectory: cli.project,
  });
  const report = await runOperation(learn, context, { paths: [cli.session], project: cli.project });
  const asked: string[] = [];
  await reviewProposals(context, report.proposals, terminal, async (proposal, position, choices) => {
    if (asked.length === 0) await meanwhile(report.proposals.map(({ id }) => id));
    asked.push(proposal.name);
    offered.push(`${position}: ${choices.map(({ key }) => key).join("")}`);
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

  it("offers a key for each answer, and answers for all only where more than one is left", async () => {
    await review(["keep", "keep"]);
    expect(offered).toEqual(["1 of 2: kednaxl", "2 of 2: kednl"]);
    expect(reviewChoices(1).map(({ answer }) => answer)).not.toContain("keep_all");
    expect(await waiting()).toEqual([]);
  });

  it("keeps or discards all that is left in one go, and asks no more", async () => {
    expect(await review(["keep_all"])).toEqual(["first"]);
    expect(existsSync(published("commit-conventions"))).toBe(true);
    expect(await waiting()).toEqual([]);
  });

  it("discards all that is left in one go", async () => {
    expect(await review(["discard_all"])).toEqual(["first"]);
    expect(await waiting()).toEqual([]);
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
  });

  it("has nothing to ask where nothing waits", async () => {
    await review(["discard_all"]);
    offered = [];
    await reviewProposals(context, [], terminal, async () => "keep");
    expect(offered).toEqual([]);
  });

  it("takes an editor that changed nothing, or emptied the file, for no answer", async () => {
    expect(await review(["edit", "discard_all"], "exit 0")).toEqual(["first", "first"]);
    expect(shown).toContain("You changed nothing.");
    await context.close();
    cli.remove();
    cli = scratchCommandLine();
    expect(await review(["edit"], ': > "$1"')).toEqual(["first", "first"]);
    expect(shown).toContain("The file was empty");
    expect(await waiting()).toHaveLength(2);
  });

  it("tells who decided at another terminal, and goes on", async () => {
    const elsewhere = createOperationContext({
      environment: { HOME: cli.folder, AUTOSKILL_USER: "colleague" },
      workingDirectory: cli.project,
    });
    const asked = await review(["keep", "keep"], "exit 1", async ([first, second]) => {
      await runOperation(reject, elsewhere, { ids: [first] });
      await runOperation(approve, elsewhere, { ids: [second] });
    });
    await elsewhere.close();
    expect(asked).toEqual(["first"]);
    expect(shown).toMatch(/was rejected already by colleague \(process \d+\)/);
    expect(shown).toMatch(/was published already by colleague/);
  });

  it("publishes only what was shown: what a later session added is shown first", async () => {
    const asked = await review(["keep", "keep", "keep"], "exit 1", async () => {
      const other = join(cli.folder, "other.jsonl");
      const text = readFileSync(cli.session, "utf8")
        .replaceAll("6f1d2c34-5a6b-4c7d-8e9f-0a1b2c3d4e5f", "other")
        .replaceAll(/"(uuid|parentUuid)":"/g, '"$1":"other-')
        .replaceAll("pnpm migrate", "pnpm migrate:latest");
      writeFileSync(other, text);
      await runOperation(learn, context, { paths: [other], project: cli.project });
    });
    expect(shown).toContain("PROPOSAL_CHANGED");
    expect(asked).toEqual(["first", "first", "second"]);
    expect(await waiting()).toEqual([]);
  });
});
