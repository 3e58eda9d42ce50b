/** A command line in a scratch home and project, whose output can be read back. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "./run-command-line.ts";
import type { Terminal } from "./terminal.ts";

export const DEMO_SESSION = fileURLToPath(
  new URL("../../examples/sessions/claude-code-parcel-api.jsonl", import.meta.url),
);

export interface ScratchCommandLine {
  folder: string;
  project: string;
  session: string;
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  /** Runs with `--json` and parses the one document that comes out. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into foreign JSON
  json(...args: string[]): Promise<{ code: number; document: any }>;
  remove(): void;
}

export function scratchCommandLine(): ScratchCommandLine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-cli-")));
  const project = join(folder, "project");
  mkdirSync(project);
  const session = join(folder, "session.jsonl");
  cpSync(DEMO_SESSION, session);

  const run = async (...args: string[]) => {
    let out = "";
    let err = "";
    const terminal: Terminal = {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      interactive: false,
      redraws: false,
      columns: 120,
    };
    const code = await runCommandLine(args, {
      terminal,
      environment: { HOME: folder, AUTOSKILL_USER: "tester" },
      workingDirectory: project,
    });
    return { code, out, err };
  };
  return {
    folder,
    project,
    session,
    run,
    json: async (...args) => {
      const { code, out } = await run(...args, "--json");
      return { code, document: JSON.parse(out) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
