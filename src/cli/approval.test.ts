import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let cli: ScratchCommandLine;
beforeEach(() => {
  cli = scratchCommandLine();
});
afterEach(() => cli.remove());

describe("deciding at the command line", () => {
  it("shows all that waits, or one proposal whole with diff, evidence and findings", async () => {
    await cli.run("learn", cli.session, "--project", cli.project);
    expect((await cli.run("pending")).out).toContain("See one: autoskill pending NAME");
    const one = await cli.run("pending", "commit-conventions", "--list");
    expect(one.out).toMatch(/\+name: "commit-conventions"[\s\S]*Evidence[\s\S]*you said \(turn \d+\)[\s\S]*Check/);
    const { document } = await cli.json("pending", "commit-conventions");
    expect(document.data.proposals.map(({ name }: { name: string }) => name)).toEqual(["commit-conventions"]);
    expect((await cli.json("pending", "nothing-here")).document.error.code).toBe("PROPOSAL_NOT_FOUND");
  });

  it("tells the second one who decided, with exit 1", async () => {
    const learned = await cli.json("learn", cli.session, "--project", cli.project);
    const id = learned.document.data.proposals[0].id;
    expect((await cli.run("reject", id)).out).toContain("it will not be proposed again.");
    const late = await cli.json("approve", id);
    expect(late.code).toBe(1);
    expect(late.document.data).toMatchObject({ published: [], failed: [{ id, error: { code: "PROPOSAL_DECIDED" } }] });
    expect((await cli.run("reject", id)).out).toMatch(/was rejected already by tester \(process \d+\)/);
  });

  it("turns an idea down for good: in no project is it proposed again", async () => {
    await cli.run("learn", cli.session, "--project", cli.project);
    expect((await cli.run("reject", "--all", "--never")).out).toContain("not be proposed again, in any project.");
    const again = await cli.json("learn", cli.session, "--user", "--again");
    expect(again.document.data.proposals).toEqual([]);
  });

  it("waits and says so where a project asks for the team's review, and a person can still decide", async () => {
    expect((await cli.run("config", "set", "approval", "review", "--project", cli.project)).code).toBe(0);
    const learned = await cli.run("learn", cli.session, "--project", cli.project);
    expect(learned.out).toContain("This project asks for the team's review");
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
    expect((await cli.json("approve", "--all")).document.data.failed).toEqual([]);
  });
});

describe("eval merge", () => {
  it("gives precision, recall, F1 and the confusion of `same`, and tells each mistake", async () => {
    const pairs = join(cli.folder, "pairs.jsonl");
    const skill = (name: string, description: string) => ({ name, description });
    const notes = skill("Release notes writer", "Writes release notes from merged pull requests.");
    const lines = [
      {
        id: 1,
        label: "same",
        a: notes,
        b: skill("Release notes generator", "Generates release notes from pull requests."),
      },
      { id: 2, label: "same", a: notes, b: skill("Sourdough guide", "Explains how to bake bread in an iron pot.") },
    ];
    writeFileSync(pairs, lines.map((line) => JSON.stringify(line)).join("\n"));
    const { document } = await cli.json("eval", "merge", "--pairs", pairs);
    expect(document.data).toMatchObject({
      precision: 1,
      recall: 0.5,
      f1: 0.667,
      confusion: { truePositives: 1, falsePositives: 0, falseNegatives: 1, trueNegatives: 0 },
    });
    expect((await cli.run("eval", "merge", "--pairs", pairs)).out).toContain(
      "2: same to the reader, distinct to the judge",
    );
  });
});
