import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AutoskillError } from "./errors.ts";
import { isInside, resolveInside, splitRelativePath } from "./fs-path.ts";

let base: string;
let root: string;
let outside: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-path-")));
  [root, outside] = [join(base, "root"), join(base, "outside")];
  mkdirSync(root);
  mkdirSync(outside);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const codeOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    return AutoskillError.isInstance(error) ? error.code : String(error);
  }
  return "none";
};

describe("resolveInside", () => {
  it("gives the real path, also of what does not exist yet", () => {
    expect(resolveInside(root, "a/b.md")).toBe(join(root, "a/b.md"));
    symlinkSync(root, join(base, "alias"));
    expect(resolveInside(join(base, "alias"), "a")).toBe(join(root, "a"));
    expect(resolveInside(join(base, "alias/new"), "a")).toBe(join(root, "new/a"));
  });

  it("follows links that stay inside, and links to links", () => {
    mkdirSync(join(root, "real"));
    symlinkSync("real", join(root, "one"));
    symlinkSync("one", join(root, "two"));
    expect(resolveInside(root, "two/x")).toBe(join(root, "real/x"));
  });

  it.each(["../x", "a/../../x", "/etc/passwd", "C:\\x", "C:x", "\\\\server\\share"])(
    "refuses %j as outside",
    (path) => {
      expect(codeOf(() => resolveInside(root, path))).toBe("OUTSIDE_ROOT");
    },
  );

  it.each([
    "",
    ".",
    "a//b",
    "a/./b",
    "a/",
    "a\u0000",
    "a\\b",
    "ab:c",
    "con",
    "x/NUL.txt",
    "com1.md",
    "lpt9",
    "dot.",
    "space ",
  ])("refuses %j as no portable path", (path) => {
    expect(codeOf(() => resolveInside(root, path))).toBe("INVALID_PATH");
  });

  it("refuses links that lead out, at any depth, also through a second link or to a file", () => {
    symlinkSync(outside, join(root, "out"));
    mkdirSync(join(root, "deep"));
    symlinkSync("../out", join(root, "deep/chain"));
    writeFileSync(join(outside, "file"), "x");
    symlinkSync(join(outside, "file"), join(root, "file"));
    for (const path of ["out", "out/x", "deep/chain/x", "file"]) {
      expect(codeOf(() => resolveInside(root, path))).toBe("SYMLINK_TRAVERSAL");
    }
  });

  it("refuses links to nothing and links in a circle", () => {
    symlinkSync("nowhere", join(root, "dangling"));
    symlinkSync("circle", join(root, "circle"));
    expect(codeOf(() => resolveInside(root, "dangling/x"))).toBe("SYMLINK_TRAVERSAL");
    expect(codeOf(() => resolveInside(root, "circle"))).toBe("SYMLINK_TRAVERSAL");
  });

  it("never leaves the root, whatever it is given", () => {
    symlinkSync(outside, join(root, "out"));
    const segment = fc.oneof(
      fc.constantFrom("..", ".", "out", "a", "", "\\", "%2e%2e", "．．"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        let found: string;
        try {
          found = resolveInside(root, segments.join("/"));
        } catch (error) {
          return AutoskillError.isInstance(error);
        }
        return isInside(root, found);
      }),
    );
  });
});

describe("isInside", () => {
  it("is about segments, not prefixes", () => {
    expect(isInside("/a/b", "/a/b")).toBe(true);
    expect(isInside("/a/b", "/a/b/..c")).toBe(true);
    expect(isInside("/a/b", "/a/bc")).toBe(false);
    expect(isInside("/a/b", "/a")).toBe(false);
  });
});

describe("splitRelativePath", () => {
  it("takes names of any script", () => {
    expect(splitRelativePath("参考/日本語.md")).toEqual(["参考", "日本語.md"]);
  });
});
