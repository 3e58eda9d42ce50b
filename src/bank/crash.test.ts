import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listIntents, listLedger, type Store } from "../store/index.ts";
import { openTestBank, skillText, type TestBank } from "./bank.test-helper.ts";
import type { CrashOrder } from "./crash-worker.test-helper.ts";
import type { PublishChange } from "./model.ts";

const worker = fileURLToPath(new URL("./crash-worker.test-helper.ts", import.meta.url));
const slug = "release-package";
const first = skillText(slug, ["One."]);
const second = skillText(slug, ["One.", "Two."]);
const script = (content: string) => ({ path: "scripts/check.sh", content, executable: true });
const publish = (
  files: PublishChange["files"],
  expect: PublishChange["expect"],
  removeFiles: string[] = [],
): PublishChange => ({
  scope: "project",
  slug,
  files,
  removeFiles,
  expect,
  actor: "distiller",
  reason: "test",
});

interface Case {
  name: string;
  /** Names the change for the present state of the bank. */
  change: (test: TestBank) => Promise<CrashOrder["change"]>;
  /** Files by path, as they are when the change is done. */
  after: Record<string, string> | null;
  before: Record<string, string> | null;
}

const hashNow = async (test: TestBank) => (await test.bank.read("project", slug))?.hash ?? "none";
const cases: Case[] = [
  {
    name: "create",
    before: null,
    after: { "SKILL.md": second },
    change: async () => publish([{ path: "SKILL.md", content: second }], { kind: "create" }),
  },
  {
    name: "update in place with an added and a removed file",
    before: { "SKILL.md": first, "scripts/check.sh": "echo 1\n" },
    after: { "SKILL.md": second, "references/more.md": "more\n" },
    change: async (test) =>
      publish(
        [
          { path: "SKILL.md", content: second },
          { path: "references/more.md", content: "more\n" },
        ],
        { kind: "update", baseHash: await hashNow(test) },
        ["scripts/check.sh"],
      ),
  },
  {
    name: "update by swap",
    before: { "SKILL.md": first, "scripts/check.sh": "echo 1\n" },
    after: { "SKILL.md": second, "scripts/check.sh": "echo 2\n" },
    change: async (test) =>
      publish([{ path: "SKILL.md", content: second }, script("echo 2\n")], {
        kind: "update",
        baseHash: await hashNow(test),
      }),
  },
  {
    name: "remove",
    before: { "SKILL.md": first, "scripts/check.sh": "echo 1\n" },
    after: null,
    change: async () => ({ remove: slug }),
  },
];

const directory = (test: TestBank) => join(test.project, ".agents/skills", slug);

function filesOnDisk(test: TestBank): Record<string, string> | null {
  if (!existsSync(directory(test))) return null;
  const names = readdirSync(directory(test), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = names.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(directory(test).length + 1), readFileSync(path, "utf8")]),
  );
}

/**
 * Stops a change dead at `step`, as if the power went: nothing of it runs any more but `finally` blocks, and those cannot
 * reach the database. False when the change had no such step.
 */
async function stopAt(test: TestBank, change: CrashOrder["change"], step: number): Promise<boolean> {
  let dead = false;
  let count = 0;
  const refuse = () => new Error("dead");
  const store: Store = {
    ...test.store,
    get db() {
      if (dead) throw refuse();
      return test.store.db;
    },
    transaction: (work) => (dead ? Promise.reject(refuse()) : test.store.transaction(work)),
  };
  const onStep = () => {
    dead ||= count === step;
    count += 1;
    if (dead) throw refuse();
  };
  const bank = test.again({ store, onStep });
  const run = "remove" in change ? bank.remove("project", change.remove) : bank.publish(change);
  await run.then(
    () => expect(dead).toBe(false),
    () => expect(dead).toBe(true),
  );
  return dead;
}

/** The same by SIGKILL, which also leaves staging folders behind. */
function killAt(test: TestBank, change: CrashOrder["change"], step: number): void {
  const order: CrashOrder = { home: test.home, project: test.project, dbFile: test.store.file, step, change };
  const result = spawnSync(process.execPath, [worker, JSON.stringify(order)], { encoding: "utf8" });
  expect(result.signal, result.stderr).toBe("SIGKILL");
}

async function prepare({ before }: Case): Promise<TestBank> {
  const test = await openTestBank();
  if (before === null) return test;
  const files = Object.entries(before).map(([path, content]) => ({ path, content, executable: path.endsWith(".sh") }));
  await test.bank.publish(publish(files, { kind: "create" }));
  return test;
}

async function expectCompleted(test: TestBank, { before, after }: Case, step: number): Promise<void> {
  const text = filesOnDisk(test)?.["SKILL.md"];
  expect([before?.["SKILL.md"], after?.["SKILL.md"], undefined], `step ${step}`).toContain(text);

  const skill = await test.again().read("project", slug);
  expect(filesOnDisk(test), `step ${step}`).toEqual(after);
  expect(skill?.ownership, `step ${step}`).toBe(after === null ? undefined : "ours");
  const history = await test.bank.history("project", slug);
  expect(history).toHaveLength((before === null ? 0 : 1) + (after === null ? 0 : 1));
  expect(await listIntents(test.store)).toEqual([]);
  expect(readdirSync(join(test.project, ".agents"))).toEqual(["skills"]);
  expect(existsSync(join(test.project, ".claude/skills", slug))).toBe(after !== null);
  expect((await listLedger(test.store)).map((entry) => entry.action)).not.toContain("abandoned");
}

describe("a writer that dies at any step", () => {
  it.each(cases)("of $name leaves nothing half done: the next one completes it", async (item) => {
    for (let step = 0; ; step += 1) {
      const test = await prepare(item);
      try {
        const died = await stopAt(test, await item.change(test), step);
        await expectCompleted(test, item, step);
        if (!died) return;
      } finally {
        await test.close();
      }
    }
  });

  it.each([
    ["create", 1],
    ["update by swap", 1],
    ["update by swap", 2],
  ])("by kill -9, in %s after step %i, leaves no staging folder either", async (name, step) => {
    const item = cases.find((candidate) => candidate.name === name);
    if (item === undefined) throw new Error(name);
    const test = await prepare(item);
    try {
      killAt(test, await item.change(test), step);
      expect(readdirSync(join(test.project, ".agents")).length).toBeGreaterThan(1);
      await expectCompleted(test, item, step);
    } finally {
      await test.close();
    }
  });

  it("before somebody edits the file gives the change up and keeps the edit", async () => {
    const item = cases[1];
    if (item === undefined) throw new Error("no case");
    const test = await prepare(item);
    try {
      expect(await stopAt(test, await item.change(test), 0)).toBe(true);
      const edited = skillText(slug, ["One.", "Mine."]);
      writeFileSync(join(directory(test), "SKILL.md"), edited);
      expect(await test.bank.recover()).toMatchObject({ completed: [], abandoned: [expect.any(String)], waiting: [] });
      expect(filesOnDisk(test)?.["SKILL.md"]).toBe(edited);
      expect(await test.bank.ownership("project", slug)).toBe("ours_edited");
      expect((await listLedger(test.store)).at(-1)).toMatchObject({
        action: "abandoned",
        detail: { because: "CONFLICT" },
      });
    } finally {
      await test.close();
    }
  });

  it("in a project that is gone since is given up without making the folder again", async () => {
    const item = cases[0];
    if (item === undefined) throw new Error("no case");
    const test = await prepare(item);
    try {
      await stopAt(test, await item.change(test), 0);
      rmSync(test.project, { recursive: true });
      expect((await test.bank.recover()).abandoned).toHaveLength(1);
      expect(existsSync(test.project)).toBe(false);
    } finally {
      await test.close();
    }
  });
});
