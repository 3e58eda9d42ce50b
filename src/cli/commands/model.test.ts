import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOperationContext, type OperationContext, runOperation } from "../../operations/index.ts";
import type { CommandRunner } from "../command.ts";
import { registerModelCommands } from "./model.ts";

let folder: string;
let context: OperationContext;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-ask-agent-"));
  context = createOperationContext({ home: join(folder, "home"), environment: { HOME: folder, PATH: folder } });
});
afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

function installClaude(): void {
  writeFileSync(join(folder, "claude"), "#!/bin/sh\n");
  chmodSync(join(folder, "claude"), 0o755);
}

/** Runs `model` with a person who gives `answer`; returns what was asked and which model is used then. */
async function runModel(answer: boolean | undefined, interactive = true): Promise<{ asked: string[]; used: unknown }> {
  const asked: string[] = [];
  let used: unknown;
  const runner: CommandRunner = {
    terminal: { out: () => {}, err: () => {}, interactive, redraws: false, columns: 100 },
    json: false,
    setExitCode: () => {},
    withContext: (work) => work(context),
    run: async (operation, input) => {
      used = ((await runOperation(operation, context, input)) as { model?: string }).model;
    },
  };
  const program = new Command();
  registerModelCommands(
    (name) => program.command(name),
    runner,
    async (question) => {
      asked.push(question);
      return answer;
    },
  );
  await program.parseAsync(["model"], { from: "user" });
  return { asked, used };
}

test("a person is asked about an installed agent once, and a yes holds", async () => {
  installClaude();
  expect(await runModel(true)).toEqual({
    asked: [
      "claude-cli is installed, and no other model is set up. May it be used as the model, within your subscription?",
    ],
    used: "claude-cli:default",
  });
  expect(await runModel(false)).toEqual({ asked: [], used: "claude-cli:default" });
});

test("a no holds too, and who would not say is asked again", async () => {
  installClaude();
  expect((await runModel(undefined)).asked.length).toBe(1);
  expect(await runModel(false)).toMatchObject({ asked: [expect.any(String)], used: undefined });
  expect(await runModel(true)).toEqual({ asked: [], used: undefined });
});

test("nobody is asked where there is no agent, or no person", async () => {
  expect((await runModel(true)).asked).toEqual([]);
  installClaude();
  expect((await runModel(true, false)).asked).toEqual([]);
});
