/** `list`, `show`, `why`, `diff`, `history`, `rollback`, `remove`, `ledger`, `undo`. */
import { type Command, Option } from "commander";
import { diff, history, ledger, list, remove, rollback, show, undo, why } from "../../operations/index.ts";
import type { RegisterCommand } from "../command.ts";
import { renderLedger, renderUndone } from "../render/ledger.ts";
import {
  renderDifference,
  renderExplanation,
  renderHistory,
  renderList,
  renderRemoved,
  renderRolledBack,
  renderSkill,
} from "../render/skills.ts";

interface ReferenceOptions {
  project?: string;
  scope?: string;
}

const withReference = (command: Command): Command =>
  command
    .option("--project <dir>", "project root (default: found from the current folder)")
    .addOption(new Option("--scope <scope>", "look only here").choices(["project", "user", "common"]));

export const registerSkillCommands: RegisterCommand = (program, runner) => {
  withReference(program.command("list").description(list.summary)).action((options: ReferenceOptions) =>
    runner.run(list, options, { render: renderList }),
  );
  withReference(program.command("show <name>").description(show.summary))
    .option("--drafts", "also the rules that wait for more support")
    .action((name: string, options: ReferenceOptions & { drafts?: boolean }) =>
      runner.run(show, { name, ...options }, { render: renderSkill }),
    );
  withReference(program.command("why <name>").description(why.summary)).action(
    (name: string, options: ReferenceOptions) => runner.run(why, { name, ...options }, { render: renderExplanation }),
  );
  withReference(program.command("diff <name> [revision]").description(diff.summary)).action(
    (name: string, revision: string | undefined, options: ReferenceOptions) =>
      runner.run(diff, { name, revision, ...options }, { render: renderDifference }),
  );
  withReference(program.command("history <name>").description(history.summary)).action(
    (name: string, options: ReferenceOptions) => runner.run(history, { name, ...options }, { render: renderHistory }),
  );
  withReference(program.command("rollback <name> <revision>").description(rollback.summary)).action(
    (name: string, revision: string, options: ReferenceOptions) =>
      runner.run(rollback, { name, revision, ...options }, { render: renderRolledBack }),
  );
  withReference(program.command("remove <name>").description(remove.summary)).action(
    (name: string, options: ReferenceOptions) => runner.run(remove, { name, ...options }, { render: renderRemoved }),
  );
  withReference(program.command("ledger [name]").description(ledger.summary))
    .option("--actor <actor>", "only entries of this actor")
    .option("--limit <number>", "how many", "30")
    .action((name: string | undefined, options: ReferenceOptions & { actor?: string; limit: string }) =>
      runner.run(ledger, { name, ...options }, { render: renderLedger }),
    );
  program
    .command("undo <entry>")
    .description(undo.summary)
    .action((entry: string) => runner.run(undo, { entry }, { render: renderUndone }));
};
