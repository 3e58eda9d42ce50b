import { Command } from "commander";
import { expect, it } from "vitest";
import type { CommandRunner } from "../command.ts";
import { addCommands } from "./index.ts";

const runner: CommandRunner = {
  terminal: { out: () => {}, err: () => {}, interactive: false, redraws: false, columns: 100 },
  json: false,
  setExitCode: () => {},
  withContext: () => Promise.reject(new Error("nothing is run here")),
  run: () => Promise.reject(new Error("nothing is run here")),
};

function freshProgram(): Command {
  const program = new Command("autoskill").exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  addCommands(program, runner);
  return program;
}

const names = freshProgram().commands.map((command) => command.name());

it.each(names)(
  "%s gets its options and its work when it is asked for, in both ways of asking for help",
  async (name) => {
    const helps: string[] = [];
    for (const args of name === "help"
      ? [["help"]]
      : [
          [name, "--help"],
          ["help", name],
        ]) {
      const program = freshProgram();
      await expect(program.parseAsync(args, { from: "user" })).rejects.toMatchObject({ exitCode: 0 });
      const command = program.commands.find((other) => other.name() === name);
      helps.push(command?.helpInformation() ?? "");
      // Commander has no public way to ask whether a command does anything.
      const acts = Reflect.get(command ?? {}, "_actionHandler") !== null || (command?.commands.length ?? 0) > 0;
      expect(acts).toBe(true);
    }
    expect(new Set(helps).size).toBe(1);
    expect(helps[0]).toContain(`Usage: autoskill ${name}`);
  },
);

it("refuses help about a command that there is not", async () => {
  await expect(freshProgram().parseAsync(["help", "nothing"], { from: "user" })).rejects.toMatchObject({
    message: "error: unknown command 'nothing'",
    exitCode: 1,
  });
});
