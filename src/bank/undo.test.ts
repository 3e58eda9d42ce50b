import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seededNumbers } from "../base/seeded.test-helper.ts";
import { listLedger } from "../store/index.ts";
import { openTestBank, skillText, type TestBank } from "./bank.test-helper.ts";
import { runHistory } from "./random-history.test-helper.ts";

let test: TestBank;
beforeEach(async () => {
  test = await openTestBank();
});
afterEach(() => test.close());

const slug = "release-package";
const skillFile = () => join(test.project, ".agents/skills", slug, "SKILL.md");
const entries = async () => (await listLedger(test.store)).map(({ id, action }) => ({ id, action }));
const last = async () => (await listLedger(test.store)).at(-1)?.id ?? 0;

async function publish(rules: string[]): Promise<void> {
  const current = await test.bank.read("project", slug);
  await test.bank.publish({
    scope: "project",
    slug,
    files: [{ path: "SKILL.md", content: skillText(slug, rules) }],
    expect: current === undefined ? { kind: "create" } : { kind: "update", baseHash: current.hash },
    actor: "distiller",
    reason: "test",
  });
}

describe("undoing an entry of the ledger", () => {
  it("takes an update back, byte for byte, and can be undone itself", async () => {
    await publish(["One."]);
    const first = readFileSync(skillFile());
    await publish(["One.", "Two."]);
    const second = readFileSync(skillFile());
    await test.bank.undo(await last());
    expect(readFileSync(skillFile())).toEqual(first);
    await test.bank.undo(await last());
    expect(readFileSync(skillFile())).toEqual(second);
    expect((await entries()).map(({ action }) => action)).toEqual(["create", "update", "undo", "undo"]);
  });

  it("takes a creation and a removal back", async () => {
    await publish(["One."]);
    const bytes = readFileSync(skillFile());
    await test.bank.undo(await last());
    expect(await test.bank.ownership("project", slug)).toBe("missing");
    await test.bank.undo(await last());
    expect(readFileSync(skillFile())).toEqual(bytes);
    await test.bank.remove("project", slug);
    await test.bank.undo(await last());
    expect(readFileSync(skillFile())).toEqual(bytes);
  });

  it("is refused when something came after it, and changes nothing then", async () => {
    await publish(["One."]);
    const created = await last();
    await publish(["One.", "Two."]);
    await expect(test.bank.undo(created)).rejects.toMatchObject({
      code: "UNDO_CONFLICT",
      next: expect.stringContaining("rollback"),
    });
    appendFileSync(skillFile(), "- By hand.\n");
    const byHand = readFileSync(skillFile());
    const updated = (await entries()).find(({ action }) => action === "update")?.id ?? 0;
    await expect(test.bank.undo(updated)).rejects.toMatchObject({ code: "UNDO_CONFLICT" });
    expect(readFileSync(skillFile())).toEqual(byHand);
  });

  it("says so for an entry that is not there or changed no files", async () => {
    await expect(test.bank.undo(7)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await publish(["One."]);
    await test.bank.adopt("project", slug);
    for (const { id, action } of await entries()) {
      if (action === "adopt") await expect(test.bank.undo(id)).rejects.toMatchObject({ code: "UNDO_IMPOSSIBLE" });
    }
  });

  it("writes down what was there before and after, and how much it rests on", async () => {
    await publish(["One."]);
    await publish(["One.", "Two."]);
    const [created, updated] = await listLedger(test.store);
    expect(created?.detail).toMatchObject({ before: null, revision: 1, evidence: 0 });
    expect(updated?.detail).toMatchObject({ before: created?.detail.after, revision: 2 });
  });
});

describe("whatever happened before", () => {
  it("rollback and undo bring files back byte for byte, or refuse and change nothing", async () => {
    const random = seededNumbers("undo");
    const seen = { steps: 0, undos: 0, refused: 0, rollbacks: 0 };
    // However the numbers fall, it goes on until there was enough of each.
    while (Object.values(seen).some((count) => count < 3) || seen.steps < 60) {
      const fresh = await openTestBank();
      try {
        const report = await runHistory(fresh, random, 12);
        expect(report.mismatches).toEqual([]);
        for (const kind of ["steps", "undos", "refused", "rollbacks"] as const) seen[kind] += report[kind];
      } finally {
        await fresh.close();
      }
    }
  });
});
