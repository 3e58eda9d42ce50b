/** `review`: a model looks over a session, or over those that wait for it. */
import { review } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderReview } from "../render/review.ts";

interface ReviewOptions {
  latest?: boolean;
  project?: string;
  user?: boolean;
  yes?: boolean;
  list?: boolean;
}

export const registerReviewCommand: RegisterCommands = (command, runner) => {
  command("review")
    .option("--latest", "the newest session found")
    .option("--project <dir>", "learn into this project (default: the project where the session ran)")
    .option("--user", "learn into your own bank, for all projects")
    .option("--yes", "publish what it proposes without asking")
    .option("--list", "only show which reviews wait")
    .action((session: string | undefined, { yes, ...options }: ReviewOptions) =>
      runner.run(
        review,
        { ...(session === undefined ? {} : { session }), ...options, publish: yes ?? false },
        {
          render: renderReview,
          exitCode: (report) =>
            report.runs.some((run) => run.state === "released")
              ? 130
              : report.runs.some((run) => run.state !== "done" || run.notPublished.length > 0)
                ? 1
                : 0,
        },
      ),
    );
};
