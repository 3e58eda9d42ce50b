import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCuratorReader } from "../../learn/index.ts";
import { findSkill, listLedger, readOnly, recordUsage, skillId } from "../../store/index.ts";
import { ledger, undo } from "../ledger.ts";
import { runOperation } from "../operation.ts";
import { archive, archived, restore } from "./archive.ts";
import { openWorkshop, type Workshop } from "./curate.test-helper.ts";
import { type CurateReport, curate } from "./curate.ts";
import { pin, unpin } from "./pin.ts";

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.close());

const run = (dryRun = false): Promise<CurateReport> => runOperation(curate, shop.context, { dryRun });
const actions = ({ changes }: CurateReport): string[][] => changes.map(({ name, action }) => [name, action]);
const idOf = (slug: string): string => skillId("project", shop.project, slug);
const place = (slug: string): string => join(shop.project, ".agents/skills", slug);
const inArchive = async (): Promise<string[]> =>
  (await runOperation(archived, shop.context, {})).skills.map(({ name }) => name);
const use = async (slug: string): Promise<void> => {
  const at = shop.context.clock.now().toISOString();
  await recordUsage(await shop.context.store(), { skillId: idOf(slug), kind: "used", at });
};
/** From nothing to the archive. */
const letGo = async (): Promise<CurateReport> => {
  await run();
  shop.pass(31);
  await run();
  shop.pass(61);
  return run();
};
const lastEntry = async (action: string): Promise<number> => {
  const { entries } = await runOperation(ledger, shop.context, { limit: 1_000 });
  return entries.find((entry) => entry.action === action)?.id ?? -1;
};

describe("curate", () => {
  it("only looks in its first run; then stale, then the archive, out of every agent's folders", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await shop.publish("tide-tables", ["Read the tables of the harbour office."]);
    shop.pass(500);
    const first = await run();
    expect(first).toMatchObject({ firstRun: true, merges: [] });
    expect(actions(first)).toEqual([
      ["deploy-app", "seed"],
      ["tide-tables", "seed"],
    ]);
    shop.pass(31);
    await use("tide-tables");
    const second = await run();
    expect(actions(second)).toEqual([["deploy-app", "stale"]]);
    expect(existsSync(place("deploy-app"))).toBe(true);
    shop.pass(61);
    const third = await run();
    expect(actions(third)).toEqual([
      ["deploy-app", "archive"],
      ["tide-tables", "stale"],
    ]);
    expect(existsSync(place("deploy-app"))).toBe(false);
    expect(existsSync(join(shop.project, ".claude/skills/deploy-app"))).toBe(false);
    expect(existsSync(place("tide-tables"))).toBe(true);
    expect(await inArchive()).toEqual(["deploy-app"]);
    expect(actions(await run())).toEqual([]);
  });

  it("writes every action into the ledger with what was before and after", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await letGo();
    const entries = await listLedger(await shop.context.store(), idOf("deploy-app"));
    const own = entries.filter(({ actor }) => actor === "curator");
    expect(own.map(({ action }) => action)).toEqual(["stale", "archive"]);
    expect(own[0]?.detail).toMatchObject({ stage: { before: "active", after: "stale" } });
    expect(own[1]?.detail).toMatchObject({
      before: expect.any(String),
      after: null,
      reason: expect.stringContaining("days"),
    });
    const [archiving] = (await runOperation(ledger, shop.context, { actor: "curator", limit: 1 })).entries;
    expect(archiving).toMatchObject({ before: own[1]?.detail.before, after: null });
  });

  it("does in a dry run exactly what a run would say, and nothing", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."], { files: { "scripts/a.sh": "true\n" } });
    await shop.publish("tide-tables", ["Read the tables of the harbour office."]);
    for (const days of [0, 31, 61, 5]) {
      shop.pass(days);
      const before = { tree: shop.tree(), rows: await shop.rows() };
      const said = await run(true);
      expect({ tree: shop.tree(), rows: await shop.rows() }).toEqual(before);
      const done = await run();
      expect({ ...said, dryRun: false }).toEqual(done);
    }
    expect(await inArchive()).toEqual(["deploy-app", "tide-tables"]);
  });

  it("plans with an object that has nothing to write with", async () => {
    const bank = await shop.context.bank(shop.project);
    const store = await shop.context.store();
    const reader = openCuratorReader(bank, store);
    expect(Object.keys(reader).sort()).toEqual(["evidence", "skills"]);
    expect(Object.getPrototypeOf(reader)).toBe(Object.prototype);
    expect(Object.isFrozen(reader)).toBe(true);
    const asked = { skillId: "x", kind: "used", at: "2026-01-01T00:00:00.000Z" } as const;
    await expect(recordUsage(readOnly(store), asked)).rejects.toMatchObject({ code: "READ_ONLY" });
  });

  it("never touches what a person wrote, or what changed or was used since it was planned", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    mkdirSync(place("my-own"), { recursive: true });
    writeFileSync(join(place("my-own"), "SKILL.md"), "---\nname: my-own\ndescription: Mine.\n---\n\n# Mine\n");
    await run();
    shop.pass(31);
    await run();
    shop.pass(61);
    appendFileSync(join(place("deploy-app"), "SKILL.md"), "- Tell Ana first.\n");
    const edited = await run();
    expect(actions(edited)).toEqual([["deploy-app", "reactivate"]]);
    expect(edited.kept.not_ours).toBe(1);
    expect(readFileSync(join(place("deploy-app"), "SKILL.md"), "utf8")).toContain("Tell Ana first.");
    for (let round = 0; round < 5; round++) {
      shop.pass(400);
      await run();
    }
    expect(existsSync(join(place("my-own"), "SKILL.md"))).toBe(true);
    expect(await inArchive()).toEqual(["deploy-app"]);
    await expect(runOperation(archive, shop.context, { name: "my-own" })).rejects.toMatchObject({ code: "NOT_OURS" });
    await expect(runOperation(pin, shop.context, { name: "my-own" })).rejects.toMatchObject({ code: "NOT_OURS" });
  });

  it("leaves pinned skills alone until they are unpinned", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    expect(await runOperation(pin, shop.context, { name: "deploy-app" })).toMatchObject({
      pinned: true,
      changed: true,
    });
    expect(await runOperation(pin, shop.context, { name: "deploy-app" })).toMatchObject({ changed: false });
    for (const days of [0, 400, 400, 400]) {
      shop.pass(days);
      expect((await run()).kept.pinned).toBe(1);
    }
    await runOperation(unpin, shop.context, { name: "deploy-app" });
    expect(actions(await run())).toEqual([["deploy-app", "stale"]]);
  });

  it("runs once at a time, and two at once do each thing once", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await run();
    shop.pass(31);
    const both = await Promise.allSettled([
      runOperation(curate, shop.context, {}),
      runOperation(curate, shop.another(), {}),
    ]);
    const refused = both.filter(({ status }) => status === "rejected");
    for (const one of refused) expect(one).toMatchObject({ reason: { code: "ALREADY_RUNNING" } });
    const entries = await listLedger(await shop.context.store(), idOf("deploy-app"));
    expect(entries.filter(({ action }) => action === "stale")).toHaveLength(1);
  });

  it("goes on with damaged state: clocks that are no times start again, unknown skills do not matter", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await run();
    const { db } = await shop.context.store();
    await db.updateTable("skill_lifecycle").set({ seen_at: "never", changed_at: "" }).execute();
    await db
      .insertInto("skill_lifecycle")
      .values({ skill_id: "gone", stage: "stale", pinned: 7, seen_at: "x", changed_at: "y" })
      .execute();
    await db
      .insertInto("usage")
      .values({
        skill_id: idOf("deploy-app"),
        kind: "danced",
        session_id: null,
        detail: null,
        user: null,
        host: null,
        at: "?",
      })
      .execute();
    shop.pass(500);
    expect(actions(await run())).toEqual([["deploy-app", "restart_clock"]]);
    shop.pass(29);
    expect(actions(await run())).toEqual([]);
    shop.pass(2);
    expect(actions(await run())).toEqual([["deploy-app", "stale"]]);
  });

  it("archives nothing at once when the clock jumps ahead, and recovers when it comes back", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await run();
    shop.pass(10_000);
    await run();
    await run();
    expect(await inArchive()).toEqual([]);
    shop.pass(-10_000);
    expect(actions(await run())).toEqual([["deploy-app", "restart_clock"]]);
    shop.pass(10);
    expect((await run()).kept.in_use).toBe(1);
  });
});

describe("the archive", () => {
  it("gives every byte, mode and link back", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."], {
      files: { "scripts/go.sh": "#!/bin/sh\nmake deploy\n", "references/why.md": "Because.\r\n" },
    });
    appendFileSync(join(place("deploy-app"), "SKILL.md"), "- A line of my own.\n");
    const before = shop.tree();
    await runOperation(archive, shop.context, { name: "deploy-app", reason: "not now" });
    expect(Object.keys(shop.tree()).filter((path) => path.includes("deploy-app"))).toEqual([]);
    const [line] = (await runOperation(archived, shop.context, {})).skills;
    expect(line).toMatchObject({ name: "deploy-app", scope: "project", actor: "user", reason: "not now" });
    await runOperation(restore, shop.context, { name: "deploy-app" });
    expect(shop.tree()).toEqual(before);
    expect(Object.values(before).some((entry) => entry.startsWith("->"))).toBe(true);
    expect(await inArchive()).toEqual([]);
  });

  it("starts the clock of what is brought back again", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await letGo();
    shop.pass(300);
    await runOperation(restore, shop.context, { name: "deploy-app" });
    expect(actions(await run())).toEqual([]);
    shop.pass(29);
    expect(actions(await run())).toEqual([]);
  });

  it("does not hold what a person removed, and says so", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await (await shop.context.bank(shop.project)).remove("project", "deploy-app");
    expect(await inArchive()).toEqual([]);
    await expect(runOperation(restore, shop.context, { name: "deploy-app" })).rejects.toMatchObject({
      code: "NOT_ARCHIVED",
    });
  });
});

describe("undo", () => {
  it("takes each action back alone: archive, stale, pin; and each of these again", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    const before = shop.tree();
    await letGo();
    await runOperation(undo, shop.context, { entry: await lastEntry("archive") });
    expect(shop.tree()).toEqual(before);
    expect(await inArchive()).toEqual([]);
    expect(actions(await run())).toEqual([["deploy-app", "reactivate"]]);
    await runOperation(undo, shop.context, { entry: await lastEntry("undo") });
    expect(await inArchive()).toEqual(["deploy-app"]);
    await runOperation(restore, shop.context, { name: "deploy-app" });
    await runOperation(undo, shop.context, { entry: await lastEntry("restore") });
    expect(await inArchive()).toEqual(["deploy-app"]);
    await runOperation(undo, shop.context, { entry: await lastEntry("undo") });
    expect(shop.tree()).toEqual(before);
  });

  it("gives a stale skill its time again, and fails when something came after", async () => {
    await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
    await run();
    shop.pass(31);
    await run();
    const stale = await lastEntry("stale");
    const undone = await runOperation(undo, shop.context, { entry: stale });
    expect(undone).toMatchObject({ action: "stale", slug: "deploy-app", path: join(place("deploy-app"), "SKILL.md") });
    expect(actions(await run())).toEqual([]);
    await expect(runOperation(undo, shop.context, { entry: stale })).rejects.toMatchObject({ code: "UNDO_CONFLICT" });
    await runOperation(pin, shop.context, { name: "deploy-app" });
    const pinned = await lastEntry("pin");
    await runOperation(undo, shop.context, { entry: pinned });
    expect((await run()).kept).toMatchObject({ pinned: 0, in_use: 1 });
    await expect(runOperation(undo, shop.context, { entry: pinned })).rejects.toMatchObject({ code: "UNDO_CONFLICT" });
  });
});

it("knows what is recorded of a skill that it archived", async () => {
  await shop.publish("deploy-app", ["Run `make deploy` from the root."]);
  await letGo();
  expect(await findSkill(await shop.context.store(), idOf("deploy-app"))).toMatchObject({
    state: "removed",
    revision: 1,
  });
});
