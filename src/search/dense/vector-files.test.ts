import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withFileLock } from "../../base/index.ts";
import type { StoredVectors } from "../model.ts";
import { readVectorFiles, writeVectorFiles } from "./vector-files.ts";
import { createVectorIndex } from "./vector-index.ts";

const signature = "hashing-v1-d4-0123456789";
const stored: StoredVectors = {
  signature,
  dimensions: 4,
  ids: ["user/release-notes", "common/发布说明"],
  hashes: ["a".repeat(64), "b".repeat(64)],
  vectors: Float32Array.of(1, 0, 0, 0, 0, 0.6, 0.8, 0),
};

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "autoskill-vectors-")), "vectors");
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true, force: true }));

const file = (ending: string): string => join(directory, `${signature}.${ending}`);

async function codeAfter(damage: () => void): Promise<string | undefined> {
  await writeVectorFiles(directory, stored);
  damage();
  const reading = await readVectorFiles(directory, signature, 4);
  expect(reading.stored).toBeUndefined();
  return reading.diagnostics[0]?.code;
}

describe("vector files", () => {
  it("come back as they were written", async () => {
    await writeVectorFiles(directory, stored);
    expect(await readVectorFiles(directory, signature, 4)).toEqual({ stored, diagnostics: [] });
  });

  it("have the paper's names and contents", async () => {
    await writeVectorFiles(directory, stored);
    expect(
      readdirSync(directory)
        .filter((name) => !name.startsWith("."))
        .sort(),
    ).toEqual(["ids.txt", "meta.json", "vecs.f32"].map((ending) => `${signature}.${ending}`));
    expect(readFileSync(file("ids.txt"), "utf8")).toBe("user/release-notes\ncommon/发布说明\n");
    expect(JSON.parse(readFileSync(file("meta.json"), "utf8"))).toMatchObject({
      version: 1,
      dims: 4,
      count: 2,
      dtype: "float32",
    });
    expect(readFileSync(file("vecs.f32")).readFloatLE(4 * 5)).toBeCloseTo(0.6, 6);
  });

  it("of large banks become an index that can grow, with the same hits", async () => {
    const dimensions = 64;
    const ids = Array.from({ length: 9_000 }, (_, at) => `skill-${at}`);
    const numbers = Float32Array.from({ length: ids.length * dimensions }, (_, at) => Math.sin(at * 1.7 + (at % 97)));
    const before = createVectorIndex({ dimensions });
    for (const [at, id] of ids.entries()) before.set(id, numbers.subarray(at * dimensions, (at + 1) * dimensions));
    const large = { signature, dimensions, hashes: ids.map(() => "h"), ...before.rows() };
    await writeVectorFiles(directory, large);
    const { stored: read } = await readVectorFiles(directory, signature, dimensions);
    if (read === undefined) throw new Error("nothing was read");
    expect(read.vectors).toEqual(large.vectors);
    const after = createVectorIndex({ dimensions, stored: read });
    const query = numbers.slice(640, 704);
    expect(after.search(query, 30)).toEqual(before.search(query, 30));
    for (const index of [before, after])
      for (let at = 0; at < 400; at++) index.set(`new-${at}`, numbers.subarray(at, at + dimensions));
    expect(after.search(query, 30)).toEqual(before.search(query, 30));
    expect(after.get("skill-0")).toEqual(before.get("skill-0"));
  });

  it("are empty where there are no vectors", async () => {
    const empty = { ...stored, ids: [], hashes: [], vectors: new Float32Array(0) };
    await writeVectorFiles(directory, empty);
    expect((await readVectorFiles(directory, signature, 4)).stored).toEqual(empty);
  });

  it("are missing until they are written", async () => {
    const reading = await readVectorFiles(directory, signature, 4);
    expect(reading.stored).toBeUndefined();
    expect(reading.diagnostics[0]?.code).toBe("vectors_missing");
  });

  it.each([
    ["a cut vector file", () => truncateSync(file("vecs.f32"), 20)],
    ["a cut list of ids", () => truncateSync(file("ids.txt"), 10)],
    ["a cut description", () => truncateSync(file("meta.json"), 30)],
    ["a missing vector file", () => rmSync(file("vecs.f32"))],
    ["a missing list of ids", () => rmSync(file("ids.txt"))],
    ["ids in another order", () => writeFileSync(file("ids.txt"), "common/发布说明\nuser/release-notes\n")],
    ["a description that is no object", () => writeFileSync(file("meta.json"), "[]")],
    ["an unknown version", () => rewriteMeta({ version: 9 })],
    ["another number type", () => rewriteMeta({ dtype: "float64" })],
    ["a huge count", () => rewriteMeta({ count: 1e12 })],
    ["missing hashes", () => rewriteMeta({ hashes: ["a"] })],
  ])("are not trusted with %s", async (_, damage) => {
    expect(await codeAfter(damage)).toBe("vectors_damaged");
  });

  it("are not trusted with any flipped bit", async () => {
    await writeVectorFiles(directory, stored);
    const bytes = readFileSync(file("vecs.f32"));
    for (let at = 0; at < bytes.length; at += 7) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      writeFileSync(file("vecs.f32"), flipped);
      expect((await readVectorFiles(directory, signature, 4)).stored).toBeUndefined();
    }
  });

  it("are not trusted when they are of two writes", async () => {
    await writeVectorFiles(directory, stored);
    const old = readFileSync(file("vecs.f32"));
    await writeVectorFiles(directory, { ...stored, vectors: Float32Array.of(0, 1, 0, 0, 1, 0, 0, 0) });
    writeFileSync(file("vecs.f32"), old);
    expect((await readVectorFiles(directory, signature, 4)).diagnostics[0]?.code).toBe("vectors_damaged");
  });

  it("wait for a writer that is between its files", async () => {
    await writeVectorFiles(directory, stored);
    const old = readFileSync(file("vecs.f32"));
    const next = { ...stored, vectors: Float32Array.of(0, 1, 0, 0, 1, 0, 0, 0) };
    await writeVectorFiles(directory, next);
    const complete = readFileSync(file("vecs.f32"));
    const reading = await withFileLock(join(directory, `.${signature}.lock`), {}, async () => {
      writeFileSync(file("vecs.f32"), old);
      const started = readVectorFiles(directory, signature, 4);
      writeFileSync(file("vecs.f32"), complete);
      return { started };
    });
    expect((await reading.started).stored).toEqual(next);
  });

  it("of other dimensions are not those of the embedder", async () => {
    await writeVectorFiles(directory, stored);
    expect((await readVectorFiles(directory, signature, 8)).diagnostics[0]?.code).toBe("vectors_damaged");
  });

  it("of the reference implementation are read, at length 1 and without hashes", async () => {
    await writeVectorFiles(directory, stored);
    writeFileSync(file("meta.json"), '{"version": 1, "dims": 4, "count": 2, "dtype": "float32"}');
    const bytes = readFileSync(file("vecs.f32"));
    bytes.writeFloatLE(5, 0);
    writeFileSync(file("vecs.f32"), bytes);
    const reading = await readVectorFiles(directory, signature, 4);
    expect(reading.diagnostics).toEqual([]);
    expect(reading.stored?.hashes).toEqual(["", ""]);
    expect([...(reading.stored?.vectors.subarray(0, 4) ?? [])]).toEqual([1, 0, 0, 0]);
  });

  it("are never mixed by two writers", async () => {
    const versions = Array.from({ length: 6 }, (_, at) => ({
      ...stored,
      ids: [`a${at}`, `b${at}`],
      vectors: new Float32Array(8).fill(0).fill(1, at % 4, (at % 4) + 1),
    }));
    await Promise.all(versions.map((version) => writeVectorFiles(directory, version)));
    const reading = await readVectorFiles(directory, signature, 4);
    expect(versions).toContainEqual(reading.stored);
  });

  it.each([
    ["too few hashes", { hashes: ["a"] }],
    ["too few numbers", { vectors: new Float32Array(4) }],
    ["an id twice", { ids: ["a", "a"] }],
    ["an id of two lines", { ids: ["a\nb", "c"] }],
  ])("refuse %s", async (_, change) => {
    await expect(writeVectorFiles(directory, { ...stored, ...change })).rejects.toMatchObject({
      code: "VECTOR_FILES_INVALID",
    });
  });
});

function rewriteMeta(change: object): void {
  const meta = JSON.parse(readFileSync(file("meta.json"), "utf8")) as object;
  writeFileSync(file("meta.json"), JSON.stringify({ ...meta, ...change }));
}
