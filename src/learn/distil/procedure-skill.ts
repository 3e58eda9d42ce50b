/** The candidate for what a session did: steps that worked, pitfalls, the rules that belong to them, and the checks. */
import type { SessionFacts, ToolCallFact } from "../../session/index.ts";
import type { CandidateRule } from "../candidate.ts";
import { PROJECT_CHECK } from "./command-rows.ts";
import type { Evidence } from "./evidence.ts";
import { nameTask, type TaskClass } from "./naming.ts";
import { type Pitfall, pitfallText } from "./pitfalls.ts";
import { isNarrow, type Procedure, type ProcedureStep } from "./procedure.ts";
import { type StatedRule, statedRule } from "./stated-rules.ts";

export interface CandidateDraft {
  slug: string;
  title: string;
  description: string;
  tags: string[];
  rules: CandidateRule[];
  confidence: number;
  rationale: string;
}

const MIN_COMMANDS = 3;
const MIN_CONFIDENCE = 0.5;
/** Runs of one command in a session that make it a habit of the project. */
const HABIT = 5;
const FINISHING = new Set(["stage", "commit", "push", "pull_request", "close_issue", "release", "deploy"]);
const EVERYDAY = new Set(["stage", "commit", "push", "pull_request", "branch", "probe", "setup"]);

export function procedureDraft(
  facts: SessionFacts,
  procedure: Procedure,
  pitfalls: Pitfall[],
  stated: StatedRule[],
  evidence: Evidence,
): CandidateDraft | undefined {
  const commands = [...procedure.steps, ...procedure.checks];
  const telling = commands.filter((step) => !EVERYDAY.has(step.kind.stage));
  if (telling.length === 0) return undefined;
  if (commands.length < MIN_COMMANDS && pitfalls.length === 0) return undefined;
  if (procedure.checks.length === 0 && pitfalls.length === 0 && facts.outcome.status !== "success") return undefined;
  const confidence = confidenceOf(facts, procedure, pitfalls.length, stated.length, telling);
  if (confidence < MIN_CONFIDENCE) return undefined;
  const named = nameTask(
    procedure,
    facts.filesWritten.map((write) => write.path),
  );
  if (named === undefined) return undefined;

  const rules: CandidateRule[] = [
    ...whenRules(named, procedure, evidence),
    ...stepRules(procedure, evidence),
    ...stated.map((rule) => statedRule(rule, evidence)),
    ...pitfalls.map(
      (pitfall): CandidateRule => ({
        section: "Pitfalls",
        text: pitfallText(pitfall),
        evidence: pitfall.calls.slice(0, 4).map((call) => evidence.seen(call)),
      }),
    ),
    ...procedure.checks.map(
      (check): CandidateRule => ({
        section: "Verify",
        text: verifyText(check),
        evidence: evidenceOf(check, evidence),
      }),
    ),
  ];
  return {
    slug: named.slug,
    title: named.title,
    description: describe(named, procedure, pitfalls),
    tags: named.tags,
    rules,
    confidence,
    rationale: rationaleOf(procedure, pitfalls, stated),
  };
}

function confidenceOf(
  facts: SessionFacts,
  procedure: Procedure,
  pitfalls: number,
  stated: number,
  telling: ProcedureStep[],
): number {
  const repeated = telling.filter((step) => step.calls.length >= 2).length;
  const distinct = new Set(telling.map((step) => step.kind.key)).size;
  const habit = telling.some((step) => step.calls.length >= HABIT) ? 0.15 : 0;
  const score =
    0.2 +
    habit +
    Math.min(procedure.checks.length, 3) * 0.1 +
    Math.min(pitfalls, 2) * 0.15 +
    Math.min(stated, 2) * 0.15 +
    Math.min(repeated, 3) * 0.05 +
    Math.min(Math.max(distinct - 1, 0), 4) * 0.08 +
    (facts.outcome.status === "success" ? 0.15 : facts.outcome.status === "failure" ? -0.4 : 0);
  return Math.round(Math.max(0, Math.min(score, 0.95)) * 100) / 100;
}

function whenRules(named: TaskClass, procedure: Procedure, evidence: Evidence): CandidateRule[] {
  const first = [...procedure.steps, ...procedure.checks][0];
  const basis = first === undefined ? [] : evidenceOf(first, evidence);
  return named.when.map((when) => ({
    section: "When to use",
    text: `When ${when}.`,
    evidence: basis,
  }));
}

function stepRules(procedure: Procedure, evidence: Evidence): CandidateRule[] {
  const rules: CandidateRule[] = [];
  const step = (text: string, from: CandidateRule["evidence"]) =>
    rules.push({ section: "Steps", text, evidence: from });
  const { steps, checks, migrationReview } = procedure;
  const committing = steps.some((candidate) => candidate.kind.stage === "commit");
  const staging = steps.find((candidate) => candidate.kind.stage === "stage");
  const shown = committing ? steps.filter((candidate) => candidate !== staging) : steps;
  const editAt = hasEdits(procedure) ? positionIn(shown, procedure) : -1;
  const verifyAt = shown.findIndex((candidate) => FINISHING.has(candidate.kind.stage));
  const edited = () =>
    step(
      editText(procedure),
      procedure.edits.slice(0, 3).map((call) => evidence.seen(call)),
    );

  shown.forEach((current, index) => {
    if (index === editAt) edited();
    if (index === verifyAt && checks.length > 0) {
      step(
        "Run the checks under Verify; go on only when all of them pass.",
        checks.flatMap((check) => evidenceOf(check, evidence)).slice(0, 4),
      );
    }
    if (current.kind.stage === "commit" && staging !== undefined) {
      step(`Commit the change: \`${staging.template} && ${current.template}\``, evidenceOf(current, evidence));
    } else {
      step(`${stepPhrase(current)}: \`${current.template}\``, evidenceOf(current, evidence));
    }
    if (migrationReview !== undefined && current.kind.phrase === "Generate the migration") {
      step(
        `Read the generated migration in \`${migrationReview.folder}/\` and correct it before it is applied.`,
        migrationReview.calls.map((call) => evidence.seen(call)),
      );
    }
  });
  if (editAt === shown.length) edited();
  return rules;
}

/** Where the edits stand among the steps that are shown, of which the staging of files may be missing. */
function positionIn(shown: ProcedureStep[], procedure: Procedure): number {
  const next = procedure.steps.slice(procedure.editsBefore).find((step) => shown.includes(step));
  return next === undefined ? shown.length : shown.indexOf(next);
}

function stepPhrase(step: ProcedureStep): string {
  if (step.kind.stage !== "test") return step.kind.phrase;
  return isNarrow(step) ? "Run the tests that cover the change" : "Run all tests";
}

function hasEdits(procedure: Procedure): boolean {
  const { code, tests } = procedure.editedFolders;
  return procedure.edits.length >= 2 && code.length + tests.length > 0;
}

function editText(procedure: Procedure): string {
  const folders = (names: string[]) => names.map((name) => `\`${name}/\``).join(" and ");
  const { code, tests } = procedure.editedFolders;
  if (code.length === 0) return `Write or change the tests in ${folders(tests)}.`;
  if (tests.length === 0) return `Make the change in ${folders(code)}.`;
  return `Make the change in ${folders(code)} and cover it with tests in ${folders(tests)}.`;
}

function evidenceOf(step: ProcedureStep, evidence: Evidence): CandidateRule["evidence"] {
  const first = step.calls[0];
  const last = step.calls.at(-1);
  const calls = [first, last].filter(
    (call, index, all): call is ToolCallFact => call !== undefined && all.indexOf(call) === index,
  );
  return calls.map((call) => evidence.seen(call));
}

/** `mix test` passes. */
function verifyText(check: ProcedureStep): string {
  const command = `\`${check.template}\``;
  if (check.kind.phrase === PROJECT_CHECK) return `${command} passes.`;
  switch (check.kind.stage) {
    case "lint":
      return `${command} reports nothing.`;
    case "typecheck":
      return `${command} finds no type errors.`;
    case "build":
      return `${command} succeeds.`;
    default:
      return `${command} passes.`;
  }
}

function describe(named: TaskClass, procedure: Procedure, pitfalls: Pitfall[]): string {
  const keys = [...new Set([...procedure.steps, ...procedure.checks].map((step) => step.kind.key))]
    .filter((key) => !/^git |[<>]/.test(key))
    .slice(0, 8);
  const covers =
    keys.length === 0 ? "" : ` Covers ${keys.join(", ")}${pitfalls.length > 0 ? ", and known pitfalls" : ""}.`;
  return `${named.what}.${covers} Use when ${named.when.join(", or ")}.`;
}

function rationaleOf(procedure: Procedure, pitfalls: Pitfall[], stated: StatedRule[]): string {
  const parts = [`${count(procedure.steps.length + procedure.checks.length, "command")} worked in this session`];
  if (procedure.checks.length > 0) parts.push(`${count(procedure.checks.length, "check")} passed at the end`);
  if (pitfalls.length > 0)
    parts.push(`${count(pitfalls.length, "failure")} ${pitfalls.length === 1 ? "was" : "were"} overcome`);
  if (stated.length > 0) parts.push(`${count(stated.length, "rule")} ${stated.length === 1 ? "was" : "were"} stated`);
  return `${parts.join("; ")}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
