/** What a person can type in `chat` besides words for the agent. */
import pc from "picocolors";
import { errorToJson } from "../../base/index.ts";
import { type AgentSession, ledger, list, runOperation, undo, why } from "../../operations/index.ts";
import { renderExtraction } from "../render/extraction.ts";
import { renderUndone } from "../render/ledger.ts";
import { printable, printableValue } from "../render/printable.ts";
import { renderExplanation } from "../render/skills.ts";
import { shorten, table } from "../render/text.ts";
import type { Terminal } from "../terminal.ts";
import { outcomeWords } from "./review-words.ts";

interface SlashCommand {
  name: string;
  what: string;
  /** `rest`: what stands after the name. */
  run(session: AgentSession, terminal: Terminal, signal: AbortSignal, rest: string): Promise<"quit" | undefined>;
}

const COMMANDS: readonly SlashCommand[] = [
  {
    name: "/help",
    what: "this list",
    run: async (_session, terminal) => {
      terminal.out(`${table(COMMANDS.map(({ name, what }) => [name, what]))}\n`);
      terminal.out(
        pc.dim("A line that ends in \\ goes on in the next. Ctrl-C stops an answer; at the prompt it leaves.\n"),
      );
      return undefined;
    },
  },
  {
    name: "/skills",
    what: "the skills that the agent can use here",
    run: async (session, terminal) => {
      const { skills } = printableValue(await runOperation(list, session.context, { project: session.projectRoot }));
      const room = Math.max(20, terminal.columns - 40);
      const rows = skills.map(({ name, scope, description }) => [name, scope, shorten(description ?? "", room)]);
      terminal.out(rows.length === 0 ? "There are no skills here yet.\n" : `${table(rows)}\n`);
      return undefined;
    },
  },
  {
    name: "/why",
    what: "NAME: why each rule of a skill is there",
    run: async (session, terminal, _signal, rest) => {
      if (rest === "") terminal.out("Whose rules? /why NAME; /skills shows the names.\n");
      else {
        const input = { name: rest, project: session.projectRoot };
        const found = printableValue(await runOperation(why, session.context, input));
        terminal.out(`${renderExplanation(found, terminal)}\n`);
      }
      return undefined;
    },
  },
  {
    name: "/extract",
    what: "[HINT]: look at the newest turns for what you want each time",
    run: async (session, terminal, signal, rest) => {
      terminal.out(pc.dim("Looking at the newest turns; Ctrl-C stops it.\n"));
      const report = await session.extractNow(rest === "" ? undefined : rest, signal);
      terminal.out(`${renderExtraction(printableValue(report), terminal)}\n`);
      return undefined;
    },
  },
  {
    name: "/undo",
    what: "[ENTRY]: take the last change of a skill back, or an entry of `autoskill ledger`",
    run: async (session, terminal, _signal, rest) => {
      const entry = rest === "" ? await lastChange(session) : rest;
      if (entry === undefined) terminal.out("There is nothing to take back.\n");
      else {
        const undone = await runOperation(undo, session.context, { entry });
        terminal.out(`${renderUndone(printableValue(undone), terminal)}\n`);
      }
      return undefined;
    },
  },
  {
    name: "/review",
    what: "look this session over for skills now",
    run: async (session, terminal, signal) => {
      terminal.out(pc.dim("Looking the session over; Ctrl-C stops it.\n"));
      const reviewed = await session.reviewNow(signal);
      const words = "state" in reviewed ? outcomeWords(reviewed) : `Not reviewed: ${reviewed.reason}.`;
      terminal.out(`${printable(words)}\n`);
      return undefined;
    },
  },
  { name: "/quit", what: "end the session and look it over", run: async () => "quit" },
];

/** The newest change that was not taken back. */
async function lastChange({ context, projectRoot }: AgentSession): Promise<number | undefined> {
  const { entries } = await runOperation(ledger, context, { limit: 200 });
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []));
  const here = entries.filter((entry) => entry.projectRoot === undefined || entry.projectRoot === projectRoot);
  return here.find(({ id, canUndo, undoes }) => canUndo && undoes === undefined && !undone.has(id))?.id;
}

/** @param line begins with a slash */
export async function runSlashCommand(
  line: string,
  session: AgentSession,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<"quit" | undefined> {
  const [typed = ""] = line.split(/\s+/);
  const name = typed === "/exit" ? "/quit" : typed;
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) {
    terminal.out(`There is no command ${printable(typed)}; /help shows those that are there.\n`);
    return undefined;
  }
  try {
    return await command.run(session, terminal, signal, line.slice(typed.length).trim());
  } catch (error) {
    terminal.err(`${pc.red("✗")} ${printable(errorToJson(error).message)}\n`);
    return undefined;
  }
}
