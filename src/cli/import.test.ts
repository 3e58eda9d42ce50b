import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let cli: ScratchCommandLine;
beforeEach(() => {
  cli = scratchCommandLine();
});
afterEach(() => cli.remove());

it("names the first files that it does not recognise, and counts the others", async () => {
  const folder = join(cli.project, "old");
  mkdirSync(folder);
  for (const name of ["a.json", "b.json", "c.json", "d.json", "e.json"]) writeFileSync(join(folder, name), "");
  const { code, out } = await cli.run("import", folder);
  expect(code).toBe(0);
  expect(out).toContain("5 files not recognised.");
  expect(out.match(/not recognised: .*[abc]\.json$/gm)).toHaveLength(3);
  expect(out).toContain("and 2 more (--json)");
});
