/** An agent CLI for tests: a real executable on a PATH of its own, which notes how it was started. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface FakeAgentRun {
  args: string[];
  stdin: string;
  environment: Record<string, string>;
  directory: string;
  /** Names in its folder. */
  files: string[];
  settings: Record<string, unknown> | undefined;
}

export interface FakeAgent {
  /** Folder to put on the PATH. */
  directory: string;
  path: string;
  /** Runs other than those for help. */
  runs(): FakeAgentRun[];
  /** Process ids of what it started in the background, if the behaviour does so. */
  remove(): void;
}

/**
 * @param behaviour JavaScript that runs after the start was noted; it sees `args` and `stdin`
 * @param help what `--help` prints
 */
export function installFakeAgent(program: string, behaviour: string, help: string): FakeAgent {
  const directory = mkdtempSync(join(tmpdir(), "autoskill-fake-agent-"));
  const path = join(directory, program);
  const log = join(directory, "runs.jsonl");
  const source = `#!${process.execPath}
const fs = require("node:fs");
const args = process.argv.slice(2);
if (args.includes("--help")) { process.stdout.write(${JSON.stringify(help)}); process.exit(0); }
const stdin = fs.readFileSync(0, "utf8");
const settingsPath = process.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? process.env.QWEN_CODE_SYSTEM_SETTINGS_PATH;
const settings = settingsPath === undefined ? undefined : JSON.parse(fs.readFileSync(settingsPath, "utf8"));
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({
  args, stdin, environment: process.env, directory: process.cwd(), files: fs.readdirSync("."), settings,
}) + "\\n");
${behaviour}
`;
  writeFileSync(path, source);
  chmodSync(path, 0o755);
  return {
    directory,
    path,
    runs: () =>
      existsSync(log)
        ? readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as FakeAgentRun)
        : [],
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
