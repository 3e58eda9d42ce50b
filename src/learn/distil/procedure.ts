/**
 * The path that worked: the commands of a session that succeeded, without the detours, in the order in which a person
 * would run them, and the checks that proved it.
 */
import type { SessionFacts, ToolCallFact } from "../../session/index.ts";
import type { CommandKind, Stage } from "./command-kinds.ts";
import type { ObservedCommand } from "./observe.ts";

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
  /** Checks whose last run passed, the broadest form of each. */
  checks: ProcedureStep[];
}

const CHECK_STAGES: ReadonlySet<Stage> = new Set(["test", "typecheck", "lint", "build"]);
const BEFORE: ReadonlySet<Stage> = new Set(["read_issue", "claim_issue", "branch"]);
const AFTER: ReadonlySet<Stage> = new Set([
  "stage",
  "commit",
  "push",
  "pull_request",
  "close_issue",
  "release",
  "deploy",
]);
const MAX_STEPS = 10;
const MAX_OTHER_TOOLS = 3;

export function findProcedure(facts: SessionFacts, observed: ObservedCommand[], projectRoot?: string): Procedure {
  const passed = observed.filter((command) => command.outcome === "passed");
  const groups = groupByTemplate(passed);
  const checks = provenChecks(groups, observed);
  const checkTemplates = new Set(checks.map((check) => check.template));
  const chosen = chooseSteps(groups, passed).filter((step) => !checkTemplates.has(step.template));
  const edits = editCalls(facts);
  return {
    steps: inOrder(chosen).slice(0, MAX_STEPS),
    editedFolders: foldersOf(facts, projectRoot),
    edits,
    checks,
  };
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

function isNarrow(step: ProcedureStep): boolean {
  return /<(?:test-file|pattern|file|name|directory|test)>/.test(step.template);
}

/** Checks that passed the last time they ran, each in the broadest form that passed. */
function provenChecks(groups: ProcedureStep[], observed: ObservedCommand[]): ProcedureStep[] {
  const byKey = Map.groupBy(
    groups.filter((group) => CHECK_STAGES.has(group.kind.stage)),
    (group) => group.kind.key,
  );
  return [...byKey.values()]
    .flatMap((variants) => {
      const broad = variants.filter((variant) => !isNarrow(variant));
      const last = (step: ProcedureStep) => step.calls.at(-1)?.index ?? -1;
      const best = broad.sort((a, b) => b.calls.length - a.calls.length || last(b) - last(a))[0];
      if (best === undefined) return [];
      const lastRun = observed.findLast((command) => command.template === best.template);
      return lastRun?.outcome === "passed" ? [best] : [];
    })
    .sort((a, b) => order(a) - order(b));
}

function order(step: ProcedureStep): number {
  return ["build", "typecheck", "lint", "test"].indexOf(step.kind.stage);
}

/** Preparation first, then the work as it was first done, then commit, push and what follows, as it was first done. */
function inOrder(steps: ProcedureStep[]): ProcedureStep[] {
  const phase = (step: ProcedureStep) =>
    BEFORE.has(step.kind.stage) ? 0 : step.kind.stage === "setup" ? 1 : AFTER.has(step.kind.stage) ? 3 : 2;
  const first = (step: ProcedureStep) => step.calls[0]?.index ?? 0;
  return [...steps].sort((a, b) => phase(a) - phase(b) || first(a) - first(b));
}

function editCalls(facts: SessionFacts): ToolCallFact[] {
  const written = new Set(facts.filesWritten.filter((write) => write.how !== "other").map((write) => write.toolCall));
  return facts.toolCalls.filter(
    (call) => written.has(call.index) && call.status === "ok" && call.capability !== "shell",
  );
}

const TEST_FOLDER = /^(?:tests?|specs?|__tests__|e2e)$/;

function foldersOf(facts: SessionFacts, projectRoot: string | undefined): Procedure["editedFolders"] {
  const code = new Map<string, number>();
  const tests = new Map<string, number>();
  for (const write of facts.filesWritten) {
    const folder = topFolder(write.path, projectRoot);
    if (folder === undefined) continue;
    const counts = TEST_FOLDER.test(folder) ? tests : code;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const most = (counts: Map<string, number>) =>
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 2)
      .map(([folder]) => folder);
  return { code: most(code), tests: most(tests) };
}

function topFolder(path: string, projectRoot: string | undefined): string | undefined {
  const root = projectRoot?.replace(/\/+$/, "");
  const inside = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  if (/^(?:\/|~|\.\.|[A-Za-z]:\\)/.test(inside)) return undefined;
  const [folder, ...rest] = inside.replace(/^\.\//, "").split("/");
  if (folder === undefined || rest.length === 0) return undefined;
  return /^[A-Za-z][A-Za-z_-]{1,20}$/.test(folder) ? folder : undefined;
}
