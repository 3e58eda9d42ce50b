/**
 * All commands, in the order of `--help`: how each is called and what it does. Its options and what it runs are loaded when it
 * is the one that is asked for, for a hook may run a command at every prompt.
 */
import type { Command } from "commander";
import { SUMMARIES } from "../../operations/index.ts";
import type { CommandRunner, RegisterCommands } from "../command.ts";

interface CommandFile {
  /** By how it is called. */
  commands: Record<string, string>;
  load(): Promise<RegisterCommands>;
}

const FILES: readonly CommandFile[] = [
  {
    commands: { demo: SUMMARIES.demo },
    load: async () => (await import("./demo.ts")).registerDemoCommand,
  },
  {
    commands: { sessions: SUMMARIES.sessions },
    load: async () => (await import("./sessions.ts")).registerSessionCommands,
  },
  {
    commands: {
      "learn [paths...]": `${SUMMARIES.learn}; without a path, from the newest session found`,
      "pending [names...]": `${SUMMARIES.pending}; at a terminal, decide about each`,
      "approve [ids...]": SUMMARIES.approve,
      "reject [ids...]": SUMMARIES.reject,
    },
    load: async () => (await import("./learn.ts")).registerLearnCommands,
  },
  {
    commands: { "import <paths...>": SUMMARIES.import },
    load: async () => (await import("./import.ts")).registerImportCommand,
  },
  {
    commands: { export: SUMMARIES.export, stats: SUMMARIES.stats },
    load: async () => (await import("./banks.ts")).registerBankCommands,
  },
  {
    commands: { "extract [path]": `${SUMMARIES.extract}; without a path, of the newest session found` },
    load: async () => (await import("./extract.ts")).registerExtractCommand,
  },
  {
    commands: { "review [session]": `${SUMMARIES.review}; without one, those that wait` },
    load: async () => (await import("./review.ts")).registerReviewCommand,
  },
  {
    commands: { "evolve <skill>": SUMMARIES.evolve },
    load: async () => (await import("./evolve.ts")).registerEvolveCommand,
  },
  {
    commands: {
      chat: "Talk with our own agent in this project; leaving looks the session over for skills",
      "run [prompt...]": `${SUMMARIES.run}; \`-\` reads the prompt from stdin`,
    },
    load: async () => (await import("./agent.ts")).registerAgentCommands,
  },
  {
    commands: {
      list: SUMMARIES.list,
      "show <name>": SUMMARIES.show,
      "why <name>": SUMMARIES.why,
      "diff <name> [revision]": SUMMARIES.diff,
      "history <name>": SUMMARIES.history,
      "rollback <name> <revision>": SUMMARIES.rollback,
      "remove <name>": SUMMARIES.remove,
      "ledger [name]": SUMMARIES.ledger,
      "undo <entry>": SUMMARIES.undo,
    },
    load: async () => (await import("./skills.ts")).registerSkillCommands,
  },
  {
    commands: {
      curate: SUMMARIES.curate,
      "pin <name>": SUMMARIES.pin,
      "unpin <name>": SUMMARIES.unpin,
      "archive <name>": SUMMARIES.archive,
      "restore <name>": SUMMARIES.restore,
      archived: SUMMARIES.archived,
    },
    load: async () => (await import("./curate.ts")).registerCurateCommands,
  },
  {
    commands: {
      "search <words...>": SUMMARIES.search,
      "context <words...>": SUMMARIES.context,
      index: "The saved search index",
      tune: "Improve how a skill is found",
    },
    load: async () => (await import("./search.ts")).registerSearchCommands,
  },
  {
    commands: { "lint <paths...>": SUMMARIES.lint },
    load: async () => (await import("./lint.ts")).registerLintCommand,
  },
  {
    commands: { eval: "Measure parts of autoskill on data" },
    load: async () => (await import("./evaluate.ts")).registerEvalCommands,
  },
  {
    commands: { model: SUMMARIES.model, usage: SUMMARIES.usage },
    load: async () => (await import("./model.ts")).registerModelCommands,
  },
  {
    commands: { config: "Read and change settings" },
    load: async () => (await import("./config.ts")).registerConfigCommands,
  },
  {
    commands: { doctor: SUMMARIES.doctor },
    load: async () => (await import("./doctor.ts")).registerDoctorCommand,
  },
];

/** Adds every command to the program, and `help`. */
export function addCommands(program: Command, runner: CommandRunner): void {
  const loaders = new Map<Command, () => Promise<void>>();
  for (const { commands, load } of FILES) {
    const added = Object.entries(commands).map(([usage, summary]) => program.command(usage).description(summary));
    const named = (name: string): Command => {
      const found = added.find((command) => command.name() === name);
      if (found === undefined) throw new Error(`The table of commands lacks ${name}.`);
      return found;
    };
    for (const command of added) loaders.set(command, async () => (await load())(named, runner));
  }
  program.hook("preSubcommand", (_, command) => loaders.get(command)?.());
  program
    .helpCommand(false)
    .command("help [command]")
    .description("display help for command")
    .action(async (name?: string) => {
      if (name === undefined) program.help();
      const about = program.commands.find((command) => command.name() === name);
      if (about === undefined) program.error(`error: unknown command '${name}'`);
      await loaders.get(about)?.();
      about.help();
    });
}
