/** `config get | set | list`. */
import pc from "picocolors";
import { configGet, configList, configSet } from "../../operations/index.ts";
import type { RegisterCommands } from "../command.ts";
import { table } from "../render/text.ts";

interface ProjectOption {
  project?: string;
}

export const registerConfigCommands: RegisterCommands = (command, runner) => {
  const config = command("config");
  config
    .command("list")
    .description(configList.summary)
    .option("--project <dir>", "with the settings of this project")
    .action((options: ProjectOption) =>
      runner.run(configList, options, {
        render: ({ entries }) =>
          table(
            entries.map((entry) => [
              pc.bold(entry.key),
              JSON.stringify(entry.value),
              pc.dim(entry.origin),
              pc.dim(entry.summary),
            ]),
          ),
      }),
    );
  config
    .command("get <key>")
    .description(configGet.summary)
    .option("--project <dir>", "with the settings of this project")
    .action((key: string, options: ProjectOption) =>
      runner.run(configGet, { key, ...options }, { render: (entry) => JSON.stringify(entry.value) }),
    );
  config
    .command("set <key> <value>")
    .description(`${configSet.summary} (value "default" takes it out)`)
    .option("--project <dir>", "in the settings of this project")
    .action((key: string, value: string, options: ProjectOption) =>
      runner.run(
        configSet,
        { key, value: parseSettingValue(value), ...options },
        { render: ({ file }) => `${pc.green("✓")} ${key} set in ${file}` },
      ),
    );
};

/** `true`, `12` and `"text"` as JSON has them, `default` as null, anything else as the text it is. */
function parseSettingValue(value: string): string | number | boolean | null {
  if (value === "default") return null;
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === "string" || typeof parsed === "number" || typeof parsed === "boolean") return parsed;
  } catch {
    // Not JSON: a plain word such as `ask`.
  }
  return value;
}
