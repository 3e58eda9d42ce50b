/**
 * A second set of the same shape, written for this project before anything was run on it: the sheets of a theatre's
 * costume workshop, 51 rounds over fifteen days, with five rules that come up one after the other.
 */
import { readFileSync } from "node:fs";
import type { CheckedTask, Round, TaskSet, WorkDone, Workspace } from "./task-set.ts";

const RULES = ["measures", "naming", "heading", "changes", "board"] as const;
type RuleName = (typeof RULES)[number];

interface SheetTask extends CheckedTask<RuleName> {
  kind: "create" | "change";
  folder: string;
  role: string;
  /** Where the request names the file. */
  file?: string;
  /** Where it does not: what the file is about. */
  garment?: string;
}

type SheetRound = Round<SheetTask> & { task: SheetTask };

const GIVEN = `
- Measurements are in centimetres with one decimal and the unit, like 92.0 cm.
- Sheets and lists are named <ROLE>_<garment>.<ext>, e.g. HERMIONE_train.txt.
- Text sheets begin with three lines: Production: <title>, Role: <role>, Fitter: workshop.
- Lists begin with a comment line: # production=<title>; role=<role>; fitter=workshop.
- Before changing a signed sheet, add a line to changes.txt: <sheet> | <old> | <reason>.
- When a sheet is finished, append a line to board.csv: <role>,<garment>,ready.
`;

/** Reads rules as a literal-minded person would: a whole format or action has to be spelled out. */
function facetsIn(text: string): ReadonlySet<string> {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  const statements = plain.split(/\n(?=- )|\n\n(?! )/);
  const some = (...patterns: RegExp[]) =>
    statements.some((statement) => patterns.every((pattern) => pattern.test(statement)));
  const facets = new Set<string>();
  if (some(/\b\d+\.\d cm\b/)) facets.add("measures");
  if (some(/<ROLE>_|\b[A-Z]{3,}_[a-z]+\.(?:txt|csv)/, /\b(?:named?|called|file|begins?|start)/i)) facets.add("naming");
  if (some(/Production:/, /Role:/, /Fitter:/)) facets.add("heading.txt");
  if (some(/# ?production=/, /role=/, /fitter=/)) facets.add("heading.csv");
  if (some(/changes\.txt/, /before/i, /\|.*\|/)) facets.add("changes");
  if (some(/board\.csv/, /append|add|enter/i, /,ready\b/)) facets.add("board");
  return facets;
}

function work({ task, question }: SheetRound, known: ReadonlySet<string>, workspace: Workspace): WorkDone {
  const written: string[] = [];
  const write = (path: string, content: string) => {
    workspace.set(path, content);
    written.push(path);
  };
  const garment = task.garment ?? "sheet";
  const name = known.has("naming") ? `${task.role}_${garment}` : `${task.role.toLowerCase()}-${garment}`;
  const target = task.file ?? `${task.folder}/${name}.${task.extension}`;
  if (task.kind === "change" && known.has("changes")) {
    write("changes.txt", `${workspace.get("changes.txt") ?? ""}${target} | old | as asked\n`);
  }
  const numbers = (question.replace(/\S+\.(?:txt|csv)|day\d+/g, "").match(/\b\d+\b/g) ?? []).map((number) =>
    known.has("measures") ? `${number}.0 cm` : number,
  );
  const heading = known.has(`heading.${task.extension}`) ? headingOf(task) : "";
  write(target, `${heading}${numbers.map((number, at) => `${at + 1}${separator(task)}${number}\n`).join("")}`);
  if (known.has("board")) {
    write("board.csv", `${workspace.get("board.csv") ?? ""}${task.role},${garment},ready\n`);
  }
  return { written, target };
}

function separator({ extension }: SheetTask): string {
  return extension === "csv" ? "," : ": ";
}

function headingOf({ extension, role }: SheetTask): string {
  return extension === "csv"
    ? `# production=The Play; role=${role}; fitter=workshop\n`
    : `Production: The Play\nRole: ${role}\nFitter: workshop\n`;
}

function shows(rule: RuleName, task: SheetTask, done: WorkDone, workspace: Workspace): boolean {
  const text = workspace.get(done.target) ?? "";
  const before = (path: string) =>
    done.written.includes(path) && done.written.indexOf(path) < done.written.indexOf(done.target);
  switch (rule) {
    case "measures": {
      const values = [...text.matchAll(/^\d+(?:,|: )(.*)$/gm)].map((match) => match[1] ?? "");
      return values.length > 0 && values.every((value) => /^\d+\.\d cm$/.test(value));
    }
    case "naming":
      return new RegExp(`^${task.role}_[a-z]+\\.${task.extension}$`).test(done.target.split("/").at(-1) ?? "");
    case "heading":
      return task.extension === "csv"
        ? /^# ?production=.+; role=.+; fitter=.+\n/.test(text)
        : /^Production: .+\nRole: .+\nFitter: .+\n/.test(text);
    case "changes":
      return (
        before("changes.txt") &&
        new RegExp(`^${done.target} \\| .+ \\| .+$`, "m").test(workspace.get("changes.txt") ?? "")
      );
    case "board":
      return (
        done.written.includes("board.csv") &&
        new RegExp(`^${task.role},.+,ready$`, "m").test(workspace.get("board.csv") ?? "")
      );
  }
}

export function costumeSet(path: string | URL): TaskSet<RuleName, SheetTask> {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return {
    name: "costume",
    rules: RULES,
    rounds: lines.map((line) => JSON.parse(line) as Round<SheetTask>),
    given: GIVEN,
    skillNames: [
      ["board-entries", /\bboard\b/i],
      ["changes-of-signed-sheets", /\bchanges?\b|signed/i],
      ["sheet-headings", /heading|begin|comment line|three lines/i],
      ["sheet-names", /\bnam(?:e|ed|ing)\b|called|capitals/i],
      ["measurements", /measure|\bcm\b|unit|decimal/i],
    ],
    rulesIn: (text) => {
      const facets = [...facetsIn(text)];
      return new Set(RULES.filter((name) => facets.some((facet) => facet.split(".")[0] === name)));
    },
    attempt: (round, text, workspace) => {
      const done = work(round, facetsIn(text), workspace);
      return { done, shown: new Set(RULES.filter((name) => shows(name, round.task, done, workspace))) };
    },
  };
}
