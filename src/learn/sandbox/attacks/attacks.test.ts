import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Attack, holds, judge } from "./judge.test-helper.ts";
import { runSuite } from "./run-attacks.test-helper.ts";
import { createWorld, skill } from "./world.test-helper.ts";

describe("the judge", () => {
  const verdictOf = async (attempt: Attack["attempt"]) => {
    const world = await createWorld();
    try {
      return (await judge({ group: "self", name: "self", attempt }, world, "off")).escapes.join(" ");
    } finally {
      await world.close();
    }
  };

  it("sees a changed file, a changed mode, a new file and a new link, in the project and beside it", async () => {
    const escapes = await verdictOf(async (_, world) => {
      writeFileSync(join(world.project, "README.md"), "changed");
      writeFileSync(join(world.outside, "new.txt"), "new");
      symlinkSync("x", join(world.person, "link"));
    });
    expect(escapes).toMatch(/README\.md/);
    expect(escapes).toMatch(/new\.txt/);
    expect(escapes).toMatch(/link/);
  });

  it("sees a secret that comes back, and a bad change that is accepted", async () => {
    const told = await verdictOf(async (run, world) => {
      run.outputs.push(`x ${world.canaries[0]} y`);
    });
    expect(told).toContain("came back");
    const accepted = await verdictOf(async (run) => run.offer({ slug: "fresh", text: skill("fresh", ["Fine."]) }));
    expect(accepted).toContain("accepted: fresh");
  });

  it("lets a person change files", async () => {
    const escapes = await verdictOf(async (run, world) => {
      await run.person(() => writeFileSync(join(world.project, "README.md"), "by hand"));
    });
    expect(escapes).toBe("");
  });

  it("recognises a secret in other forms", () => {
    const secret = "canaryenv0123456789abcdef";
    const forms = [
      secret.toUpperCase(),
      [...secret].join(" "),
      [...secret].map((letter) => `| ${letter}`).join("\n"),
      [...secret].reverse().join(""),
      Buffer.from(secret).toString("hex"),
      Buffer.from(`PLAIN=${secret}\n`).toString("base64"),
    ];
    for (const form of forms) expect(holds(`before ${form} after`, secret)).toBe(true);
    expect(holds("canary env", secret)).toBe(false);
  });
});

it("no attack gets through, and every honest use works", { timeout: 900_000 }, async () => {
  const { verdicts, blocked, connections, legitimate, bubblewrap } = await runSuite();
  if (!bubblewrap) console.warn("bubblewrap does not work here: the attacks on it were left out");
  const escaped = verdicts.filter(({ escapes }) => escapes.length > 0);
  expect(escaped.map(({ shell, group, name, escapes }) => ({ shell, group, name, escapes }))).toEqual([]);
  expect(verdicts.flatMap(({ userFilesChanged }) => userFilesChanged)).toEqual([]);
  expect(blocked).toEqual([]);
  expect(connections).toBe(0);
  expect(verdicts.length - legitimate).toBeGreaterThan(600);
  expect(legitimate).toBeGreaterThan(40);
});
