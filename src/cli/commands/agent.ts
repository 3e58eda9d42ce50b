/** `run` and `chat`. */
import { text } from "node:stream/consumers";
import { Option } from "commander";
import { chatCommand } from "../agent/chat.ts";
import { type AgentOptions, agentInput, withAgentOptions } from "../agent/options.ts";
import { type OutputFormat, runCommand } from "../agent/run.ts";
import type { RegisterCommands } from "../command.ts";

interface RunOptions extends AgentOptions {
  outputFormat: OutputFormat;
}

export const registerAgentCommands: RegisterCommands = (command, runner) => {
  withAgentOptions(command("chat")).action((options: AgentOptions) => chatCommand(runner, agentInput(options)));

  withAgentOptions(command("run"))
    .addOption(
      new Option("--output-format <format>", "how the answer is printed")
        .choices(["text", "json", "stream-json"])
        .default("text"),
    )
    .action(async (words: string[], { outputFormat, ...options }: RunOptions) => {
      const prompt = words.length === 1 && words[0] === "-" ? await text(process.stdin) : words.join(" ");
      await runCommand(runner, { ...agentInput(options), prompt }, runner.json ? "json" : outputFormat);
    });
};
