/** `evolve` on the command line: from a skill that `learn` published to a proposal, in text and in JSON. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeTranscript } from "../operations/review/review.test-helper.ts";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let line: ScratchCommandLine;
let name: string;
beforeEach(async () => {
  line = scratchCommandLine();
  await line.run("learn", line.session, "--project", line.project, "--yes");
  const { document } = await line.json("list");
  name = document.data.skills[0].name;
});
afterEach(() => line.remove());

const SAID = "From now on, always run `pnpm typecheck` in strict mode before a release.";

const session = (id: string, said: string): string =>
  writeTranscript(line.folder, line.project, id, [
    { person: "Add a column." },
    { command: "pnpm typecheck" },
    { person: said },
    { command: "git status" },
  ]);

test("shows what it would propose, proposes it, and counts the sessions", async () => {
  const sessions = [session("one", SAID), session("two", SAID)];
  const dry = await line.run("evolve", name, "--sessions", ...sessions, "--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.out).toContain(`${name}: 2 sessions looked at (without a model)`);
  expect(dry.out).toContain("A dry run: nothing is proposed.");
  expect((await line.json("pending")).document.data.proposals).toEqual([]);

  const { code, document } = await line.json("evolve", name, "--sessions", ...sessions);
  expect(code).toBe(0);
  expect(document.data.accepted).toMatchObject([{ support: { sessions: 2, said: 2 } }]);
  expect((await line.json("pending")).document.data.proposals).toMatchObject([{ name, proposer: "evolver" }]);
});

test("says that there is nothing to change", async () => {
  const { code, out } = await line.run("evolve", name, "--sessions", session("one", "Thanks."));
  expect([code, out]).toEqual([0, expect.stringContaining("Nothing to change.")]);
});

test("refuses a wrong number, a skill that is not there, and a run without sessions", async () => {
  const path = session("one", SAID);
  expect((await line.run("evolve", name, "--sessions", path, "--parallel", "many")).code).toBe(2);
  expect((await line.run("evolve", name)).code).toBe(2);
  const { code, document } = await line.json("evolve", "no-such-skill", "--sessions", path);
  expect([code, document.error.code]).toEqual([1, "SKILL_NOT_FOUND"]);
});
