/** MetaClaw-Bench: 346 rounds over thirty days, with five hidden rules of one person. */
import { shows } from "./checkers.ts";
import { type DatedRound, RULE_NAMES, type RuleName, readRounds, type Task } from "./rounds.ts";
import type { TaskSet } from "./task-set.ts";
import { type KnownRules, rulesIn, work } from "./worker.ts";

const GIVEN = `
- Times are written like 2026-01-31T09:30:00+08:00.
- Name new files YYYYMMDD_<description>.<ext>, in snake_case.
- Markdown files begin with a frontmatter block with created_at, author and status.
- JSON files have a top-level meta object with created_at, author and status.
- Python files have a Meta section in the module docstring with created_at, author and status.
- Make a copy named <file>.bak before modifying any existing file.
- After each task, append a line to done.log: [DONE] <time> | <task id> | <summary>.
`;

export function metaclawSet(path: string): TaskSet<RuleName, Task> {
  const rounds = readRounds(path);
  const dates = new Map(rounds.map(({ id, date }) => [id, date]));
  return {
    name: "metaclaw",
    rules: RULE_NAMES,
    rounds,
    given: GIVEN,
    skillNames: [
      ["task-log", /\blog\b/i],
      ["backups-before-changes", /\bback ?up|\.bak\b/i],
      ["file-metadata", /\bmeta\b|front ?matter|docstring|author/i],
      ["file-names", /\bnam(?:e|ed|ing)\b|filename|<description>/i],
      ["time-formats", /\btime|timestamp|date\b|datetime/i],
    ],
    rulesIn: (text) => {
      const known = rulesIn(text);
      return new Set(RULE_NAMES.filter((name) => knows(known, name)));
    },
    attempt: (round, text, workspace) => {
      const dated: DatedRound & { task: Task } = { ...round, date: dates.get(round.id) ?? "" };
      const done = work(dated, rulesIn(text), workspace);
      return { done, shown: new Set(RULE_NAMES.filter((name) => shows(name, dated, done, workspace))) };
    },
  };
}

function knows(known: KnownRules, name: RuleName): boolean {
  return name === "metadata" ? known.metadata.size > 0 : known[name];
}
