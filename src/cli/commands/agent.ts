/** `run` and `chat`. */
import { text } from "node:stream/consumers";
import { Option } from "commander";
import { run } from "../../operations/index.ts";
import { chatCommand } from "../agent/chat.ts";
import { type AgentOptions, agentInput, withAgentOptions } from "../agent/options.ts";
import { type OutputFormat, runCommand } from "../agent/run.ts";
import type { RegisterCommand } from "../command.ts";

interface RunOptions extends AgentOptions {
  outputFormat: OutputFormat;
}

export const registerAgentCommands: RegisterCommand = (program, runner) => {
  withAgentOptions(
    program
      .command("chat")
      .description("Talk with our own agent in this project; leaving looks the session over for skills"),
  ).action((options: AgentOptions) => chatCommand(runner, agentInput(options)));

  withAgentOptions(program.command("run [prompt...]").description(`${run.summary}; \`-\` reads the prompt from stdin`))
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
