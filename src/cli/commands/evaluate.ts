/** `eval …`: the measurements behind the figures in the docs. */
import { evalPatches } from "../../operations/index.ts";
import type { RegisterCommand } from "../command.ts";

export const registerEvalCommands: RegisterCommand = (program, runner) => {
  const evaluate = program.command("eval").description("Measure parts of autoskill on data");
  evaluate
    .command("patches")
    .description(evalPatches.summary)
    .requiredOption("--skills <file>", "lines {path, text | base64}, .jsonl or .jsonl.gz")
    .option("--n <sets>", "how many edit sets", "10000")
    .option("--seed <number>", "seed of the random numbers", "1")
    .action((options: { skills: string; n: string; seed: string }) =>
      runner.run(evalPatches, options, {
        render: (report) => JSON.stringify(report, null, 2),
        exitCode: (report) => (report.corruptions > 0 || report.undoMismatches > 0 ? 1 : 0),
      }),
    );
};
