/** Where the skill lies that a command names: the options of every command that takes a skill's name. */
import { type Command, Option } from "commander";

export interface ReferenceOptions {
  project?: string;
  scope?: string;
}

export function withReference(command: Command): Command {
  return command
    .option("--project <dir>", "project root (default: found from the current folder)")
    .addOption(new Option("--scope <scope>", "look only here").choices(["project", "user", "common"]));
}
