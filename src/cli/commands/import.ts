/** `import`. */
import { Option } from "commander";
import { IMPORT_KINDS, importArchives } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderImport } from "../render/import.ts";

interface ImportOptions {
  kind?: string[];
  yes?: boolean;
  [name: string]: unknown;
}

export const registerImportCommand: RegisterCommands = (command, runner) => {
  command("import")
    .addOption(
      new Option("--kind <kind...>", "only these (default: all; of a git checkout only skills)").choices(IMPORT_KINDS),
    )
    .option("--mine", "documents and skills are your own words, or you stand for them")
    .option("--min-turns <n>", "only conversations with so many turns of a person")
    .option("--language <name>", "only conversations in this language, e.g. zh or English")
    .option("--model-family <prefix>", "only conversations with models whose name begins so, e.g. gpt-4")
    .option("--limit <n>", "stop after so many conversations, documents or skills")
    .option("--project <dir>", "import into this project")
    .option("--user", "import into your own bank, for all projects")
    .option("--dry-run", "show what would be proposed; write nothing")
    .option("--yes", "publish without asking")
    .option("--again", "do again what was done")
    .option("--model-sessions <n>", "at most so many conversations go to a model (default: extract.sessionsPerLearn)")
    .option("--parallel <n>", "so many model calls at once (default 4)")
    .option("--no-review", "do not let a model look over what passed the gate")
    .action((paths: string[], { yes, kind, ...options }: ImportOptions) =>
      runner.run(
        importArchives,
        { paths, ...options, ...(kind === undefined ? {} : { kinds: kind }), publish: yes ?? false },
        {
          render: renderImport,
          exitCode: (report) =>
            report.interrupted ? 130 : report.files.failed.length + report.notPublished.length > 0 ? 1 : 0,
        },
      ),
    );
};
