/** `doctor`: exit 1 when something fails. */
import pc from "picocolors";
import { doctor } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { table } from "../render/text.ts";

const MARKS = { ok: pc.green("✓"), warning: pc.yellow("!"), failure: pc.red("✗") };

export const registerDoctorCommand: RegisterCommands = (command, runner) => {
  command("doctor")
    .option("--project <dir>", "project root (default: found from the current folder)")
    .action((options: { project?: string }) =>
      runner.run(doctor, options, {
        render: ({ checks }) =>
          table(
            checks.map((check) => [
              MARKS[check.status],
              pc.bold(check.name),
              check.next === undefined ? check.detail : `${check.detail} ${pc.dim(`next: ${check.next}`)}`,
            ]),
          ),
        exitCode: ({ healthy }) => (healthy ? 0 : 1),
      }),
    );
};
