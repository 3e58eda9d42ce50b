/** `eval …`: the measurements behind the figures in the docs. */
import { evalMerge, evalPatches, evalRetrieval, evalTriggers } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderMerge, renderRetrieval, renderTriggers } from "../render/evaluations.ts";

interface SearchEvaluationOptions {
  skills: string;
  embedder?: string;
  minScore?: string;
}

const SKILLS = "lines {path, text | base64} (.jsonl, .jsonl.gz), {skills: [{name, description}]} (.json), or a folder";
const EMBEDDERS = "none, hashing, openai:MODEL, ollama:MODEL, google:MODEL, transformers:DIR";

export const registerEvalCommands: RegisterCommands = (command, runner) => {
  const evaluate = command("eval");
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

  evaluate
    .command("merge")
    .description(evalMerge.summary)
    .requiredOption(
      "--pairs <file>",
      "lines {id, label: same | overlap | distinct, a: {name, description, path?}, b: {…}}",
    )
    .option("--skills <path>", "whole skills by path; default: name and description alone are judged")
    .action((options: { pairs: string; skills?: string }) => runner.run(evalMerge, options, { render: renderMerge }));

  evaluate
    .command("retrieval")
    .description(evalRetrieval.summary)
    .requiredOption("--skills <path>", SKILLS)
    .requiredOption("--queries <file>", "lines {qid, query, relevant[], source?, ignore[]?, lang?}")
    .option("--embedder <name>", EMBEDDERS)
    .option("--min-score <score>", "relevance from which a query counts as answered")
    .action((options: SearchEvaluationOptions & { queries: string }) =>
      runner.run(evalRetrieval, options, { render: renderRetrieval }),
    );

  evaluate
    .command("triggers")
    .description(evalTriggers.summary)
    .requiredOption("--skills <path>", SKILLS)
    .requiredOption("--cases <file>", "lines {id, prompt, shouldActivate, expected[], acceptable[]?, category?}")
    .option("--embedder <name>", EMBEDDERS)
    .option("--min-score <score>", "relevance from which a skill fires")
    .action((options: SearchEvaluationOptions & { cases: string }) =>
      runner.run(evalTriggers, options, { render: renderTriggers }),
    );
};
