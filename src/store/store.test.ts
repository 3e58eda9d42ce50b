import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSqlite } from "../base/index.ts";
import {
  appendLedger,
  getBlob,
  getSetting,
  listLedger,
  openStore,
  putBlob,
  SCHEMA_VERSION,
  setSetting,
} from "./index.ts";

let base: string;
let file: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "autoskill-store-"));
  file = join(base, "home/autoskill.db");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const raw = (statements: string): void => {
  const database = new (loadSqlite().DatabaseSync)(file);
  database.exec(statements);
  database.close();
};

describe("the state database", () => {
  it.skipIf(process.platform === "win32")(
    "is private, with its log and its folder, also where it was not before",
    async () => {
      mkdirSync(join(base, "home"), { mode: 0o755 });
      writeFileSync(file, "", { mode: 0o644 });
      const store = await openStore(file);
      await setSetting(store, "a", 1);
      const modes = readdirSync(join(base, "home")).map((name) => [
        name,
        statSync(join(base, "home", name)).mode & 0o777,
      ]);
      expect(Object.fromEntries(modes)).toEqual({
        "autoskill.db": 0o600,
        "autoskill.db-shm": 0o600,
        "autoskill.db-wal": 0o600,
      });
      await store.close();
      const fresh = await openStore(join(base, "fresh/autoskill.db"));
      expect(statSync(join(base, "fresh")).mode & 0o777).toBe(0o700);
      await fresh.close();
    },
  );

  it("is migrated once and refuses to be opened by an older program", async () => {
    await (await openStore(file)).close();
    await (await openStore(file)).close();
    raw(`INSERT INTO schema_version VALUES (${SCHEMA_VERSION + 1}, 'later')`);
    await expect(openStore(file)).rejects.toMatchObject({
      code: "STORE_NEWER",
      found: `schema version ${SCHEMA_VERSION + 1}`,
    });
  });

  it("says so when the file is something else", async () => {
    mkdirSync(join(base, "home"));
    writeFileSync(file, "not a database ".repeat(100));
    await expect(openStore(file)).rejects.toMatchObject({ code: "STORE_UNREADABLE", next: expect.any(String) });
  });

  it.skipIf(process.platform === "win32")("leaves alone what a link leads to", async () => {
    mkdirSync(join(base, "home"));
    const other = join(base, "other");
    writeFileSync(other, "not ours", { mode: 0o644 });
    symlinkSync(other, file);
    await expect(openStore(file)).rejects.toMatchObject({ code: "STORE_UNREADABLE" });
    expect(statSync(other).mode & 0o777).toBe(0o644);
  });

  it("tells what to do when the disk is full", async () => {
    const store = await openStore(file);
    await sql`PRAGMA max_page_count = 1`.execute(store.db);
    const more = store.transaction((transaction) => setSetting(transaction, "much", "x".repeat(1_000_000)));
    await expect(more).rejects.toMatchObject({ code: "STORE_FAILED", next: expect.stringContaining("space") });
    await store.close();
  });

  it("syncs every commit, writes ahead, and checks references", async () => {
    const store = await openStore(file);
    const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(store.db);
    expect(rows).toEqual([{ synchronous: 2 }]);
    const orphan = store.db
      .insertInto("revisions")
      .values({
        ...{
          id: "r",
          skill_id: "nobody",
          number: 1,
          parent: null,
          kind: "create",
          restored: null,
          actor: "a",
          reason: "",
        },
        ...{ candidate_id: null, hash: "h", files: "[]", idempotency_key: null, created_at: "now" },
      })
      .execute();
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/);
    await store.close();
  });

  it("rolls a transaction back as a whole", async () => {
    const store = await openStore(file);
    const failing = store.transaction(async (transaction) => {
      await setSetting(transaction, "a", 1);
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await getSetting(store, "a")).toBeUndefined();
    await store.close();
  });

  it("waits for another connection that writes, then says STORE_BUSY", async () => {
    const first = await openStore(file);
    const second = await openStore(file, { busyTimeoutMs: 100 });
    await first.transaction(async (transaction) => {
      await setSetting(transaction, "a", "first");
      await expect(setSetting(second, "a", "second")).rejects.toMatchObject({ code: "STORE_BUSY" });
      expect(await getSetting(second, "a")).toBeUndefined();
    });
    await setSetting(second, "a", "second");
    expect(await getSetting(first, "a")).toBe("second");
    await Promise.all([first.close(), second.close()]);
  });

  it("takes transactions of many connections at once without losing one", async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(file)));
    await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 10 }, () =>
          store.transaction(async (transaction) => {
            const count = ((await getSetting(transaction, "count")) as number | undefined) ?? 0;
            await setSetting(transaction, "count", count + 1);
          }),
        ),
      ),
    );
    const [store] = stores;
    expect(store && (await getSetting(store, "count"))).toBe(40);
    await Promise.all(stores.map((item) => item.close()));
  });

  it("can be opened twice in one process without dropping the first one's locks", async () => {
    const first = await openStore(file);
    await first.transaction(async (transaction) => {
      await setSetting(transaction, "a", 1);
      await (await openStore(file)).close();
      const module = new URL("./index.ts", import.meta.url).href;
      const script = `
        const { openStore, setSetting } = await import(${JSON.stringify(module)});
        const store = await openStore(${JSON.stringify(file)}, { busyTimeoutMs: 50 });
        await setSetting(store, "a", 2).then(() => console.log("written"), (error) => console.log(error.code));`;
      const other = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
      expect(other.stdout.trim(), other.stderr).toBe("STORE_BUSY");
      expect(other.stderr).toBe("");
    });
    await first.close();
  });
});

describe("blobs", () => {
  it("come back byte for byte, are kept once, and are checked when they are read", async () => {
    const store = await openStore(file);
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const hash = await putBlob(store, bytes);
    expect(await putBlob(store, bytes)).toBe(hash);
    expect(Buffer.from(await getBlob(store, hash))).toEqual(Buffer.from(bytes));
    await store.db
      .updateTable("blobs")
      .set({ bytes: Uint8Array.of(1) })
      .execute();
    await expect(getBlob(store, hash)).rejects.toMatchObject({ code: "BLOB_DAMAGED" });
    await expect(getBlob(store, "0".repeat(64))).rejects.toMatchObject({ code: "BLOB_MISSING" });
    await store.close();
  });
});

describe("the ledger", () => {
  it("is told in order, whole or for one skill", async () => {
    const store = await openStore(file);
    await appendLedger(store, { at: "2026-01-01", actor: "user", action: "adopt", skillId: "s", detail: { n: 1 } });
    await appendLedger(store, { at: "2026-01-02", actor: "user", action: "other", detail: {} });
    expect((await listLedger(store)).map((entry) => entry.action)).toEqual(["adopt", "other"]);
    expect(await listLedger(store, "s")).toEqual([
      { id: 1, at: "2026-01-01", actor: "user", action: "adopt", skillId: "s", detail: { n: 1 } },
    ]);
    await store.close();
  });
});
