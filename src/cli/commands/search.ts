/** `search`, `context`, `index status | rebuild` and `tune triggers`. */
import { type Command, Option } from "commander";
import { indexRebuild, indexStatus, renderContext, search, tuneSkillTriggers } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderIndexRebuilt, renderIndexStatus, renderSearch, renderTuned } from "../render/search.ts";

interface SearchCommandOptions {
  topK?: string;
  minScore?: string;
  scope?: string;
  project?: string;
  embedder?: string;
  record?: true;
  session?: string;
  host?: string;
}

/** What a person looks up by hand is no use of a skill; an agent says `--record`. */
function recording({ record, session, host }: SearchCommandOptions) {
  if (record !== true) return { record: undefined };
  return { record: { session, host } };
}

const EMBEDDERS = "none, hashing, openai:MODEL, ollama:MODEL, google:MODEL, transformers:DIR";

const withSearchOptions = (command: Command): Command =>
  command
    .option("--top-k <number>", "most skills", "5")
    .option("--min-score <score>", "relevance from which a skill fits, 0 to 1")
    .addOption(new Option("--scope <scope>", "look only here").choices(["project", "user", "common"]))
    .option("--embedder <name>", EMBEDDERS)
    .option("--project <dir>", "project root (default: found from the current folder)")
    .option("--record", "record what is found as use of the skills, for an agent that asks")
    .option("--session <id>", "with --record: in this session")
    .option("--host <name>", "with --record: in this agent");

type IndexOptions = Pick<SearchCommandOptions, "project" | "embedder">;

const withIndexOptions = (command: Command): Command =>
  command
    .option("--embedder <name>", EMBEDDERS)
    .option("--project <dir>", "project root (default: found from the current folder)");

export const registerSearchCommands: RegisterCommands = (command, runner) => {
  withSearchOptions(command("search"))
    .option("--tag <tag...>", "only skills with all of these tags")
    .option("--explain", "show what each score is made of")
    .action((words: string[], { tag, ...options }: SearchCommandOptions & { tag?: string[]; explain?: boolean }) =>
      runner.run(
        search,
        { query: words.join(" "), ...options, tags: tag, ...recording(options) },
        { render: renderSearch },
      ),
    );

  withSearchOptions(command("context"))
    .option("--budget <tokens>", "most tokens, at four ASCII characters each", "4000")
    .action((words: string[], options: SearchCommandOptions & { budget: string }) =>
      runner.run(
        renderContext,
        { query: words.join(" "), ...options, ...recording(options) },
        { render: (block) => block.text },
      ),
    );

  const index = command("index");
  withIndexOptions(index.command("status").description(indexStatus.summary)).action((options: IndexOptions) =>
    runner.run(indexStatus, options, { render: renderIndexStatus }),
  );
  withIndexOptions(index.command("rebuild").description(indexRebuild.summary)).action((options: IndexOptions) =>
    runner.run(indexRebuild, options, { render: renderIndexRebuilt }),
  );

  command("tune")
    .command("triggers <name>")
    .description(tuneSkillTriggers.summary)
    .requiredOption("--cases <file>", "lines {id, prompt, shouldActivate, expected[], acceptable[]?}")
    .option("--min-score <score>", "relevance from which a skill fires")
    .option("--embedder <name>", EMBEDDERS)
    .option("--project <dir>", "project root (default: found from the current folder)")
    .addOption(new Option("--scope <scope>", "look only here").choices(["project", "user", "common"]))
    .action((name: string, options: SearchCommandOptions & { cases: string }) =>
      runner.run(tuneSkillTriggers, { name, ...options }, { render: renderTuned }),
    );
};
