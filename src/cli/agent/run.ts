/**
 * `run`: one prompt, one answer, in three forms.
 *
 * Contract: the answer is printed before the review begins, which is then run in the foreground; Ctrl-C leaves it queued.
 * Exit codes: 0 answered, 1 failed, 2 wrong usage, 3 stopped at a limit of turns, tokens or time, 130 stopped with Ctrl-C.
 */
import pc from "picocolors";
import { errorToJson } from "../../base/index.ts";
import { type FinishedRun, type RunReport, runPrompt, runQueuedReview } from "../../operations/index.ts";
import type { CommandRunner } from "../command.ts";
import { printable, printableJson } from "../render/printable.ts";
import { askWithPrompts } from "./ask-person.ts";
import { outcomeWords, skippedWords } from "./review-words.ts";
import { eventLine } from "./show-event.ts";
import { streamJson } from "./stream-json.ts";

export type OutputFormat = "text" | "json" | "stream-json";

export async function runCommand(runner: CommandRunner, input: Record<string, unknown>, format: OutputFormat) {
  const { terminal } = runner;
  const stream = streamJson(terminal);
  const asText = format === "text";
  await runner.withContext(async (context) => {
    let finished: FinishedRun;
    try {
      finished = await runPrompt(context, input, {
        ...(asText && terminal.interactive ? { ask: askWithPrompts } : {}),
        onOpen: (session) => {
          if (format === "stream-json") stream.session(session);
        },
        onEvent: (event) => {
          if (format === "stream-json") stream.event(event);
          if (!asText || !terminal.redraws) return;
          const line = eventLine(event, terminal.columns);
          if (line !== undefined) terminal.err(`${line}\n`);
        },
      });
    } catch (error) {
      if (format !== "stream-json") throw error;
      const json = errorToJson(error);
      const exitCode = json.code === "INVALID_INPUT" ? 2 : json.code === "INTERRUPTED" ? 130 : 1;
      stream.fail(json, exitCode);
      runner.setExitCode(exitCode);
      return;
    }
    const { report, reviewContext } = finished;
    const exitCode = context.signal.aborted ? 130 : exitCodeOf(report);
    runner.setExitCode(exitCode);
    if (format === "stream-json") stream.finish(report, exitCode);
    else if (format === "json") terminal.out(`${printableJson({ ok: true, data: report })}\n`);
    else tellAnswer(report);
    if (report.skillReview.status !== "scheduled") return;
    if (asText && terminal.redraws) {
      terminal.err(`${pc.dim("Looking the session over for skills; Ctrl-C leaves it for later.")}\n`);
    }
    const outcome = await runQueuedReview(reviewContext, report.skillReview.jobId, context.signal);
    if (format === "stream-json") stream.reviewed(outcome);
    else terminal.err(`${pc.dim(printable(outcomeWords(outcome)))}\n`);
  });

  function tellAnswer(report: RunReport): void {
    if (report.text !== "") terminal.out(`${printable(report.text.replace(/\n$/, ""))}\n`);
    if (report.ended !== "stop") {
      const why = report.error === undefined ? "" : ` ${report.error.message}`;
      terminal.err(`${pc.red("✗")} No answer: ${report.ended}.${printable(why)}\n`);
      if (report.error?.next !== undefined) terminal.err(`  next:     ${printable(report.error.next)}\n`);
    }
    const refused = report.refusals.length;
    if (refused > 0 && !terminal.interactive) {
      terminal.err(`${refused} refused in the mode ${report.approval}; see --approval-mode.\n`);
    }
    const skipped = skippedWords(report.skillReview);
    if (skipped !== undefined) terminal.err(`${pc.dim(printable(skipped))}\n`);
    terminal.err(`${pc.dim(`session ${report.sessionId}`)}\n`);
  }
}

function exitCodeOf({ ended }: RunReport): number {
  switch (ended) {
    case "stop":
      return 0;
    case "turn_limit":
    case "token_limit":
    case "deadline":
      return 3;
    case "cancelled":
      return 130;
    case "error":
      return 1;
  }
}
