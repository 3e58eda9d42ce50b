/**
 * What failed, why, and what fixed it. Only what would help the next person: a command that had to be written
 * differently, or one that needed another command first. A test that passed once the code was right is no pitfall.
 */
import type { SessionFacts, ToolCallFact } from "../../session/index.ts";
import { undisguised } from "../../skill/index.ts";
import type { ObservedCommand } from "./observe.ts";
import type { Placeholders } from "./placeholders.ts";
import { isEnvironmentTrouble, isHostTrouble } from "./trouble.ts";

export interface Pitfall {
  /** What failed and what to run instead, or first. */
  failed: ObservedCommand;
  worked: ObservedCommand;
  /** Commands that had to run in between. */
  fixes: ObservedCommand[];
  /** Project files whose change was part of the fix, as a person would name them. */
  changedFiles: string[];
  /** The telling line of the error, clean enough to stand in a code span; absent when none is. */
  excerpt?: string;
  calls: ToolCallFact[];
}

const FIX_STAGES = new Set(["setup", "generate", "migrate", "build", "format", "run", "tool", "branch"]);
const CONFIG_FILE =
  /(?:^|\/)(?:package\.json|tsconfig[\w.]*\.json|mix\.exs|pyproject\.toml|requirements[\w-]*\.txt|Cargo\.toml|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|Dockerfile|Containerfile|docker-compose\.ya?ml|compose\.ya?ml|Makefile|setup\.(?:py|cfg)|tox\.ini|conftest\.py|[\w-]+\.config\.[cm]?[jt]s|\.eslintrc[\w.]*|biome\.json|config\/[\w-]+\.exs?|\.npmrc|\.env\.example)$/;
/** Commands further apart than this have hardly to do with each other. */
const MAX_DISTANCE = 30;
const MAX_FIXES = 3;
const MAX_CHANGED_FILES = 2;
const MAX_EXCERPT = 140;

export function findPitfalls(facts: SessionFacts, observed: ObservedCommand[], placeholders: Placeholders): Pitfall[] {
  const byCall = Map.groupBy(observed, (command) => command.call.index);
  const found = new Map<string, Pitfall>();
  for (const [from, to] of hops(facts, observed)) {
    const pitfall = pitfallOf(from, to, facts, byCall, placeholders);
    if (pitfall === undefined) continue;
    const key = [pitfall.failed.template, pitfall.worked.template, ...pitfall.fixes.map((fix) => fix.template)].join(
      "\n",
    );
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, pitfall);
    else earlier.calls.push(...pitfall.calls);
  }
  return [...found.values()];
}

/**
 * Each failure and the next try of the same kind: one of them may have fixed one cause of several. From the session's
 * recoveries, and from commands that are the same in a container or in another folder.
 */
function hops(facts: SessionFacts, observed: ObservedCommand[]): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  const add = (from: number, to: number) => pairs.set(`${from} ${to}`, [from, to]);
  for (const recovery of facts.recoveries) {
    const tries = [...recovery.earlier, recovery.failed, recovery.succeeded];
    for (const [index, to] of tries.slice(1).entries()) add(tries[index] ?? to, to);
  }
  for (const [position, failure] of observed.entries()) {
    if (failure.outcome !== "failed") continue;
    const next = observed
      .slice(position + 1, position + MAX_DISTANCE)
      .find((command) => command.kind.key === failure.kind.key && command.outcome !== "unknown");
    if (next !== undefined) add(failure.call.index, next.call.index);
  }
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function pitfallOf(
  from: number,
  to: number,
  facts: SessionFacts,
  byCall: Map<number, ObservedCommand[]>,
  placeholders: Placeholders,
): Pitfall | undefined {
  const failedCall = facts.toolCalls[from];
  const nextCall = facts.toolCalls[to];
  if (failedCall?.status !== "error" || nextCall === undefined) return undefined;
  const failed = onlyOne(byCall.get(from));
  const next = sameKind(byCall.get(to), failed);
  if (failed === undefined || next === undefined) return undefined;
  const error = failedCall.errorExcerpt ?? "";
  if (isEnvironmentTrouble(error) || isHostTrouble(error)) return undefined;
  const excerpt = tellingLine(error, placeholders);
  const passed = next.outcome === "passed";
  if (!passed && (excerpt === undefined || tellingLine(nextCall.errorExcerpt ?? "", placeholders) === excerpt))
    return undefined;

  const between = facts.toolCalls.slice(from + 1, to).filter((call) => call.status === "ok");
  const edited = between.flatMap((call) => (/^(?:edit|write)$/.test(call.capability) ? (call.paths ?? []) : []));
  const changedFiles = [
    ...new Set(edited.filter((path) => CONFIG_FILE.test(path)).map((path) => placeholders.prose(path))),
  ].filter((path) => !/[<>]/.test(path));
  const fixes = between
    .flatMap((call) => byCall.get(call.index) ?? [])
    .filter((command) => command.outcome === "passed" && FIX_STAGES.has(command.kind.stage))
    .filter((command) => command.kind.key !== failed.kind.key);
  const sourceEdited = edited.some((path) => !CONFIG_FILE.test(path));
  const shown = excerpt === undefined ? {} : { excerpt };
  const distinct = distinctFixes(fixes);
  const changed = isOtherCommand(failed.template, next.template);
  const usage = isUsageError(error);
  if (passed && changed && (usage || (!sourceEdited && distinct.length === 0))) {
    return { failed, worked: next, fixes: [], changedFiles: [], calls: [failedCall, nextCall], ...shown };
  }
  const sameJob = !changed || isLonger(failed.template, next.template) || isLonger(next.template, failed.template);
  if (!sameJob || sourceEdited) return undefined;
  if (distinct.length === 0 && (changedFiles.length === 0 || excerpt === undefined)) return undefined;
  const corrected = (call: ToolCallFact) =>
    /^(?:edit|write)$/.test(call.capability) && (call.paths ?? []).some((path) => CONFIG_FILE.test(path));
  const changing = between.filter((call) => fixes.some((fix) => fix.call === call) || corrected(call));
  return {
    failed,
    worked: next,
    fixes: distinct,
    changedFiles: changedFiles.slice(0, MAX_CHANGED_FILES),
    calls: [failedCall, ...changing, nextCall],
    ...shown,
  };
}

function onlyOne(commands: ObservedCommand[] | undefined): ObservedCommand | undefined {
  return commands?.length === 1 ? commands[0] : undefined;
}

function sameKind(commands: ObservedCommand[] | undefined, failed: ObservedCommand | undefined) {
  if (commands === undefined || failed === undefined) return undefined;
  const same = commands.find((command) => command.kind.key === failed.kind.key);
  const only = onlyOne(commands);
  return same ?? (only !== undefined && isSameJob(only, failed) ? only : undefined);
}

const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** The same work with another tool of its kind: `npm test` and `pnpm test`. */
function isSameJob(left: ObservedCommand, right: ObservedCommand): boolean {
  if (left.kind.stage !== right.kind.stage || left.kind.stage === "tool") return false;
  const managers = PACKAGE_MANAGERS.test(left.kind.tool) && PACKAGE_MANAGERS.test(right.kind.tool);
  return managers || left.kind.tool === right.kind.tool;
}

function distinctFixes(fixes: ObservedCommand[]): ObservedCommand[] {
  const seen = new Map(fixes.map((fix) => [fix.template, fix]));
  return [...seen.values()].slice(-MAX_FIXES);
}

const COSMETIC = /^(?:-v+|-q|--verbose|--quiet|-x|--tb=\w+|-s|--no-color|--color=?\w*|--progress=?\w*|-<number>|2>&1)$/;

/** True when more than values and cosmetic options changed between the two. */
export function isOtherCommand(failed: string, worked: string): boolean {
  const essence = (template: string) =>
    template
      .split(" ")
      .filter((word) => !COSMETIC.test(word))
      .map((word) => word.replace(/<[\w-]+>(?::<line>|::<test>)?/g, "<>"));
  const before = essence(failed);
  const after = essence(worked);
  const onlyNarrower = (some: string[], more: string[]) => {
    const extra = more.filter((word) => !some.includes(word));
    return some.every((word) => more.includes(word)) && extra.every((word) => word === "<>" || !/^-|^[a-z]/.test(word));
  };
  if (before.join(" ") === after.join(" ")) return false;
  return !onlyNarrower(before, after) && !onlyNarrower(after, before);
}

/** The failed command is the one that worked, with more words. */
function isLonger(failed: string, worked: string): boolean {
  return failed.startsWith(`${worked} `);
}

function isUsageError(error: string): boolean {
  return /unknown (?:option|command|argument|flag)|unrecogni[sz]ed|missing script|no upstream|usage:|invalid (?:option|argument)|not a valid|unexpected argument|did you mean|requires? (?:a|an|the) |must (?:be|specify|provide)|无效的?选项|未知命令/i.test(
    error,
  );
}

const TELLING =
  /error|fatal|failed|cannot|can't|could not|missing|expected|not found|unknown|no such|invalid|undefined|unrecogni|has no |must |required|unable|denied|mismatch|conflict|panic|exception|错误|失败|未找到|无法/i;
const BORING =
  /^(?:exit code|traceback|at |\s*\^|~+|-+|=+|\d+ (?:failed|passed)|running |compiling |> |npm (?:error|err!) (?:code|errno|a complete log)|error:?$)/i;
/** Words that address whoever reads the output: such a line is dropped, whatever it says. */
const ADDRESSES_READER =
  /\b(?:ignore|disregard|forget) (?:all|any|the|previous|prior|above|your)|\bsystem prompt\b|\byou (?:are|must|should|have to|need to)\b|\bassistant\b|\bplease (?:run|execute|visit|open|send)\b|<\/?(?:system|user|assistant|instructions?)>|忽略.{0,6}(?:之前|以上|所有)|你(?:必须|应该|现在是)/i;

/** Advice printed by a tool is not advice of ours: what helped stands in the pitfall because it was seen to help. */
const TELLS_TO_ACT =
  /\b(?:please|try(?:ing)?|you (?:can|may|could|need|want)|(?:run|execute|install|download|visit|open|upgrade|paste|send|email|use) (?:`|the |this |it |https?:|npm|pip|curl|wget|sudo|bash|sh |git |npx))/i;

/** Words of a standing rule: an error states what happened, and binds nobody. */
const BINDS =
  /\b(?:from now on|always|never|remember|going forward|henceforth|whenever|every time|(?:before|after) (?:each|every|any))\b|始终|总是|永远|务必|记住|从现在|以后/i;

/** The line of an error that says most, as a code span can hold it. */
export function tellingLine(error: string, placeholders: Placeholders): string | undefined {
  const lines = error
    .split(/\r?\n/)
    .map((line) => line.replace(/\u001b\[[0-9;]*m/g, "").trim())
    .filter((line) => line.length > 5 && !BORING.test(line) && !TELLS_TO_ACT.test(line) && !BINDS.test(line));
  const line = lines.find((candidate) => TELLING.test(candidate)) ?? lines[0];
  if (line === undefined || [error, undisguised(error)].some((text) => ADDRESSES_READER.test(text))) return undefined;
  const clean = placeholders
    .prose(line)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>]+/gi, "<url>")
    .replace(/^E\s+/, "")
    .replace(/^[\w./-]+\.\w+:\d+(?::\d+)?:?\s+/, "")
    .replace(/`/g, "'")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/[;,:\s]+$/, "")
    .trim();
  if (clean.length < 6) return undefined;
  return clean.length > MAX_EXCERPT ? `${clean.slice(0, MAX_EXCERPT - 1).trimEnd()}…` : clean;
}

/** One Markdown rule. */
export function pitfallText(pitfall: Pitfall): string {
  const { failed, worked, fixes, changedFiles, excerpt } = pitfall;
  const code = (text: string) => `\`${text}\``;
  const because = excerpt === undefined ? "" : ` with ${code(excerpt)}`;
  if (fixes.length === 0 && changedFiles.length === 0) {
    return `If ${code(failed.template)} fails${because}, use ${code(worked.template)} instead.`;
  }
  const correct = changedFiles.length === 0 ? "" : `correct ${changedFiles.map(code).join(" and ")}`;
  const run = fixes.length === 0 ? "" : `run ${fixes.map((fix) => code(fix.template)).join(", then ")}`;
  const first = [correct, run].filter((part) => part !== "").join(", ");
  const again = isLonger(failed.template, worked.template) ? worked.template : failed.template;
  return `If ${code(again)} fails${because}, ${first}, and try again.`;
}
