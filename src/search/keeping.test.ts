import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withFileLock } from "../base/index.ts";
import { createIndexCache } from "./index-cache.ts";
import type { SearchDocument } from "./model.ts";
import { openIndex, saveIndex, WORDS_FILE } from "./save-index.ts";
import { documentOf, vowelEmbedder } from "./search.test-helper.ts";
import { createSearchIndex } from "./search-index.ts";
import { followSkillFolders, skillFolderListing } from "./skill-folder.ts";
import { syncIndex } from "./sync-index.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "autoskill-search-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const documents = [
  documentOf("a", {
    description: "release notes",
    tags: ["git"],
    uses: 3,
    updatedAt: "2026-01-02T03:04:05.000Z",
    title: "Notes",
  }),
  documentOf("b", { description: "生成周报", scope: "common", state: "stale" }),
  documentOf("c", { description: "docker compose" }),
];
const ALL = { topK: 10, minScore: 0, explain: true };

const now = () => new Date("2026-11-29T00:00:00Z");

function filled() {
  const index = createSearchIndex({ embedder: vowelEmbedder(), now });
  index.add(documentOf("gone", { description: "release of nothing" }));
  for (const document of documents) index.add(document);
  index.remove("gone");
  return index;
}

describe("a saved index", () => {
  it("opens as it was, and can be changed", async () => {
    const index = filled();
    await saveIndex(index, directory);
    const { index: opened, diagnostics } = await openIndex(directory, { embedder: vowelEmbedder(), now });
    expect(diagnostics).toEqual([]);
    expect(opened.vectorCount).toBe(3);
    for (const query of ["release notes", "周报", "composer", "git"])
      expect(opened.search(query, ALL)).toEqual(index.search(query, ALL));
    expect(opened.get("a")).toEqual(index.get("a"));
    for (const each of [index, opened]) {
      each.remove("c");
      each.add(documentOf("d", { description: "release party" }));
    }
    expect(opened.search("release", ALL)).toEqual(index.search("release", ALL));
  });

  it("brings its vectors without a look at ids and hashes, until they are of another save", async () => {
    await saveIndex(filled(), directory);
    const other = createSearchIndex({ embedder: vowelEmbedder(), now });
    for (const document of documents) other.add({ ...document, hash: "of another text" });
    const elsewhere = join(directory, "other");
    await saveIndex(other, elsewhere);
    const open = () => openIndex(directory, { embedder: vowelEmbedder(), now });
    const { index: opened } = await open();
    opened.remove("a");
    opened.add(documentOf("new", { description: "aaa" }));
    expect([opened.vectorCount, [...opened.ids()].sort()]).toEqual([3, ["b", "c", "new"]]);
    const again = filled();
    again.remove("a");
    again.add(documentOf("new", { description: "aaa" }));
    expect(opened.search("docker compose aaa", ALL)).toEqual(again.search("docker compose aaa", ALL));
    for (const ending of ["ids.txt", "vecs.f32", "meta.json"]) {
      writeFileSync(join(directory, `vowels-d5.${ending}`), readFileSync(join(elsewhere, `vowels-d5.${ending}`)));
    }
    // The same vectors, but whoever looks at the hashes sees that they are of other texts.
    const meta = JSON.parse(readFileSync(join(directory, "vowels-d5.meta.json"), "utf8"));
    writeFileSync(join(directory, "vowels-d5.ids.txt"), "b\na\nc\n");
    expect((await open()).diagnostics).toMatchObject([{ code: "vectors_damaged" }]);
    writeFileSync(join(directory, "vowels-d5.ids.txt"), "a\nb\nc\n");
    writeFileSync(
      join(directory, "vowels-d5.meta.json"),
      JSON.stringify({ ...meta, checksums: { ids: "", vecs: "" } }),
    );
    expect((await open()).diagnostics).toMatchObject([{ code: "vectors_damaged" }]);
  });

  it("is missed, not invented, where there is none", async () => {
    const { index, diagnostics } = await openIndex(directory);
    expect(index.size).toBe(0);
    expect(diagnostics).toMatchObject([{ code: "index_missing" }]);
  });

  it("is not used when a bit of it is flipped or its end is missing", async () => {
    await saveIndex(filled(), directory);
    const path = join(directory, WORDS_FILE);
    const bytes = readFileSync(path);
    for (let at = 5; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 4;
      writeFileSync(path, damaged);
      const { index, diagnostics } = await openIndex(directory);
      const harmless = diagnostics.length === 0 && index.size === 3;
      expect(harmless || (index.size === 0 && /damaged|outdated/.test(diagnostics[0]?.code ?? ""))).toBe(true);
    }
    writeFileSync(path, bytes);
    truncateSync(path, bytes.length - 8);
    expect((await openIndex(directory)).diagnostics).toMatchObject([{ code: "index_damaged" }]);
  });

  it("is not used when another tokenizer wrote it", async () => {
    await saveIndex(filled(), directory);
    const path = join(directory, WORDS_FILE);
    const text = readFileSync(path).toString("latin1");
    writeFileSync(path, Buffer.from(text.replace(/"tokenizer":"./, '"tokenizer":"9'), "latin1"));
    expect((await openIndex(directory)).diagnostics).toMatchObject([{ code: "index_outdated" }]);
  });

  it("brings no vector of another text or another embedder with it", async () => {
    const index = filled();
    await saveIndex(index, directory);
    index.add({ ...(documents[0] as SearchDocument), description: "something else", hash: "new" });
    const wordsOnly = createSearchIndex();
    for (const id of index.ids()) wordsOnly.add({ ...documentOf(id), hash: index.hashOf(id) ?? "" });
    await saveIndex(wordsOnly, directory);
    const { index: opened, diagnostics } = await openIndex(directory, { embedder: vowelEmbedder() });
    expect(opened.vectorCount).toBe(2);
    expect(diagnostics).toMatchObject([{ code: "vectors_stale" }]);
    const other = await openIndex(directory, { embedder: vowelEmbedder({ signature: "other-d5" }) });
    expect(other.index.vectorCount).toBe(0);
    expect(other.diagnostics).toMatchObject([{ code: "vectors_missing" }]);
  });
});

describe("vectors of embedders that are not used any more", () => {
  const saveWith = async (signature: string) => {
    const index = createSearchIndex({ embedder: vowelEmbedder({ signature }) });
    for (const document of documents) index.add(document);
    await saveIndex(index, directory);
    const meta = join(directory, `${signature}.meta.json`);
    return (seconds: number) => utimesSync(meta, seconds, seconds);
  };
  const signatures = () =>
    readdirSync(directory)
      .filter((name) => /^[^.]/.test(name) && name !== WORDS_FILE)
      .sort();
  const filesOf = (...names: string[]) =>
    names.flatMap((name) => ["ids.txt", "meta.json", "vecs.f32"].map((ending) => `${name}.${ending}`));

  it("go when an index is saved, but for the one before", async () => {
    (await saveWith("first-d5"))(1_000);
    (await saveWith("second-d5"))(2_000);
    expect(signatures()).toEqual(filesOf("first-d5", "second-d5"));
    await saveWith("third-d5");
    expect(signatures()).toEqual(filesOf("second-d5", "third-d5"));
    expect(
      (await openIndex(directory, { embedder: vowelEmbedder({ signature: "second-d5" }) })).index.vectorCount,
    ).toBe(3);
  });

  it("stay where another program wrote them or somebody writes them now", async () => {
    (await saveWith("first-d5"))(1_000);
    (await saveWith("second-d5"))(2_000);
    const foreign = { version: 1, dims: 5, count: 0, dtype: "float32" };
    writeFileSync(join(directory, "foreign.meta.json"), JSON.stringify(foreign));
    await withFileLock(join(directory, ".first-d5.lock"), {}, () => saveWith("third-d5"));
    expect(signatures()).toEqual([...filesOf("first-d5"), "foreign.meta.json", ...filesOf("second-d5", "third-d5")]);
  });
});

describe("syncIndex", () => {
  it("loads what is new or changed, removes what is gone, and keeps what cannot be read", async () => {
    const index = createSearchIndex();
    const loads: string[] = [];
    const listed = (document: SearchDocument) => ({
      id: document.id,
      hash: document.hash,
      load: () => {
        loads.push(document.id);
        return document;
      },
    });
    await syncIndex(index, documents.map(listed));
    loads.length = 0;
    const report = await syncIndex(index, [
      listed(documentOf("a", { description: "changelog", hash: "2" })),
      listed(documents[1] as SearchDocument),
      { id: "c", hash: "2", load: () => Promise.reject(new Error("no access")) },
      listed(documentOf("d")),
    ]);
    expect(report).toMatchObject({ added: ["d"], changed: ["a"], removed: [], unchanged: 1 });
    expect(report.diagnostics).toMatchObject([{ code: "document_unreadable" }]);
    expect(loads.sort()).toEqual(["a", "d"]);
    expect(index.search("docker", ALL)).toHaveLength(1);
    expect((await syncIndex(index, [], { among: ["a", "unknown"] })).removed).toEqual(["a"]);
    expect((await syncIndex(index, [])).removed).toHaveLength(3);
  });
});

describe("a followed folder", () => {
  const write = (slug: string, description: string) => {
    mkdirSync(join(directory, slug), { recursive: true });
    writeFileSync(
      join(directory, slug, "SKILL.md"),
      `---\nname: ${slug}\ndescription: ${description}\n---\n# ${slug}\n`,
    );
  };

  it("is read once per change", () => {
    write("one", "release notes");
    write(".staged", "not yet");
    const list = skillFolderListing({ root: directory, scope: "user" });
    const [before] = list();
    expect(before?.id).toBe("user/one");
    expect(list()[0]?.hash).toBe(before?.hash);
    write("one", "docker compose");
    expect(list()[0]?.hash).not.toBe(before?.hash);
  });

  it("is listed in part where only some are asked for", () => {
    write("one", "release notes");
    write("two", "docker compose");
    const list = skillFolderListing({ root: directory, scope: "user" });
    expect(list(["two", "gone"]).map(({ id }) => id)).toEqual(["user/two"]);
    expect(list()).toHaveLength(2);
  });

  it("is followed by notices alone, into directories that take the place of others", async () => {
    write("one", "release notes");
    const index = createSearchIndex();
    const folders = [{ root: directory, scope: "user" }];
    const following = await followSkillFolders({ index, folders, pollMs: 3_600_000 });
    const description = () => index.get("user/one")?.description;
    write(".staged", "docker compose");
    rmSync(join(directory, "one"), { recursive: true });
    renameSync(join(directory, ".staged"), join(directory, "one"));
    await expect.poll(description, { timeout: 20_000 }).toBe("docker compose");
    write("one", "unit tests");
    await expect.poll(description, { timeout: 20_000 }).toBe("unit tests");
    following.close();
  });

  it("keeps the index equal to it", async () => {
    write("one", "release notes");
    const index = createSearchIndex();
    const following = await followSkillFolders({ index, folders: [{ root: directory, scope: "user" }], pollMs: 20 });
    expect(index.size).toBe(1);
    write("two", "docker compose");
    rmSync(join(directory, "one"), { recursive: true });
    await expect.poll(() => [...index.ids()], { timeout: 10_000 }).toEqual(["user/two"]);
    following.close();
  });
});

describe("a cache of indexes", () => {
  it("loads each once, keeps to its memory, and drops the least recently used", async () => {
    const loads: string[] = [];
    const one = filled().bytes;
    const cache = createIndexCache({
      maxBytes: one * 2.5,
      load: async (key) => {
        loads.push(key);
        return filled();
      },
    });
    await Promise.all([cache.get("x"), cache.get("x"), cache.get("y")]);
    await cache.get("x");
    await cache.get("z");
    expect(loads).toEqual(["x", "y", "z"]);
    expect(cache.size).toBe(2);
    expect(cache.bytes).toBeLessThanOrEqual(one * 2.5);
    await cache.get("x");
    expect(loads).toHaveLength(3);
    await cache.get("y");
    expect(loads).toEqual(["x", "y", "z", "y"]);
  });

  it("asks again after a failure", async () => {
    let attempts = 0;
    const cache = createIndexCache({
      maxBytes: 1,
      load: () => {
        if (attempts++ === 0) throw new Error("busy");
        return createSearchIndex();
      },
    });
    await expect(cache.get("x")).rejects.toThrow("busy");
    expect((await cache.get("x")).size).toBe(0);
  });
});
