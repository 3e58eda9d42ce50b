/** The README shows what really happens. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../src/cli/run-command-line.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

async function outputOf(args: string[]): Promise<string> {
  let out = "";
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    interactive: false,
    redraws: false,
    columns: 120,
  };
  expect(await runCommandLine(args, { terminal })).toBe(0);
  return out;
}

/** A line of the README as a pattern: `…` stands for anything. */
function pattern(line: string): RegExp {
  const parts = line.trim().split("…");
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));
}

describe("the README", () => {
  it("shows lines that the demo prints", async () => {
    const folder = mkdtempSync(join(tmpdir(), "autoskill-readme-"));
    try {
      const output = (await outputOf(["demo", "--folder", folder])).split("\n");
      const block = /```\n\$ npx autoskill demo\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
      const lines = block.split("\n").filter((line) => line.trim() !== "");
      expect(lines.length).toBeGreaterThan(10);
      for (const line of lines)
        expect(
          output.some((printed) => pattern(line).test(printed)),
          line,
        ).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("names commands and pages that exist", async () => {
    const help = await outputOf(["--help"]);
    const commands = [...readme.matchAll(/npx autoskill ([a-z]+)/g)].map((match) => match[1] ?? "");
    for (const command of commands) expect(help, command).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    for (const [, link = ""] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(() => readdirOrRead(join(root, link)), link).not.toThrow();
    }
  });
});

function readdirOrRead(path: string): unknown {
  return path.endsWith("/") ? readdirSync(path) : readFileSync(path);
}
