/**
 * `chat`: talks with a person until they leave, then looks over the session.
 *
 * Ctrl-C stops what is under way: an answer, or the review, which then waits in the queue. At the prompt it leaves at
 * once, and the review waits. `/quit` and the end of the input leave after the review.
 */
import pc from "picocolors";
import type { AgentEvent, AgentRun } from "../../agent/index.ts";
import { AutoskillError, errorToJson } from "../../base/index.ts";
import {
  type AgentSession,
  type Learned,
  type Retrieval,
  runQueuedReview,
  withAgentSession,
} from "../../operations/index.ts";
import type { CommandRunner } from "../command.ts";
import { printable, printableValue } from "../render/printable.ts";
import { count } from "../render/text.ts";
import type { Terminal } from "../terminal.ts";
import { askWithLine } from "./ask-person.ts";
import { learnedLines, retrievalLine } from "./learning-words.ts";
import { createLineReader, type LineReader } from "./line-reader.ts";
import { outcomeWords, skippedWords } from "./review-words.ts";
import { eventLine } from "./show-event.ts";
import { runSlashCommand } from "./slash-commands.ts";

export async function chatCommand(
  runner: CommandRunner,
  input: Record<string, unknown>,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const { terminal } = runner;
  if (runner.json) {
    throw new AutoskillError({
      code: "INVALID_INPUT",
      message: "chat talks with a person and has no JSON form.",
      next: "Use `autoskill run PROMPT --output-format json`, with --continue to go on.",
    });
  }
  await runner.withContext(async (context) => {
    const { signal } = context;
    const lines = createLineReader({ input: stdin, output: process.stdout, terminal: terminal.interactive, signal });
    try {
      const notes: string[] = [];
      const hooks = {
        ask: askWithLine((question) => lines.ask(question)),
        onEvent: showTo(terminal),
        onRetrieval: (retrieval: Retrieval) => {
          const line = retrievalLine(printableValue(retrieval), terminal.columns);
          if (line !== undefined) terminal.out(`${line}\n`);
        },
        // Said before the next prompt, so that it does not break into what is being typed.
        onLearned: (learned: Learned) => void notes.push(...learnedLines(printableValue(learned))),
      };
      await withAgentSession(context, input, hooks, async (session) => {
        greet(session, terminal);
        const leftInHaste = await talk(session, lines, terminal, notes);
        await lookOver(session, lines, terminal, leftInHaste);
      });
      if (signal.aborted) runner.setExitCode(130);
    } finally {
      lines.close();
    }
  });
}

function greet(session: AgentSession, terminal: Terminal): void {
  const { modelId, projectRoot, approval, id, resumed, timesCondensed } = session;
  const what = resumed ? "goes on with session" : "session";
  terminal.out(`${pc.bold("autoskill chat")} ${printable(`${modelId} in ${projectRoot}, mode ${approval}`)}\n`);
  terminal.out(
    `${pc.dim(`${what} ${id}${timesCondensed === 0 ? "" : `, condensed ${count(timesCondensed, "time")} for the model so far`}; /help shows the commands`)}\n`,
  );
}

/** True when the person left with Ctrl-C. */
async function talk(session: AgentSession, lines: LineReader, terminal: Terminal, notes: string[]): Promise<boolean> {
  for (;;) {
    for (const note of notes.splice(0)) terminal.out(`${note}\n`);
    const interrupted = Promise.withResolvers<"interrupted">();
    lines.onInterrupt(() => interrupted.resolve("interrupted"));
    const line = await Promise.race([lines.ask(pc.cyan("› ")), interrupted.promise.then(() => true)]);
    if (line === true) return true;
    if (typeof line !== "string") return session.context.signal.aborted;
    const said = line.trim();
    if (said === "") continue;
    if (said.startsWith("/")) {
      const stop = stopWith(lines, session.context.signal);
      if ((await runSlashCommand(said, session, terminal, stop)) === "quit") return false;
      continue;
    }
    await answer(session, said, lines, terminal);
  }
}

async function answer(session: AgentSession, said: string, lines: LineReader, terminal: Terminal): Promise<void> {
  try {
    const run = await session.say(said, stopWith(lines, session.context.signal));
    terminal.out("\n");
    tellEnding(run, terminal);
  } catch (error) {
    terminal.err(`${pc.red("✗")} ${printable(errorToJson(error).message)}\n`);
  }
}

function tellEnding({ ended, error }: AgentRun, terminal: Terminal): void {
  if (ended === "stop") return;
  const why = error === undefined || ended === "cancelled" ? "" : ` ${error.message}`;
  terminal.err(`${pc.yellow(`Stopped: ${ended}.`)}${printable(why)}\n`);
}

async function lookOver(session: AgentSession, lines: LineReader, terminal: Terminal, leave: boolean): Promise<void> {
  const notice = await session.end();
  const skipped = skippedWords(notice);
  if (skipped !== undefined) terminal.out(`${pc.dim(printable(skipped))}\n`);
  if (notice.status !== "scheduled") return;
  if (leave) {
    terminal.out(`${pc.dim("The skill review waits: autoskill review")}\n`);
    return;
  }
  terminal.out(`${pc.dim("Looking the session over for skills; Ctrl-C leaves it for later.")}\n`);
  const stop = stopWith(lines, session.context.signal);
  terminal.out(`${printable(outcomeWords(await runQueuedReview(session.context, notice.jobId, stop)))}\n`);
}

/** Aborted by the next Ctrl-C, or when everything is to stop. */
function stopWith(lines: LineReader, signal: AbortSignal): AbortSignal {
  const stop = new AbortController();
  lines.onInterrupt(() => stop.abort());
  return AbortSignal.any([stop.signal, signal]);
}

/** Text as it comes; a call on a line of its own. */
function showTo(terminal: Terminal): (event: AgentEvent) => void {
  let midLine = false;
  return (event) => {
    if (event.type === "text") {
      terminal.out(printable(event.delta));
      midLine = !event.delta.endsWith("\n");
      return;
    }
    const line = eventLine(event, terminal.columns);
    if (line === undefined) return;
    terminal.out(`${midLine ? "\n" : ""}${line}\n`);
    midLine = false;
  };
}
