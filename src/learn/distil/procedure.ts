/**
 * The path that worked: the commands of a session that succeeded, without the detours, in the order in which a person
 * would run them, and the checks that proved it.
 */
import type { FileWriteFact, SessionFacts, ToolCallFact } from "../../session/index.ts";
import type { CommandKind } from "./command-kinds.ts";
import { CLAIM_ISSUE, LOOK_FOR_ISSUE, READ_ISSUE, type Stage } from "./command-rows.ts";
import type { ObservedCommand } from "./observe.ts";
import { isEnvironmentTrouble } from "./trouble.ts";

export interface ProcedureStep {
  kind: CommandKind;
  template: string;
  /** Calls that ran it with success, in order. */
  calls: ToolCallFact[];
}

export interface Procedure {
  steps: ProcedureStep[];
  /** Where files were changed, as top-level folders of the project; empty when nothing was. */
  editedFolders: { code: string[]; tests: string[] };
  /** The calls that changed files: evidence for the step that says so. */
  edits: ToolCallFact[];
  /** Position in `steps` before which the first file was changed. */
  editsBefore: number;
  /** Set when a generated migration was changed by hand before it was applied. */
  migrationReview?: { folder: string; calls: ToolCallFact[] };
  /** Checks that were seen to pass and did not fail the last time, the broadest form of each. */
  checks: ProcedureStep[];
}

const CHECK_STAGES: ReadonlySet<Stage> = new Set(["test", "typecheck", "lint", "build"]);
const BEFORE: ReadonlySet<Stage> = new Set(["read_issue", "claim_issue", "branch"]);
/** How an issue is taken up, whatever order the session looked at it in. */
const BEFORE_ORDER = [LOOK_FOR_ISSUE, READ_ISSUE, CLAIM_ISSUE];
const AFTER: ReadonlySet<Stage> = new Set([
  "stage",
  "commit",
  "push",
  "pull_request",
  "close_issue",
  "release",
  "deploy",
]);
const MAX_STEPS = 14;
const MAX_OTHER_TOOLS = 3;

export function findProcedure(facts: SessionFacts, observed: ObservedCommand[], projectRoot?: string): Procedure {
  const workarounds = callsAroundTrouble(facts);
  const passed = observed.filter(
    ({ outcome, call }) => (outcome === "passed" || outcome === "ran") && !workarounds.has(call.index),
  );
  const groups = groupByTemplate(passed);
  const checks = provenChecks(groupByTemplate(passed.filter((command) => command.outcome === "passed")), observed);
  const checked = new Set(checks.map((check) => check.kind.key));
  const chosen = chooseSteps(groups, passed).filter((step) => !checked.has(step.kind.key) || isNarrow(step));
  const writes = facts.filesWritten.filter((write) => !isForbidden(write.path, facts));
  const edits = editCalls(facts, writes);
  const steps = inOrder(mostTelling(chosen), observed);
  const review = migrationReview(facts, steps, projectRoot);
  return {
    steps,
    editedFolders: foldersOf(writes, projectRoot),
    edits,
    editsBefore: positionOfEdits(steps, edits, observed),
    ...(review === undefined ? {} : { migrationReview: review }),
    checks,
  };
}

/** Calls that got past trouble of the machine by being another command: of no use where there is no such trouble. */
function callsAroundTrouble(facts: SessionFacts): ReadonlySet<number> {
  return new Set(
    facts.recoveries
      .filter(
        ({ failed, commandChanged }) =>
          commandChanged && isEnvironmentTrouble(facts.toolCalls[failed]?.errorExcerpt ?? ""),
      )
      .map(({ succeeded }) => succeeded),
  );
}

function groupByTemplate(passed: ObservedCommand[]): ProcedureStep[] {
  const groups = new Map<string, ProcedureStep>();
  for (const { kind, template, call } of passed) {
    const group = groups.get(template);
    if (group === undefined) groups.set(template, { kind, template, calls: [call] });
    else if (group.calls.at(-1) !== call) group.calls.push(call);
  }
  return [...groups.values()];
}

/** One step for each kind of command, in its usual form; tests also in the narrow form, which is run first. */
function chooseSteps(groups: ProcedureStep[], passed: ObservedCommand[]): ProcedureStep[] {
  const byKey = Map.groupBy(
    groups.filter((group) => isStep(group, passed)),
    (group) => group.kind.key,
  );
  const chosen = [...byKey.values()].flatMap((variants) => {
    const usual = variants.reduce((best, variant) => (variant.calls.length > best.calls.length ? variant : best));
    if (usual.kind.stage !== "test") return [usual];
    const narrow = variants.find(isNarrow);
    const broad = variants.filter((variant) => !isNarrow(variant)).sort((a, b) => b.calls.length - a.calls.length)[0];
    return [narrow, broad].filter((variant) => variant !== undefined);
  });
  const others = chosen.filter((step) => step.kind.stage === "tool");
  if (others.length <= MAX_OTHER_TOOLS) return chosen;
  const kept = new Set([...others].sort((a, b) => b.calls.length - a.calls.length).slice(0, MAX_OTHER_TOOLS));
  return chosen.filter((step) => step.kind.stage !== "tool" || kept.has(step));
}

/** A tool that no table knows is part of the work only when it was used again; a package added is a change, no step. */
function isStep(group: ProcedureStep, passed: ObservedCommand[]): boolean {
  const { stage, key, phrase } = group.kind;
  if (phrase === "Add the dependency") return false;
  if (stage === "probe") return group.template.includes("localhost:<port>");
  if (/^(?:\.\/\S+|<script>|<file>)/.test(group.template) && /<(?:script|file)>/.test(group.template)) return false;
  if (stage !== "tool") return true;
  return new Set(passed.filter((command) => command.kind.key === key).map((command) => command.call.index)).size >= 2;
}

/** True for a command that was aimed at some files or tests and not at all of them. */
export function isNarrow(step: ProcedureStep): boolean {
  return isNarrowTemplate(step.template);
}

function isNarrowTemplate(template: string): boolean {
  return /<(?:test-file|pattern|file|name|directory|test)>/.test(template);
}

/** Checks that were seen to pass and did not fail the last time they ran, each in the broadest form that passed. */
function provenChecks(groups: ProcedureStep[], observed: ObservedCommand[]): ProcedureStep[] {
  const byKey = Map.groupBy(
    groups.filter(
      (group) => CHECK_STAGES.has(group.kind.stage) && !(group.kind.stage === "build" && isMeans(group, groups)),
    ),
    (group) => group.kind.key,
  );
  return [...byKey.values()]
    .flatMap((variants) => {
      const broad = variants.filter((variant) => !isNarrow(variant));
      const last = (step: ProcedureStep) => step.calls.at(-1)?.index ?? -1;
      const best = broad.sort((a, b) => b.calls.length - a.calls.length || last(b) - last(a))[0];
      if (best === undefined) return [];
      const lastRun = observed.findLast(
        (command) => command.template === best.template && command.outcome !== "unknown",
      );
      return lastRun === undefined || lastRun.outcome === "failed" ? [] : [best];
    })
    .sort((a, b) => order(a) - order(b));
}

/** A build that makes what is then shipped or started is a step, and no proof. */
function isMeans(build: ProcedureStep, groups: ProcedureStep[]): boolean {
  const container = /^(?:docker|podman|container|docker compose|buildah)$/.test(build.kind.tool);
  return container || groups.some((group) => group.kind.stage === "deploy" || group.kind.stage === "release");
}

function order(step: ProcedureStep): number {
  return ["build", "typecheck", "lint", "test"].indexOf(step.kind.stage);
}

/** The least telling steps go first when there are too many: single runs of tools that no table knows. */
function mostTelling(steps: ProcedureStep[]): ProcedureStep[] {
  const weight = (step: ProcedureStep) =>
    (step.kind.stage === "tool" || step.kind.stage === "probe" ? 0 : step.kind.stage === "run" ? 1 : 2) * 100 +
    step.calls.length;
  const kept = new Set([...steps].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_STEPS));
  return steps.filter((step) => kept.has(step));
}

/**
 * Preparation first, then the work in the order in which it was first tried, then commit, push and what follows. What
 * came up only after the first commit belongs to the last part.
 */
function inOrder(steps: ProcedureStep[], observed: ObservedCommand[]): ProcedureStep[] {
  const first = (step: ProcedureStep) => firstTry(step, observed);
  const end = Math.min(...steps.filter((step) => AFTER.has(step.kind.stage)).map(first));
  const phase = (step: ProcedureStep) => {
    if (BEFORE.has(step.kind.stage)) return 0;
    if (step.kind.stage === "setup") return 1;
    return AFTER.has(step.kind.stage) || (step.kind.stage === "tool" && first(step) > end) ? 3 : 2;
  };
  const rank = (step: ProcedureStep) => (phase(step) === 0 ? BEFORE_ORDER.indexOf(step.kind.phrase) : 0);
  return [...steps].sort((a, b) => phase(a) - phase(b) || rank(a) - rank(b) || first(a) - first(b));
}

/** Where a command of this kind, and as narrow or broad, was first tried, whatever came of it. */
function firstTry(step: ProcedureStep, observed: ObservedCommand[]): number {
  const same = (command: ObservedCommand) =>
    command.kind.key === step.kind.key && isNarrowTemplate(command.template) === isNarrow(step);
  return observed.find(same)?.call.index ?? 0;
}

/** Files are changed before the first generator or check that came after the first change, or before the commit. */
function positionOfEdits(steps: ProcedureStep[], edits: ToolCallFact[], observed: ObservedCommand[]): number {
  const start = edits[0]?.index ?? 0;
  const at = steps.findIndex((step) => {
    if (BEFORE.has(step.kind.stage) || step.kind.stage === "setup") return false;
    return AFTER.has(step.kind.stage) || CHECK_STAGES.has(step.kind.stage) || firstTry(step, observed) > start;
  });
  return at < 0 ? steps.length : at;
}

function migrationReview(facts: SessionFacts, steps: ProcedureStep[], projectRoot: string | undefined) {
  const generated = steps.find((step) => step.kind.stage === "generate" && step.kind.phrase.includes("migration"));
  const start = generated?.calls[0]?.index;
  if (start === undefined) return undefined;
  const writes = facts.filesWritten.filter(
    (write) => write.toolCall > start && facts.toolCalls[write.toolCall]?.capability !== "shell",
  );
  for (const write of writes) {
    const folder = /^(.*\/(?:migrations?|migrate|versions))\/[^/]+$/.exec(
      insideRoot(write.path, projectRoot) ?? "",
    )?.[1];
    const call = facts.toolCalls[write.toolCall];
    if (folder !== undefined && call?.status === "ok") return { folder, calls: [call] };
  }
  return undefined;
}

function editCalls(facts: SessionFacts, writes: FileWriteFact[]): ToolCallFact[] {
  const written = new Set(writes.filter((write) => write.how !== "other").map((write) => write.toolCall));
  return facts.toolCalls.filter(
    (call) => written.has(call.index) && call.status === "ok" && call.capability !== "shell",
  );
}

/** True for a file below a path that a person said is not to be touched: that edit was a mistake, and no step. */
function isForbidden(path: string, facts: SessionFacts): boolean {
  return facts.statements.some((statement) => {
    if (!/\b(?:don'?t|do not|never|not)\b|不要|别|勿|禁止/i.test(statement.text)) return false;
    const first = /[\w.-]+(?:\/[\w.-]+)+\/?/.exec(statement.text)?.[0]?.replace(/[/.]+$/, "");
    return first !== undefined && `/${path}`.includes(`/${first}`);
  });
}

const TEST_FOLDER = /^(?:tests?|specs?|__tests__|e2e)$/;

function foldersOf(writes: FileWriteFact[], projectRoot: string | undefined): Procedure["editedFolders"] {
  const code = new Map<string, number>();
  const tests = new Map<string, number>();
  for (const write of writes) {
    const folder = topFolder(write.path, projectRoot);
    if (folder === undefined) continue;
    const counts = TEST_FOLDER.test(folder) ? tests : code;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const most = (counts: Map<string, number>) => {
    const sorted = [...counts].sort((a, b) => b[1] - a[1]);
    const enough = (sorted[0]?.[1] ?? 0) / 3;
    return sorted
      .filter(([, count]) => count >= enough)
      .slice(0, 2)
      .map(([folder]) => folder);
  };
  return { code: most(code), tests: most(tests) };
}

function topFolder(path: string, projectRoot: string | undefined): string | undefined {
  const [folder, ...rest] = insideRoot(path, projectRoot)?.split("/") ?? [];
  if (folder === undefined || rest.length === 0) return undefined;
  return /^[A-Za-z][A-Za-z_-]{1,20}$/.test(folder) ? folder : undefined;
}

/** The path as seen from the project's root, or nothing when it lies elsewhere. */
function insideRoot(path: string, projectRoot: string | undefined): string | undefined {
  const root = projectRoot?.replace(/\/+$/, "");
  const inside = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return /^(?:\/|~|\.\.|[A-Za-z]:\\)/.test(inside) ? undefined : inside.replace(/^\.\//, "");
}
