import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendLedger, listLedger } from "./ledger.ts";
import { findArchived, findLifecycle, moveStage, seedLifecycle, setPinned } from "./lifecycle.ts";
import { readOnly } from "./read-only.ts";
import { type SkillRecord, saveSkill, skillId } from "./skills.ts";
import { openStore, type Store } from "./store.ts";
import { recordUsageOnce, summarizeSkillUsage } from "./usage.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-lifecycle-"));
  store = await openStore(join(folder, "autoskill.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const AT = "2026-01-01T00:00:00.000Z";

describe("stages", () => {
  it("move only from the state that was decided about", async () => {
    await seedLifecycle(store, "a", AT);
    const seen = await findLifecycle(store, "a");
    expect(seen).toMatchObject({ stage: "active", pinned: false, seenAt: AT });
    if (seen === undefined) return;
    expect(await moveStage(store, seen, "stale", "2026-02-01T00:00:00.000Z")).toBe(true);
    expect(await moveStage(store, seen, "archived", "2026-02-02T00:00:00.000Z")).toBe(false);
    expect((await findLifecycle(store, "a"))?.stage).toBe("stale");
  });

  it("do not move while the skill is pinned, and a new clock keeps the pin", async () => {
    expect(await setPinned(store, "a", true, AT)).toBe(true);
    expect(await setPinned(store, "a", true, AT)).toBe(false);
    const pinned = await findLifecycle(store, "a");
    expect(pinned === undefined ? true : await moveStage(store, pinned, "stale", AT)).toBe(false);
    await seedLifecycle(store, "a", "2026-03-01T00:00:00.000Z", { again: true });
    expect(await findLifecycle(store, "a")).toMatchObject({ pinned: true, seenAt: "2026-03-01T00:00:00.000Z" });
  });

  it("are seeded once", async () => {
    await seedLifecycle(store, "a", AT);
    await seedLifecycle(store, "a", "2027-01-01T00:00:00.000Z");
    expect((await findLifecycle(store, "a"))?.seenAt).toBe(AT);
  });
});

describe("the archive, as the ledger tells it", () => {
  const skill: SkillRecord = {
    id: skillId("project", "/p", "release"),
    scope: "project",
    root: "/p",
    slug: "release",
    state: "removed",
    revision: 1,
    adopted: false,
    createdAt: AT,
    updatedAt: AT,
  };
  const write = async (action: string, detail: Record<string, unknown>): Promise<number> => {
    await appendLedger(store, { at: AT, actor: "user", action, skillId: skill.id, detail });
    return (await listLedger(store)).at(-1)?.id ?? 0;
  };
  const isArchived = async () => (await findArchived(store, skill)) !== undefined;

  it("holds what an archiving took away, not what a person removed", async () => {
    await saveSkill(store, skill);
    await write("remove", { before: "h", after: null });
    expect(await isArchived()).toBe(false);
    await write("archive", { before: "h", after: null, reason: "idle" });
    await write("pin", { pinned: { before: false, after: true } });
    expect(await findArchived(store, skill)).toMatchObject({ actor: "user", reason: "idle" });
    expect(await findArchived(store, { ...skill, state: "active" })).toBeUndefined();
  });

  it("follows undos of undos", async () => {
    const archive = await write("archive", { before: "h", after: null });
    const undo = await write("undo", { before: null, after: "h", undoes: archive });
    await write("undo", { before: "h", after: null, undoes: undo });
    expect(await isArchived()).toBe(true);
    const restore = await write("restore", { before: null, after: "h" });
    await write("undo", { before: "h", after: null, undoes: restore });
    expect(await isArchived()).toBe(true);
    const create = await write("create", { before: null, after: "h" });
    await write("undo", { before: "h", after: null, undoes: create });
    expect(await isArchived()).toBe(false);
  });

  it("is not misled by damaged entries, such as one that undoes itself", async () => {
    const next = (await write("archive", { before: "h", after: null })) + 1;
    await write("undo", { before: "h", after: null, undoes: next });
    expect(await isArchived()).toBe(false);
    await write("undo", { before: "h", after: null, undoes: 99_999 });
    expect(await isArchived()).toBe(false);
  });
});

describe("a connection that can only ask", () => {
  it("reads and refuses every other statement, in a transaction too", async () => {
    await seedLifecycle(store, "a", AT);
    const asked = readOnly(store);
    expect(await findLifecycle(asked, "a")).toMatchObject({ stage: "active" });
    const refused = { code: "READ_ONLY" };
    await expect(seedLifecycle(asked, "b", AT)).rejects.toMatchObject(refused);
    await expect(setPinned(asked, "a", true, AT)).rejects.toMatchObject(refused);
    await expect(asked.db.deleteFrom("skill_lifecycle").execute()).rejects.toMatchObject(refused);
    await expect(asked.db.schema.dropTable("usage").execute()).rejects.toMatchObject(refused);
    await expect(
      asked.db.transaction().execute((db) => db.deleteFrom("skill_lifecycle").execute()),
    ).rejects.toMatchObject(refused);
    expect(Object.isFrozen(asked)).toBe(true);
    expect(await findLifecycle(store, "a")).toMatchObject({ stage: "active", pinned: false });
  });
});

it("counts use by skill and person, and one session once", async () => {
  const use = { skillId: "a", kind: "used" as const, at: AT };
  expect(await recordUsageOnce(store, { ...use, sessionId: "s1", user: "ada" })).toBe(true);
  expect(await recordUsageOnce(store, { ...use, sessionId: "s1", user: "ada" })).toBe(false);
  await recordUsageOnce(store, { ...use, sessionId: "s2", user: "bob", at: "2026-02-01T00:00:00.000Z" });
  await recordUsageOnce(store, { ...use, sessionId: "s3" });
  expect(await summarizeSkillUsage(store)).toEqual([
    { skillId: "a", user: "", kind: "used", count: 1, lastAt: AT },
    { skillId: "a", user: "ada", kind: "used", count: 1, lastAt: AT },
    { skillId: "a", user: "bob", kind: "used", count: 1, lastAt: "2026-02-01T00:00:00.000Z" },
  ]);
  expect(await summarizeSkillUsage(store, { since: "2026-01-15T00:00:00.000Z" })).toHaveLength(1);
  expect(await summarizeSkillUsage(store, { user: "ada" })).toHaveLength(1);
});
