/** `extract`: a model looks at a conversation for what the person wants each time. */
import { extract } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderExtraction } from "../render/extraction.ts";

interface ExtractOptions {
  hint?: string;
  sessionId?: string;
  window?: string;
  project?: string;
  user?: boolean;
  yes?: boolean;
}

export const registerExtractCommand: RegisterCommands = (command, runner) => {
  command("extract")
    .option("--hint <text>", "what to look for, in your words")
    .option("--session-id <id>", "which session of the file (default: the last)")
    .option("--window <turns>", "your newest turns that are looked at")
    .option("--project <dir>", "learn into this project (default: the project where the session ran)")
    .option("--user", "learn into your own bank, for all projects")
    .option("--yes", "publish what it proposes without asking")
    .action((path: string | undefined, { yes, ...options }: ExtractOptions) =>
      runner.run(
        extract,
        { ...(path === undefined ? {} : { path }), ...options, publish: yes ?? false },
        { render: renderExtraction, exitCode: (report) => (report.notPublished.length > 0 ? 1 : 0) },
      ),
    );
};
