/** `list`, `show`, `why`, `diff`, `history`, `rollback`, `remove`. */
import { type Command, Option } from "commander";
import { diff, history, list, remove, rollback, show, why } from "../../operations/index.ts";
import type { RegisterCommand } from "../command.ts";
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
  withReference(program.command("show <name>").description(show.summary)).action(
    (name: string, options: ReferenceOptions) => runner.run(show, { name, ...options }, { render: renderSkill }),
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
};
