/**
 * The rounds of MetaClaw-Bench (aiming-lab/MetaClaw, MIT) as tasks: which file is asked for, and which of the five hidden
 * rules its check looks at. The benchmark's own commands are read for that, never run.
 */
import { readFileSync } from "node:fs";
import type { CheckedTask, Round } from "./task-set.ts";

export type RuleName = "time" | "naming" | "metadata" | "backup" | "log";
export const RULE_NAMES: readonly RuleName[] = ["time", "naming", "metadata", "backup", "log"];

/** Multiple choice has no task. */
export interface DatedRound extends Round<Task> {
  /** ISO date of that working day; day 1 is Monday, 2026-03-16. */
  date: string;
}

export interface Task extends CheckedTask<RuleName> {
  kind: "create" | "change";
  /** The file that is named; absent where only folder and kind of file are asked for. */
  file?: string;
  folder: string;
  /** Fields that hold times, as dotted paths; `[]` marks a list. */
  timeFields: string[];
  /** Task id that the log line has to begin with. */
  logPrefix?: string;
}

interface RawRound {
  day: string;
  id: string;
  type: string;
  question: string;
  feedback: { incorrect?: string };
  eval: { command?: string };
}

export function readRounds(path: string | URL): DatedRound[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => asRound(JSON.parse(line) as RawRound));
}

function asRound(raw: RawRound): DatedRound {
  const day = Number(raw.day.replace("day", ""));
  const command = raw.eval.command;
  return {
    id: `${raw.day}/${raw.id}`,
    day,
    date: dateOf(day),
    question: raw.question,
    correction: raw.feedback.incorrect ?? "",
    ...(raw.type === "file_check" && command !== undefined ? { task: asTask(command, raw.day) } : {}),
  };
}

function dateOf(day: number): string {
  const weeks = Math.floor((day - 1) / 5);
  return new Date(Date.UTC(2026, 2, 16 + weeks * 7 + ((day - 1) % 5))).toISOString().slice(0, 10);
}

function asTask(command: string, day: string): Task {
  const backup = /check_backup\.py (\S+)/.exec(command)?.[1];
  const times = /check_iso8601\.py (?!\$)(\S+)((?: [\w.[\]]+)*)/.exec(command);
  const dated = /glob\('[\w/]*\/(\d{8})_\*\.(\w+)'\)/.exec(command);
  const named = /check_filename\.py --dir \S+ --ext (\w+)/.exec(command);
  const logPrefix = /--task-prefix (\S+)/.exec(command)?.[1];
  const file = backup ?? times?.[1];
  const checks: RuleName[] = [];
  if (/check_iso8601|\\\+08:00|T\\d\{2\}/.test(command)) checks.push("time");
  if (dated !== null || named !== null) checks.push("naming");
  if (/check_metadata/.test(command)) checks.push("metadata");
  if (backup !== undefined) checks.push("backup");
  if (/check_done_log/.test(command)) checks.push("log");
  const extension = named?.[1] ?? dated?.[2] ?? /\.(\w+)$/.exec(file ?? "")?.[1] ?? "json";
  return {
    kind: backup === undefined ? "create" : "change",
    ...(file === undefined || (backup === undefined && checks.includes("naming")) ? {} : { file }),
    folder: day,
    extension,
    timeFields: (times?.[2] ?? "").trim().split(" ").filter(Boolean),
    checks,
    ...(logPrefix === undefined ? {} : { logPrefix }),
  };
}
