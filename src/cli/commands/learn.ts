/** `learn`, `pending`, `approve`, `reject`. */
import { approve, learn, type Proposal, pending, reject, runOperation } from "../../operations/index.ts";
import type { RegisterCommands, Render } from "../command.ts";
import { printableValue } from "../render/printable.ts";
import {
  learnSummary,
  proposalDetails,
  renderApproval,
  renderLearn,
  renderPending,
  renderRejection,
} from "../render/proposals.ts";
import { reviewProposals } from "../review-proposals.ts";

interface LearnOptions {
  latest?: boolean;
  since?: string;
  agent?: string;
  project?: string;
  user?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  again?: boolean;
  review?: boolean;
}

export const registerLearnCommands: RegisterCommands = (command, runner) => {
  command("learn")
    .option("--latest", "only the newest session found")
    .option("--since <date>", "sessions since a date, or of the last 12h, 7d, 2w")
    .option("--agent <name>", "only sessions of this agent")
    .option("--project <dir>", "learn into this project (default: the project where the session ran)")
    .option("--user", "learn into your own bank, for all projects")
    .option("--dry-run", "show what would be proposed; write nothing")
    .option("--yes", "publish without asking")
    .option("--again", "read sessions again that were done")
    .option("--no-review", "do not let a model look over them as well")
    .action(async (paths: string[], { yes, ...options }: LearnOptions) => {
      const input = { paths, ...options, publish: yes ?? false };
      const asks = runner.terminal.interactive && !runner.json && yes !== true && options.dryRun !== true;
      if (!asks) return runner.run(learn, input, { render: renderLearn, exitCode: exitCodeOf });
      await runner.withContext(async (context) => {
        const report = await runOperation(learn, context, input);
        const decided = new Set(report.published.map((item) => item.id));
        const waiting = report.proposals.filter((proposal) => !decided.has(proposal.id));
        if (waiting.length === 0 || report.interrupted) {
          runner.terminal.out(`${renderLearn(printableValue(report), runner.terminal)}\n`);
        } else {
          runner.terminal.out(`${learnSummary(printableValue(report))}\n`);
          await reviewProposals(context, waiting, runner.terminal);
        }
        runner.setExitCode(exitCodeOf(report));
      });
    });

  command("pending")
    .option("--list", "only show what waits")
    .action(async (names: string[], { list }: { list?: boolean }) => {
      const { terminal, json } = runner;
      const render: Render<{ proposals: Proposal[] }> = (report) =>
        names.length > 0 ? report.proposals.map(proposalDetails).join("\n\n") : renderPending(report, terminal);
      if (list === true || json || !terminal.interactive) return runner.run(pending, { ids: names }, { render });
      await runner.withContext(async (context) => {
        const { proposals } = await runOperation(pending, context, { ids: names });
        if (proposals.length !== 1) terminal.out(`${renderPending(printableValue({ proposals }), terminal)}\n`);
        await reviewProposals(context, proposals, terminal);
      });
    });

  command("approve")
    .option("--all", "everything that waits")
    .action((ids: string[], options: { all?: boolean }) =>
      runner.run(
        approve,
        { ids, ...options },
        {
          render: renderApproval,
          exitCode: (report) => (report.failed.length > 0 ? 1 : 0),
        },
      ),
    );

  command("reject")
    .option("--all", "everything that waits")
    .option("--never", "never again, in any project or in your own bank")
    .option("--reason <text>", "why, for the record")
    .action((ids: string[], options: { all?: boolean; never?: boolean; reason?: string }) =>
      runner.run(
        reject,
        { ids, ...options },
        {
          render: (report) => renderRejection(report, options.never === true),
          exitCode: (report) => (report.failed.length > 0 ? 1 : 0),
        },
      ),
    );
};

function exitCodeOf(report: { interrupted: boolean; notPublished: unknown[]; files: { failed: unknown[] } }): number {
  if (report.interrupted) return 130;
  return report.notPublished.length > 0 || report.files.failed.length > 0 ? 1 : 0;
}
