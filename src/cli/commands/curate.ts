/** `curate`, `pin`, `unpin`, `archive`, `restore`, `archived`. */
import { archive, archived, curate, pin, restore, unpin } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderArchived, renderCurated, renderInArchive, renderPinned } from "../render/curate.ts";
import { renderRolledBack } from "../render/skills.ts";
import { type ReferenceOptions, withReference } from "./skill-reference.ts";

export const registerCurateCommands: RegisterCommands = (command, runner) => {
  command("curate")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--project <dir>", "project root (default: found from the current folder)")
    .action((options: { dryRun?: true; project?: string }) =>
      runner.run(curate, options, {
        render: renderCurated,
        exitCode: ({ interrupted, changes }) =>
          interrupted ? 130 : changes.some(({ error }) => error !== undefined) ? 1 : 0,
      }),
    );
  for (const operation of [pin, unpin]) {
    withReference(command(operation.name)).action((name: string, options: ReferenceOptions) =>
      runner.run(operation, { name, ...options }, { render: renderPinned }),
    );
  }
  withReference(command("archive"))
    .option("--reason <text>", "why")
    .action((name: string, options: ReferenceOptions & { reason?: string }) =>
      runner.run(archive, { name, ...options }, { render: renderArchived }),
    );
  withReference(command("restore")).action((name: string, options: ReferenceOptions) =>
    runner.run(restore, { name, ...options }, { render: renderRolledBack }),
  );
  withReference(command("archived")).action((options: ReferenceOptions) =>
    runner.run(archived, options, { render: renderInArchive }),
  );
};
