import { describe, expect, it } from "vitest";
import { seededNumbers } from "../base/seeded.test-helper.ts";
import { stress } from "./stress.test-helper.ts";

const SOUND = { lostRevisions: 0, halfWrittenFiles: 0, stuckLocks: 0, reopenFailures: 0, problems: [] };

describe("many processes on one bank", () => {
  it("eight at once: each acknowledged revision is in the ledger, no file is half written", {
    timeout: 300_000,
  }, async () => {
    const report = await stress({ writers: 8, skills: 3, kills: 0, changes: 5, random: seededNumbers("eight") });
    expect(report).toMatchObject({ ...SOUND, acknowledged: 40 });
  });

  it("killed at 15 random instants during writes: nothing acknowledged is lost", { timeout: 300_000 }, async () => {
    const report = await stress({ writers: 3, skills: 2, kills: 15, random: seededNumbers("killed") });
    expect(report).toMatchObject({ ...SOUND, kills: 15 });
  });
});
