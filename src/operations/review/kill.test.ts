import { expect, it } from "vitest";
import { seededNumbers } from "../../base/seeded.test-helper.ts";
import { killReviews } from "./kill.test-helper.ts";

it("never leaves a skill half-written when its process is killed, and takes every review up again", async () => {
  const report = await killReviews({ kills: 3, random: seededNumbers("kills") });
  expect(report).toMatchObject({ kills: 3, halfWritten: 0, problems: [] });
  expect(report.done).toBe(report.sessions);
  expect(report.attempts).toBeGreaterThanOrEqual(report.sessions);
}, 240_000);
