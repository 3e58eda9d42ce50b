/** `list`, `show`, `why`, `diff`, `history`, `rollback`, `remove`, `ledger`, `undo`. */
import { diff, history, ledger, list, remove, rollback, show, undo, why } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
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
import { type ReferenceOptions, withReference } from "./skill-reference.ts";

export const registerSkillCommands: RegisterCommands = (command, runner) => {
  withReference(command("list")).action((options: ReferenceOptions) =>
    runner.run(list, options, { render: renderList }),
  );
  withReference(command("show"))
    .option("--drafts", "also the rules that wait for more support")
    .action((name: string, options: ReferenceOptions & { drafts?: boolean }) =>
      runner.run(show, { name, ...options }, { render: renderSkill }),
    );
  withReference(command("why")).action((name: string, options: ReferenceOptions) =>
    runner.run(why, { name, ...options }, { render: renderExplanation }),
  );
  withReference(command("diff")).action((name: string, revision: string | undefined, options: ReferenceOptions) =>
    runner.run(diff, { name, revision, ...options }, { render: renderDifference }),
  );
  withReference(command("history")).action((name: string, options: ReferenceOptions) =>
    runner.run(history, { name, ...options }, { render: renderHistory }),
  );
  withReference(command("rollback")).action((name: string, revision: string, options: ReferenceOptions) =>
    runner.run(rollback, { name, revision, ...options }, { render: renderRolledBack }),
  );
  withReference(command("remove")).action((name: string, options: ReferenceOptions) =>
    runner.run(remove, { name, ...options }, { render: renderRemoved }),
  );
  withReference(command("ledger"))
    .option("--actor <actor>", "only entries of this actor")
    .option("--limit <number>", "how many", "30")
    .action((name: string | undefined, options: ReferenceOptions & { actor?: string; limit: string }) =>
      runner.run(ledger, { name, ...options }, { render: renderLedger }),
    );
  command("undo").action((entry: string) => runner.run(undo, { entry }, { render: renderUndone }));
};
