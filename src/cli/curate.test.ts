import { afterEach, beforeEach, expect, it } from "vitest";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let cli: ScratchCommandLine;
beforeEach(() => {
  cli = scratchCommandLine();
});
afterEach(() => cli.remove());

it("curates, pins, archives and restores what was learned, and says how to take it back", async () => {
  await cli.run("learn", cli.session, "--project", cli.project, "--yes");
  const { document } = await cli.json("list");
  const name: string = document.data.skills[0].name;
  const dry = await cli.json("curate", "--dry-run");
  expect(dry).toMatchObject({ code: 0, document: { ok: true, data: { dryRun: true, firstRun: true } } });
  expect((await cli.run("curate")).out).toContain("Seen for the first time");
  expect((await cli.run("curate")).out).toContain("Nothing to do.");
  expect((await cli.run("pin", name)).out).toContain("pinned: the curator leaves it alone");
  expect((await cli.run("unpin", name)).code).toBe(0);

  const archived = await cli.run("archive", name, "--reason", "not now");
  expect(archived).toMatchObject({ code: 0, out: expect.stringContaining(`autoskill restore ${name}`) });
  expect((await cli.run("archived")).out).toMatch(new RegExp(`${name}.*not now`));
  expect((await cli.run("restore", name)).out).toContain(`${name} is back`);
  expect((await cli.run("archived")).out).toContain("The archive is empty.");
  expect(await cli.json("restore", name)).toMatchObject({
    code: 1,
    document: { ok: false, error: { code: "NOT_ARCHIVED" } },
  });
});

it("records what search finds only with --record", async () => {
  await cli.run("learn", cli.session, "--project", cli.project, "--yes");
  const usage = async () => (await cli.json("usage")).document.data.skills;
  const words = ["search", "commit messages and returns", "--min-score", "0"];
  expect((await cli.json(...words)).document.data.skills.length).toBeGreaterThan(0);
  expect(await usage()).toEqual([]);
  await cli.run(...words, "--record", "--session", "s1", "--host", "codex");
  expect((await usage())[0]).toMatchObject({ retrieved: 1, used: 0, users: [{ user: "tester" }] });
  expect((await cli.run("usage")).out).toMatch(/skill +scope +found +given/);
});
