import { deflateRawSync, gzipSync } from "node:zlib";
import { type Zippable, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { list } from "../list.ts";
import { runOperation } from "../operation.ts";
import { ownSkill, type Scratch, scratch } from "./import.test-helper.ts";
import { importArchives } from "./import.ts";
import type { ImportReport } from "./model.ts";

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

const skill = Buffer.from(ownSkill("brew-tea", "Warm the pot first."));

const importZip = (content: Uint8Array, more: object = {}): Promise<ImportReport> =>
  runOperation(importArchives, place.context, { paths: [place.write("skills.zip", content)], user: true, ...more });

const zip = (files: Zippable): Uint8Array => zipSync(files);

/** The archive with every occurrence of a name replaced by one of the same length. */
function renamed(archive: Uint8Array, from: string, to: string): Uint8Array {
  expect(to.length).toBe(from.length);
  return Buffer.from(Buffer.from(archive).toString("latin1").replaceAll(from, to), "latin1");
}

describe("zip archives from outside", () => {
  it("give their skills with all files, bits that let a file run included", async () => {
    const archive = zip({
      "pack/brew-tea/SKILL.md": skill,
      "pack/brew-tea/scripts/run.sh": [Buffer.from("#!/bin/sh\necho\n"), { os: 3, attrs: (0o100755 << 16) >>> 0 }],
    });
    const report = await importZip(archive, { publish: true });
    expect(report.published).toHaveLength(1);
    const read = await (await place.context.bank()).read("user", "brew-tea");
    expect(read?.files.map(({ path, executable }) => [path, executable])).toEqual([
      ["SKILL.md", false],
      ["scripts/run.sh", true],
    ]);
  });

  it.each([
    ["a way out", "aaaaaaaaaaaa", "../../../../x"],
    ["an absolute path", "aaaaaaaaaaa", "/etc/cron.d/"],
    ["a drive", "aaaaaaaaaaa", "C:\\Windows\\x"],
    ["a backslash", "aaaaaaaaaaa", "..\\..\\..\\xyz"],
    ["a control character", "aaaaaaaaaaa", "x\u0001yaaaaaaaaa"],
    ["a device", "aaaaaaaaaaa", "nul.txtaaaa/NUL"],
  ])("leave out an entry with %s for a name, and take the rest", async (_what, stem, name) => {
    const filler = stem.padEnd(name.length, "a").slice(0, name.length);
    const archive = renamed(zip({ "brew-tea/SKILL.md": skill, [filler]: Buffer.from("x") }), filler, name);
    const report = await importZip(archive);
    expect(report.files.refused).toHaveLength(1);
    expect(report.waiting.map((item) => item.name)).toEqual(["brew-tea"]);
  });

  it("leave out links, whatever they lead to", async () => {
    const link: Zippable = {
      "brew-tea/passwd": [Buffer.from("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
    };
    const report = await importZip(zip({ "brew-tea/SKILL.md": skill, ...link }), { publish: true });
    expect(report.files.refused).toMatchObject([{ reason: "it is a link" }]);
    const read = await (await place.context.bank()).read("user", "brew-tea");
    expect(read?.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
  });

  it("that grow beyond all measure are refused whole, with the number", async () => {
    const bomb = zip({ "brew-tea/SKILL.md": skill, "brew-tea/zeros.bin": new Uint8Array(40 * 1024 * 1024) });
    expect(bomb.byteLength).toBeLessThan(100_000);
    const report = await importZip(bomb);
    expect(report.files.failed.map(({ error }) => error.code)).toEqual(["ARCHIVE_TOO_LARGE"]);
    expect(report.waiting).toEqual([]);
  });

  it("that lie about a size give no more than they declared, and are reported", async () => {
    const content = Buffer.alloc(900_000, "- x\n");
    const archive = Buffer.from(zip({ "brew-tea/SKILL.md": content }));
    const directory = archive.indexOf(Buffer.from("PK\u0001\u0002", "latin1"));
    archive.writeUInt32LE(10, directory + 24);
    const report = await importZip(archive);
    expect(report.files.failed.map(({ error }) => error.code)).toEqual(["ARCHIVE_INVALID"]);
    expect(deflateRawSync(content).byteLength).toBeLessThan(archive.byteLength);
  });

  it("that are cut off or changed on the way are refused, and nothing of them is kept", async () => {
    const archive = Buffer.from(zip({ "brew-tea/SKILL.md": [skill, { level: 0 }] }));
    const changed = Buffer.from(archive);
    changed[archive.indexOf("Warm")] = 0x57 ^ 1;
    for (const broken of [archive.subarray(0, archive.length - 30), changed, Buffer.from("PK nothing")]) {
      expect((await importZip(broken)).files.failed.map(({ error }) => error.code)).toEqual(["ARCHIVE_INVALID"]);
    }
    expect((await runOperation(list, place.context, {})).skills).toEqual([]);
  });

  it("with one name twice, in any case, keep the first", async () => {
    const two = zip({
      "brew-tea/SKILL.md": skill,
      "brew-tea/a.txt": Buffer.from("one"),
      "brew-tea/A.txt": Buffer.from("two"),
    });
    const report = await importZip(two, { publish: true });
    expect(report.files.refused).toMatchObject([{ reason: "named twice" }]);
    expect(report.notPublished).toEqual([]);
  });
});

describe("lines of skills", () => {
  it("beyond all measure are skipped without being kept, and the rest is read", async () => {
    const text = ownSkill("brew-tea", "Warm the pot first.");
    const line = (path: string, body: string): string => `${JSON.stringify({ path, text: body })}\n`;
    const bomb = line("b/bomb/SKILL.md", "x".repeat(9 * 1024 * 1024));
    const path = place.write(
      "bank.jsonl.gz",
      gzipSync(
        line("a/brew-tea/SKILL.md", text) + bomb + line("c/x/SKILL.md", text.replaceAll("brew-tea", "make-tea")),
      ),
    );
    const report = await runOperation(importArchives, place.context, { paths: [path], user: true });
    expect(report.waiting.map((item) => item.name)).toEqual(["brew-tea", "make-tea"]);
  });
});
