import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { moveWithoutReplacing, writeFileAtomic, writeNewFile } from "./fs-write.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "autoskill-write-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("writeFileAtomic", () => {
  it("replaces the whole file and leaves nothing else behind", () => {
    const path = join(base, "config.json");
    writeFileAtomic(path, "a long first text");
    writeFileAtomic(path, "short");
    expect(readFileSync(path, "utf8")).toBe("short");
    expect(readdirSync(base)).toEqual(["config.json"]);
  });

  it("replaces a link instead of writing through it", () => {
    writeFileSync(join(base, "theirs"), "theirs");
    symlinkSync("theirs", join(base, "ours"));
    writeFileAtomic(join(base, "ours"), "ours");
    expect(readFileSync(join(base, "theirs"), "utf8")).toBe("theirs");
    expect(lstatSync(join(base, "ours")).isSymbolicLink()).toBe(false);
  });

  it.skipIf(process.platform === "win32")("gives exactly the mode that was asked for", () => {
    const path = join(base, "secret");
    writeFileSync(path, "x", { mode: 0o666 });
    writeFileAtomic(path, "y", { mode: 0o600 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("keeps the old file when the new one cannot take its place", () => {
    mkdirSync(join(base, "taken/full"), { recursive: true });
    expect(() => writeFileAtomic(join(base, "taken"), "x")).toThrow();
    expect(readdirSync(base)).toEqual(["taken"]);
  });
});

describe("creation without replacement", () => {
  it("fails where a file or a dangling link lies", () => {
    writeFileSync(join(base, "file"), "theirs");
    symlinkSync("nowhere", join(base, "link"));
    for (const name of ["file", "link"]) {
      expect(() => writeNewFile(join(base, name), "ours")).toThrow(expect.objectContaining({ code: "EEXIST" }));
    }
  });

  it("moves a file to a free name only", () => {
    for (const name of ["one", "two", "taken"]) writeFileSync(join(base, name), name);
    moveWithoutReplacing(join(base, "one"), join(base, "free"));
    expect(() => moveWithoutReplacing(join(base, "two"), join(base, "taken"))).toThrow();
    expect(readFileSync(join(base, "taken"), "utf8")).toBe("taken");
    expect(readdirSync(base).sort()).toEqual(["free", "taken", "two"]);
  });
});
