/** `export`, `stats`. */
import { Option } from "commander";
import { exportSkills, stats } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { renderExport, renderStats } from "../render/banks.ts";

const scopeOption = (): Option => new Option("--scope <scope>", "only these").choices(["project", "user", "common"]);

export const registerBankCommands: RegisterCommands = (command, runner) => {
  command("export")
    .option("--skills <names...>", "only these skills (default: all that autoskill wrote or keeps)")
    .requiredOption("--to <path>", "a new or empty folder, or a file that ends in .zip")
    .addOption(scopeOption())
    .option("--project <dir>", "project root (default: found from the current folder)")
    .option("--with-evidence", "also why each rule is there: redacted quotes, sessions numbered")
    .action((options: Record<string, unknown>) => runner.run(exportSkills, options, { render: renderExport }));

  command("stats")
    .option("--skills <path>", "a folder of skills, or a .jsonl[.gz] of {path, text} (default: the bank)")
    .addOption(scopeOption())
    .option("--project <dir>", "project root (default: found from the current folder)")
    .option("--top <n>", "so many rows of long tables (default 20)")
    .option("--svg <file>", "also draw the tables into this file")
    .action((options: Record<string, unknown>) => runner.run(stats, options, { render: renderStats }));
};
