/** `evolve`: one skill, made better from many sessions. */
import { evolve } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderEvolve } from "../render/evolve.ts";

interface EvolveOptions {
  sessions: string[];
  scope?: string;
  project?: string;
  dryRun?: boolean;
  yes?: boolean;
  model?: boolean;
  parallel?: string;
  maxTokens?: string;
}

export const registerEvolveCommand: RegisterCommands = (command, runner) => {
  command("evolve")
    .requiredOption("--sessions <paths...>", "transcripts, or folders of them")
    .option("--scope <scope>", "project or user (default: the first that has the skill)")
    .option("--project <dir>", "root of the project (default: the one you are in)")
    .option("--dry-run", "show what would be proposed; propose nothing")
    .option("--yes", "publish what it proposes without asking")
    .option("--no-model", "look at the sessions without a model, even where one is configured")
    .option("--parallel <n>", "sessions that a model looks at at the same time (default: 4)")
    .option("--max-tokens <n>", "tokens of all calls together (default: 2000000)")
    .action((name: string, { yes, parallel, maxTokens, ...options }: EvolveOptions) =>
      runner.run(
        evolve,
        {
          name,
          ...options,
          publish: yes ?? false,
          ...(parallel === undefined ? {} : { parallel: Number(parallel) }),
          ...(maxTokens === undefined ? {} : { maxTokens: Number(maxTokens) }),
        },
        {
          render: renderEvolve,
          exitCode: ({ stoppedBy, failed, notPublished }) =>
            stoppedBy === "person" ? 130 : stoppedBy !== undefined || failed.length + notPublished.length > 0 ? 1 : 0,
        },
      ),
    );
};
