import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder, openChildDirectory, openDirectory, openDirectoryInside } from "./fs-directory.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-directory-")));
  mkdirSync(join(base, "held"));
  mkdirSync(join(base, "theirs"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("making a folder", () => {
  it("makes what is missing above it, with the mode, and leaves what is there", () => {
    makeFolder(join(base, "made/deep/er"), 0o700);
    makeFolder(join(base, "made/deep/er"), 0o755);
    expect(statSync(join(base, "made/deep")).isDirectory()).toBe(true);
    if (process.platform !== "win32") expect(statSync(join(base, "made/deep/er")).mode & 0o777).toBe(0o700);
    makeFolder("/");
  });

  it("says which folder stands in the way, where a file does or a link to nothing", () => {
    writeFileSync(join(base, "file"), "");
    symlinkSync("nothing", join(base, "dangling"));
    for (const path of ["file", "file/below", "file/far/below", "dangling", "dangling/below"]) {
      const failure = { code: "FOLDER_NOT_MADE", message: expect.stringContaining(join(base, path)) };
      expect(() => makeFolder(join(base, path))).toThrow(expect.objectContaining(failure));
    }
    expect(() => makeFolder(join(base, "file/far/below"))).toThrow(`${join(base, "file")} is not a folder`);
  });

  it.runIf(existsSync("/proc/self"))("does not try for ever in a folder that takes none", () => {
    for (const path of ["/proc/autoskill-none", "/proc/autoskill-none/far/below"]) {
      expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: "FOLDER_NOT_MADE" }));
      expect(() => makeFolder(path)).toThrow("/proc takes no new folder");
    }
  });
});

describe("an open directory", () => {
  it.runIf(process.platform === "linux")("stays the same one when it is renamed and a link takes its place", () => {
    const held = openDirectory(join(base, "held"));
    renameSync(join(base, "held"), join(base, "moved"));
    symlinkSync("theirs", join(base, "held"));
    writeFileSync(held.at("file"), "ours");
    expect(readFileSync(join(base, "moved/file"), "utf8")).toBe("ours");
    expect(existsSync(join(base, "theirs/file"))).toBe(false);
    expect(() => held.verify()).toThrow(expect.objectContaining({ code: "PARENT_CHANGED" }));
    held.close();
  });

  it("takes one segment at a time, so nothing leads out of it", () => {
    const held = openDirectory(join(base, "held"));
    for (const name of ["..", "a/b", "/etc", "../theirs"]) expect(() => held.at(name)).toThrow();
    held.close();
  });

  it("is not opened through a link", () => {
    symlinkSync("theirs", join(base, "held/link"));
    const held = openDirectory(join(base, "held"));
    expect(() => openChildDirectory(held, "link")).toThrow(expect.objectContaining({ code: "SYMLINK_TRAVERSAL" }));
    held.close();
  });

  it("is created inside of a root, but not through a link out of it", () => {
    const made = openDirectoryInside(join(base, "held"), "a/b");
    expect(made.path).toBe(join(base, "held/a/b"));
    made.verify();
    made.close();
    symlinkSync(join(base, "theirs"), join(base, "held/out"));
    const outside = () => openDirectoryInside(join(base, "held"), "out/c");
    expect(outside).toThrow(expect.objectContaining({ code: "SYMLINK_TRAVERSAL" }));
    expect(existsSync(join(base, "theirs/c"))).toBe(false);
  });
});
