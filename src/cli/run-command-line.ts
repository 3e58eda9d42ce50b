/**
 * Runs one command line and returns its exit code: 0 done, 1 failed, 2 wrong usage, 130 stopped with Ctrl-C.
 *
 * Contract: with `--json`, exactly one JSON document goes to stdout, `{"ok":true,"data":…}` or
 * `{"ok":false,"error":{code,message,next}}`, whatever happens.
 */
import { Command, CommanderError } from "commander";
import pc from "picocolors";
import { AutoskillError, errorToJson, packageVersion } from "../base/index.ts";
import type { OperationContext } from "../operations/index.ts";
import type { CommandRunner } from "./command.ts";
import { addCommands } from "./commands/index.ts";
import { createProgressView } from "./progress.ts";
import { printable, printableJson, printableValue } from "./render/printable.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

export interface CommandLineOptions {
  terminal?: Terminal;
  environment?: Record<string, string | undefined>;
  workingDirectory?: string;
}

export async function runCommandLine(args: string[], options: CommandLineOptions = {}): Promise<number> {
  const terminal = options.terminal ?? processTerminal();
  const json = wantsJson(args);
  const interruption = new AbortController();
  const removeSignalHandler = abortOnInterrupt(interruption, terminal);
  const progress = createProgressView(terminal);
  let exitCode = 0;
  let help = "";

  const program = new Command("autoskill")
    .description("Learns from finished agent sessions: skills with evidence for every rule.")
    .version(packageVersion())
    .option("--home <dir>", "where autoskill keeps its state (default: $AUTOSKILL_HOME or ~/.autoskill)")
    .option("--json", "print one JSON document instead of text")
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        if (json) help += text;
        else terminal.out(text);
      },
      writeErr: (text) => {
        if (!json) terminal.err(printable(text));
      },
    });

  const newContext = async (): Promise<OperationContext> => {
    const { createOperationContext } = await import("./operate.ts");
    const { home } = program.opts<{ home?: string }>();
    return createOperationContext({
      ...(home === undefined ? {} : { home }),
      ...(options.environment === undefined ? {} : { environment: options.environment }),
      ...(options.workingDirectory === undefined ? {} : { workingDirectory: options.workingDirectory }),
      progress: (event) => progress.show(event),
      signal: interruption.signal,
    });
  };

  const withContext: CommandRunner["withContext"] = async (work) => {
    const context = await newContext();
    try {
      return await work(context);
    } finally {
      progress.clear();
      await context.close();
    }
  };

  const runner: CommandRunner = {
    terminal,
    json,
    withContext,
    setExitCode: (code) => {
      exitCode = code;
    },
    run: async (operation, input, { render, exitCode: codeOf }) => {
      const output = await withContext(async (context) => {
        const { runOperation } = await import("./operate.ts");
        return runOperation(operation, context, input);
      });
      if (json) terminal.out(`${printableJson({ ok: true, data: output })}\n`);
      else terminal.out(withNewline(render(printableValue(output), terminal)));
      exitCode = codeOf?.(output) ?? 0;
    },
  };

  addCommands(program, runner);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    progress.clear();
    if (error instanceof CommanderError && error.exitCode === 0) {
      if (json) terminal.out(`${printableJson({ ok: true, data: { text: help } })}\n`);
      return 0;
    }
    return reportFailure(error, json, terminal);
  } finally {
    removeSignalHandler();
  }
}

function reportFailure(error: unknown, json: boolean, terminal: Terminal): number {
  if (error instanceof CommanderError) {
    const usage = {
      code: "USAGE",
      message: error.code === "commander.help" ? "no command given" : error.message.replace(/^error: /, ""),
      next: "Run `autoskill --help`, or `autoskill COMMAND --help`.",
    };
    if (json) terminal.out(`${printableJson({ ok: false, error: usage })}\n`);
    return 2;
  }
  const failure = printableValue(errorToJson(error));
  if (json) terminal.out(`${printableJson({ ok: false, error: failure })}\n`);
  else {
    terminal.err(`${pc.red("✗")} ${failure.message} ${pc.dim(`[${failure.code}]`)}\n`);
    if (failure.expected !== undefined) terminal.err(`  expected: ${failure.expected}\n`);
    if (failure.found !== undefined) terminal.err(`  found:    ${failure.found}\n`);
    if (failure.next !== undefined) terminal.err(`  next:     ${failure.next}\n`);
    if (!AutoskillError.isInstance(error) && error instanceof Error && process.env.AUTOSKILL_DEBUG !== undefined) {
      terminal.err(`${printable(error.stack ?? "")}\n`);
    }
  }
  if (failure.code === "INTERRUPTED") return 130;
  return failure.code === "INVALID_INPUT" ? 2 : 1;
}

/** `--json` decides how even a wrong command line is answered, so it is looked for before parsing. */
function wantsJson(args: string[]): boolean {
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  const format = before.indexOf("--output-format");
  return (
    before.includes("--json") ||
    before.includes("--output-format=json") ||
    (format !== -1 && before[format + 1] === "json")
  );
}

/** The first Ctrl-C asks to stop and keeps what is finished; the second ends the process. */
function abortOnInterrupt(controller: AbortController, terminal: Terminal): () => void {
  const handler = (): void => {
    if (controller.signal.aborted) process.exit(130);
    terminal.err("\nStopping after the current step; what is finished is kept. Ctrl-C again to stop at once.\n");
    controller.abort(
      new AutoskillError({
        code: "INTERRUPTED",
        message: "Stopped as asked. What was finished is kept.",
        next: "Run the same command again to go on where it stopped.",
      }),
    );
  };
  process.on("SIGINT", handler);
  return () => void process.off("SIGINT", handler);
}

function withNewline(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
