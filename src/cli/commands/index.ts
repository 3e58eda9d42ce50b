/** All commands, in the order of `--help`. */
import type { RegisterCommand } from "../command.ts";
import { registerAgentCommands } from "./agent.ts";
import { registerBankCommands } from "./banks.ts";
import { registerConfigCommands } from "./config.ts";
import { registerCurateCommands } from "./curate.ts";
import { registerDemoCommand } from "./demo.ts";
import { registerDoctorCommand } from "./doctor.ts";
import { registerEvalCommands } from "./evaluate.ts";
import { registerEvolveCommand } from "./evolve.ts";
import { registerExtractCommand } from "./extract.ts";
import { registerImportCommand } from "./import.ts";
import { registerLearnCommands } from "./learn.ts";
import { registerLintCommand } from "./lint.ts";
import { registerModelCommands } from "./model.ts";
import { registerReviewCommand } from "./review.ts";
import { registerSearchCommands } from "./search.ts";
import { registerSessionCommands } from "./sessions.ts";
import { registerSkillCommands } from "./skills.ts";

export const registerCommands: RegisterCommand = (program, runner) => {
  registerDemoCommand(program, runner);
  registerSessionCommands(program, runner);
  registerLearnCommands(program, runner);
  registerImportCommand(program, runner);
  registerBankCommands(program, runner);
  registerExtractCommand(program, runner);
  registerReviewCommand(program, runner);
  registerEvolveCommand(program, runner);
  registerAgentCommands(program, runner);
  registerSkillCommands(program, runner);
  registerCurateCommands(program, runner);
  registerSearchCommands(program, runner);
  registerLintCommand(program, runner);
  registerEvalCommands(program, runner);
  registerModelCommands(program, runner);
  registerConfigCommands(program, runner);
  registerDoctorCommand(program, runner);
};
