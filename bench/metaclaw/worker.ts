/**
 * A worker that does what it is asked and obeys only the rules that it finds in the text it is given: no model, no
 * knowledge of the benchmark. It stands for an agent that follows its skills to the letter.
 */
import type { DatedRound, Task } from "./rounds.ts";
import type { WorkDone, Workspace } from "./task-set.ts";

/** What the worker found in a text. Metadata is told apart by kind of file: a rule for Markdown says nothing of JSON. */
export interface KnownRules {
  time: boolean;
  naming: boolean;
  metadata: Set<string>;
  backup: boolean;
  log: boolean;
}

/** Reads rules as a literal-minded person would: a whole format or action has to be spelled out. */
export function rulesIn(text: string): KnownRules {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const statements = plain.split(/\n(?=- )|\n\n(?! )/);
  const some = (...patterns: RegExp[]) =>
    statements.some((statement) => patterns.every((pattern) => pattern.test(statement)));
  const metadata = new Set<string>();
  const fields = [/created_at/, /\bauthor\b/, /\bstatus\b/];
  if (some(/markdown|\.md\b/i, /front ?matter/i, ...fields)) metadata.add("md");
  if (some(/json/i, /\bmeta\b/, ...fields)) metadata.add("json");
  if (some(/python|\.py\b/i, /docstring/i, ...fields)) metadata.add("py");
  return {
    time: some(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00|(?=.*YYYY-MM-DDTHH:MM:SS\+08:00)/),
    naming: some(/YYYYMMDD_|\b\d{8}_(?:<|desc|[a-z]+_)/, /\bfiles?\b|\bfilenames?\b|\bnam(?:e|ed|ing)\b/i),
    metadata,
    backup: some(/\.bak\b/, /before (?:modifying|changing|editing|any)|modifying any/i),
    log: some(/done\.log/, /append/i, /\[DONE\]/),
  };
}

export function work(round: DatedRound & { task: Task }, rules: KnownRules, workspace: Workspace): WorkDone {
  const { task } = round;
  const written: string[] = [];
  const write = (path: string, content: string) => {
    workspace.set(path, content);
    written.push(path);
  };
  const target = task.file ?? `${task.folder}/${fileName(round, rules)}`;
  if (task.kind === "change") {
    const before = workspace.get(target) ?? `original of ${target}\n`;
    if (rules.backup) write(`${target}.bak`, before);
    else workspace.set(target, before);
  }
  write(target, content(round, rules));
  if (rules.log) {
    const id = task.logPrefix === undefined ? round.id.replace("/", "_") : `${task.logPrefix}${round.id.split("/")[1]}`;
    const line = `[DONE] ${stamp(round, rules)} | ${id} | ${wordsOf(round.question).slice(0, 6).join(" ")}\n`;
    write("done.log", `${workspace.get("done.log") ?? ""}${line}`);
  }
  return { written, target };
}

function fileName(round: DatedRound & { task: Task }, rules: KnownRules): string {
  const words = wordsOf(round.question).slice(1, 4);
  const { extension } = round.task;
  return rules.naming
    ? `${round.date.replaceAll("-", "")}_${words.join("_")}.${extension}`
    : `${words.join("-")}.${extension}`;
}

function stamp(round: DatedRound, rules: KnownRules): string {
  return rules.time ? `${round.date}T10:00:00+08:00` : "10:00";
}

function content(round: DatedRound & { task: Task }, rules: KnownRules): string {
  const { task } = round;
  const at = stamp(round, rules);
  const meta = { created_at: `${round.date}T10:00:00+08:00`, author: "metaclaw_agent", status: "done" };
  const has = rules.metadata.has(task.extension);
  if (task.extension === "json") {
    const fields = Object.fromEntries(task.timeFields.map((field) => [field, at]));
    return JSON.stringify({ ...(has ? { meta } : {}), generated_at: at, ...fields });
  }
  const head = Object.entries(meta).map(([key, value]) => `${key}: ${value}`);
  if (task.extension === "py") {
    return has
      ? `"""\nModule.\n\nMeta:\n${head.map((line) => `  ${line}`).join("\n")}\n"""\nAT = "${at}"\n`
      : `AT = "${at}"\n`;
  }
  return `${has ? `---\n${head.join("\n")}\n---\n` : ""}# Report\n\nWritten at ${at}\n`;
}

function wordsOf(question: string): string[] {
  return question.toLowerCase().match(/[a-z]{3,}/g) ?? ["file"];
}
