/** `model` and `usage`. */
import { type Command, Option } from "commander";
import { type ModelReport, model, runOperation, usage } from "../../operations/index.ts";
import type { CommandRunner } from "../command.ts";
import { renderModel, renderUsage } from "../render/model.ts";
import { printableValue } from "../render/printable.ts";

interface ModelCommandOptions {
  check?: boolean;
  agentCli?: "yes" | "no" | "ask";
}

/** Asks whether an agent may be the model; `undefined` when the person would not say. Replaced in tests. */
export type AskForAgent = (question: string) => Promise<boolean | undefined>;

export function registerModelCommands(
  command: (name: string) => Command,
  runner: CommandRunner,
  ask: AskForAgent = askWithPrompts,
): void {
  command("model")
    .option("--check", "make one tiny call to see whether it answers")
    .addOption(
      new Option("--agent-cli <answer>", "whether an installed agent may be the model").choices(["yes", "no", "ask"]),
    )
    .action(async (options: ModelCommandOptions) => {
      const agentCli = options.agentCli ?? (await askForAgentCli());
      await runner.run(
        model,
        { ...options, ...(agentCli === undefined ? {} : { agentCli }) },
        { render: renderModel, exitCode: ({ check }) => (check?.ok === false ? 1 : 0) },
      );
    });

  command("usage")
    .option("--since <date>", "since a date (2026-11-01) or an age (12h, 7d, 2w)")
    .option("--skill <name>", "only the skills of this name")
    .option("--user <name>", "only what happened for this person")
    .action((options: { since?: string; skill?: string; user?: string }) =>
      runner.run(usage, options, { render: renderUsage }),
    );

  /** Asks once, at a terminal, where an installed agent is all there is and the person has not said anything yet. */
  async function askForAgentCli(): Promise<"yes" | "no" | undefined> {
    if (!runner.terminal.interactive || runner.json) return undefined;
    const report = await runner.withContext((context) => runOperation(model, context, {}));
    const found = undecidedAgent(report);
    if (found === undefined) return undefined;
    const answer = await ask(`${printableValue(found)} May it be used as the model, within your subscription?`);
    if (answer === undefined) return undefined;
    return answer ? "yes" : "no";
  }
}

async function askWithPrompts(message: string): Promise<boolean | undefined> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message, initialValue: false });
  return isCancel(answer) ? undefined : answer;
}

function undecidedAgent({ agentCli, model: used, candidates }: ModelReport): string | undefined {
  const [first] = candidates;
  if (agentCli !== "ask" || used !== undefined || first?.from !== "agent cli") return undefined;
  return `${first.id} is installed, and no other model is set up.`;
}
