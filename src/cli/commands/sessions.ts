/** `sessions`, `sessions check PATH…`, `sessions forget ID`. */
import pc from "picocolors";
import {
  type ForgetReport,
  type ListedSession,
  type SessionsCheck,
  sessions,
  sessionsCheck,
  sessionsForget,
} from "../../operations/index.ts";
import type { RegisterCommands, Render } from "../command.ts";
import { count, table } from "../render/text.ts";

type SessionListing = Awaited<ReturnType<typeof sessions.handler>>;

export const registerSessionCommands: RegisterCommands = (command, runner) => {
  const listing = command("sessions")
    .option("--agent <name>", "only sessions of this agent")
    .option("--since <date>", "sessions since a date, or of the last 12h, 7d, 2w")
    .option("--limit <number>", "how many", "50")
    .action((options: { agent?: string; since?: string; limit: string }) =>
      runner.run(sessions, options, { render: renderSessions }),
    );
  listing
    .command("check <paths...>")
    .description(sessionsCheck.summary)
    .action((paths: string[]) =>
      runner.run(
        sessionsCheck,
        { paths },
        {
          render: renderCheck,
          exitCode: ({ files }) =>
            files.some((file) => file.exception !== undefined || file.unaccounted !== 0) ? 1 : 0,
        },
      ),
    );
  listing
    .command("forget <session>")
    .description(sessionsForget.summary)
    .option("--dry-run", "show what would go; change nothing")
    .action((session: string, options: { dryRun?: boolean }) =>
      runner.run(sessionsForget, { session, ...options }, { render: renderForgotten }),
    );
};

const renderForgotten: Render<ForgetReport> = ({ sessionId, dryRun, skills, proposals, drafts }) => {
  const done = dryRun ? "would be" : "is";
  const lines = [`Session ${sessionId} ${done} forgotten.`];
  for (const skill of skills) {
    lines.push(`${skill.name}${skill.removed ? pc.yellow(" (nothing is left; out of sight)") : ""}`);
    lines.push(...skill.withdrawn.map((text) => `  ${pc.red("−")} ${firstLine(text)}`));
    lines.push(
      ...skill.lowered.map(({ text, sessionsLeft }) =>
        pc.dim(`  ${count(sessionsLeft, "session")} left for: ${firstLine(text)}`),
      ),
    );
    lines.push(...skill.keptForPerson.map((text) => pc.dim(`  yours, and stays: ${firstLine(text)}`)));
    if (skill.problem !== undefined) lines.push(pc.yellow(`  ! ${skill.problem}`));
  }
  for (const { name, withdrawn, left } of proposals) {
    lines.push(`Proposal ${name}: ${count(withdrawn, "rule")} gone${left === 0 ? ", and the proposal with them" : ""}`);
  }
  if (drafts > 0) lines.push(`${count(drafts, "draft")} lost what it said.`);
  if (skills.length + proposals.length + drafts === 0) lines.push("Nothing rested on it.");
  return lines.join("\n");
};

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

const renderSessions: Render<SessionListing> = ({ sessions: listed, total, diagnostics }) => {
  const notes = diagnostics.map((diagnostic) => pc.yellow(`! ${diagnostic.message}`));
  if (listed.length === 0) {
    return [...notes, "No transcripts of any agent found. Give a path to `autoskill learn`."].join("\n");
  }
  const rows = listed.map((session) => [
    pc.dim(session.modifiedAt.slice(0, 16).replace("T", " ")),
    session.agent,
    size(session.sizeBytes),
    learnedWords(session),
    session.path,
  ]);
  const more = total > listed.length ? [pc.dim(`… ${total - listed.length} older; --limit shows more`)] : [];
  return [table(rows), ...more, ...notes].join("\n");
};

function learnedWords({ learned }: ListedSession): string {
  if (learned === undefined) return pc.dim("new");
  if (learned.gate === "learn") return pc.green(learned.candidates > 0 ? `learned ${learned.candidates}` : "learned");
  return pc.dim(`skipped: ${learned.reason}`);
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

const renderCheck: Render<SessionsCheck> = ({ files, totals }) => {
  const rows = files.map((file) => [
    file.exception === undefined && file.unaccounted === 0 ? pc.green("✓") : pc.red("✗"),
    file.kind,
    count(file.userTurns, "turn"),
    count(file.toolCalls, "call"),
    `${file.kept}/${file.records} kept`,
    [file.path, ...remarks(file)].join(pc.dim(" · ")),
  ]);
  const sum = `${count(totals.files, "file")}, ${count(totals.sessions, "session")}: ${totals.kept} of ${totals.records} records kept, ${totals.skipped} skipped, ${totals.broken} broken`;
  return [table(rows), sum].join("\n");
};

function remarks(file: SessionsCheck["files"][number]): string[] {
  const skipped = Object.entries(file.skipped).map(([reason, number]) => `${reason} ${number}`);
  return [
    ...(file.exception === undefined ? [] : [pc.red(file.exception.message)]),
    ...(skipped.length === 0 ? [] : [pc.dim(`skipped: ${skipped.join(", ")}`)]),
    ...(file.brokenLines.length === 0 ? [] : [pc.yellow(`broken lines: ${file.brokenLines.slice(0, 10).join(", ")}`)]),
  ];
}
