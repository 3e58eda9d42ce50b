/**
 * Applies edits by rule id. Each edit is worked out on the parsed text, spliced into the source, and the result is
 * parsed again: it is kept only if the document changed in exactly the way the edit says. So bytes outside an edit
 * never change, nothing lands in a code block, fences stay balanced, no heading is left without content.
 */
import { sha256 } from "../../base/index.ts";
import { neutraliseDirectives } from "../directives.ts";
import type { ConflictReason, EditOutcome, RejectReason, SkillDocument, SkillEdit, SkillEditResult } from "../model.ts";
import { itemContent, parseSkill } from "../parse.ts";
import { asListItem, cleanRuleText, ruleId } from "../rule-text.ts";
import { dominantLineEnding, lineStart } from "../text-lines.ts";
import { setField } from "./field.ts";
import { type FlowEntry, flowOf, isExactly, ruleKey } from "./flow.ts";
import {
  findSection,
  insertAfterRule,
  insertInSection,
  insertNewSection,
  type NewRule,
  sameHeading,
} from "./insert.ts";
import { isOrphanHeading, removeBlock, type Step } from "./remove.ts";
import { checkHeading, checkRuleText } from "./safe-text.ts";
import { applySplice, inverseOf, type Splice } from "./splice.ts";

/** Where the set stands: the text so far, and where each known rule is in it. */
interface State {
  document: SkillDocument;
  /** Rule id → index into `document.rules`. Ids of the text before the set, and of rules the set added. */
  where: Map<string, number>;
  /** Rules that an edit of this set replaced, moved or retired. */
  touched: Set<string>;
  undo: Splice[];
}

type Failure =
  | { status: "conflict"; reason: ConflictReason; message: string }
  | { status: "rejected"; reason: RejectReason; message: string };

type Applied = { state: State /** Known id of the rule in the new state. */; rule?: string };

/**
 * Applies the edits in order. Every edit ends as applied, conflict (the document is not what the edit expects) or
 * rejected (the edit itself is unsafe); one that fails changes nothing and the next are still tried.
 */
export function applySkillEdits(text: string, edits: readonly SkillEdit[]): SkillEditResult {
  const document = parseSkill(text);
  let state: State = {
    document,
    where: new Map(document.rules.map((rule, index) => [rule.id, index])),
    touched: new Set(),
    undo: [],
  };
  const results: { edit: SkillEdit; result: Applied | Failure }[] = [];
  for (const edit of edits) {
    const result = applyOne(state, edit);
    if ("state" in result) state = result.state;
    results.push({ edit, result });
  }
  const outcomes = results.map(({ edit, result }): EditOutcome => {
    if (!("state" in result)) return { edit, ...result };
    const index = result.rule === undefined ? undefined : state.where.get(result.rule);
    const rule = index === undefined ? undefined : state.document.rules[index]?.id;
    return { edit, status: "applied", ...(rule === undefined ? {} : { rule }) };
  });
  const after = state.document.text;
  return {
    text: after,
    outcomes,
    undo: { before: sha256(text), after: sha256(after), splices: state.undo.toReversed() },
  };
}

function applyOne(state: State, edit: SkillEdit): Applied | Failure {
  switch (edit.op) {
    case "add":
      return add(state, edit);
    case "replace":
      return replace(state, edit);
    case "retire":
      return retire(state, edit.rule);
    case "move":
      return move(state, edit);
    case "set_field": {
      const result = setField(state.document, edit.path, edit.value);
      if (!("splice" in result)) return result;
      if (result.splice === undefined) return { state };
      return setFieldStep(state, result.splice);
    }
  }
}

function conflict(reason: ConflictReason, message: string): Failure {
  return { status: "conflict", reason, message };
}

function rejected(reason: RejectReason, message: string): Failure {
  return { status: "rejected", reason, message };
}

const structureFailure = rejected(
  "would_change_structure",
  "The edit would change more than its own rule: text around it would merge, move or turn into code.",
);

/** Splices and parses again; undefined when anything but the intended change happened. */
function take(state: State, step: Step): { document: SkillDocument; undo: Splice[] } | undefined {
  const document = parseSkill(applySplice(state.document.text, step.splice));
  if (!isExactly(state.document, document, step.change)) return undefined;
  return { document, undo: [...state.undo, inverseOf(state.document.text, step.splice)] };
}

function setFieldStep(state: State, splice: Splice): Applied | Failure {
  const document = parseSkill(applySplice(state.document.text, splice));
  const sameBody =
    document.text.slice(document.bodyStart) === state.document.text.slice(state.document.bodyStart) &&
    document.frontmatter !== undefined;
  if (!sameBody) return structureFailure;
  return { state: { ...state, document, undo: [...state.undo, inverseOf(state.document.text, splice)] } };
}

/** A rule that an edit may still change. */
function liveRule(state: State, id: string): number | Failure {
  if (state.touched.has(id)) return conflict("rule_already_changed", `Rule ${id} was changed earlier in this set.`);
  const index = state.where.get(id);
  return index ?? conflict("rule_not_found", `There is no rule ${id}.`);
}

function add(state: State, edit: Extract<SkillEdit, { op: "add" }>): Applied | Failure {
  const text = neutraliseDirectives(cleanRuleText(edit.text));
  const problem = checkRuleText(text);
  if (problem !== undefined) return { status: "rejected", ...problem };
  const id = ruleId(text);
  const twin = state.document.rules.find((rule) => sameHeading(rule.section, edit.section) && ruleId(rule.text) === id);
  if (twin !== undefined) return conflict("rule_exists", `The section already holds this rule as ${twin.id}.`);
  return place(state, edit, { text, form: "list" }, id);
}

/** Inserts a rule; `id` becomes known for later edits of the set unless it names another rule already. */
function place(
  state: State,
  target: { section: string; after?: string },
  rule: NewRule,
  id: string,
): Applied | Failure {
  const step = stepFor(state, target, rule);
  if ("status" in step) return step;
  const taken = take(state, step);
  if (taken === undefined) return structureFailure;
  const from = step.splice.start;
  const index = taken.document.rules.findIndex((candidate) => candidate.span.start >= from);
  const where = new Map([...state.where].map(([known, at]) => [known, at >= index ? at + 1 : at]));
  const handle = where.has(id) || state.touched.has(id) ? `${id}+${state.undo.length}` : id;
  where.set(handle, index);
  return { state: { ...state, ...taken, where }, rule: handle };
}

function stepFor(state: State, target: { section: string; after?: string }, rule: NewRule): Step | Failure {
  const { document } = state;
  const flow = flowOf(document);
  if (target.after !== undefined) {
    const anchor = state.where.get(target.after);
    const found = anchor === undefined ? undefined : document.rules[anchor];
    if (anchor === undefined || found === undefined) {
      return conflict("anchor_not_found", `There is no rule ${target.after} to put it after.`);
    }
    if (!sameHeading(found.section, target.section)) {
      return conflict("anchor_in_other_section", `Rule ${target.after} stands in "${found.section}".`);
    }
    return insertAfterRule(document, flow, anchor, rule);
  }
  if (target.section === "") return insertInSection(document, flow, undefined, rule);
  const section = findSection(document, target.section);
  if (section !== undefined) return insertInSection(document, flow, section, rule);
  const problem = checkHeading(target.section);
  if (problem !== undefined) return { status: "rejected", ...problem };
  return insertNewSection(document, flow, target.section, rule);
}

function replace(state: State, edit: Extract<SkillEdit, { op: "replace" }>): Applied | Failure {
  const index = liveRule(state, edit.rule);
  if (typeof index !== "number") return index;
  const rule = state.document.rules[index];
  if (rule === undefined) return structureFailure;
  const text = neutraliseDirectives(cleanRuleText(edit.text));
  const problem = checkRuleText(text);
  if (problem !== undefined) return { status: "rejected", ...problem };

  const source = state.document.text;
  const flow = flowOf(state.document);
  const at = flow.findIndex((entry) => entry.type === "rule" && entry.index === index);
  const content = rule.kind === "paragraph" ? undefined : itemContent(source, rule.span);
  const start = content?.start ?? rule.span.start;
  const marker = source.slice(lineStart(source, rule.span.start), start);
  const lines = content === undefined ? text : asListItem(marker, text, content.column).slice(marker.length);
  const gap = content !== undefined && /\S$/.test(marker) ? " " : "";
  const splice = { start, end: rule.span.end, text: gap + lines.replaceAll("\n", dominantLineEnding(source)) };
  const taken = take(state, { splice, change: { at, removed: 1, inserted: [ruleKey(rule.kind, text)] } });
  if (taken === undefined) return structureFailure;
  const touched = new Set(state.touched).add(edit.rule);
  return { state: { ...state, ...taken, touched }, rule: edit.rule };
}

function retire(state: State, id: string): Applied | Failure {
  const index = liveRule(state, id);
  if (typeof index !== "number") return index;
  const removed = removeRule(state, index);
  if (removed === undefined) return structureFailure;
  const where = new Map(removed.where);
  where.delete(id);
  return { state: { ...removed, where, touched: new Set(state.touched).add(id) } };
}

/** Takes the rule out, then the headings above it that it leaves empty, from the inner to the outer. */
function removeRule(state: State, index: number): State | undefined {
  let flow = flowOf(state.document);
  let at = flow.findIndex((entry) => entry.type === "rule" && entry.index === index);
  let level = Number.POSITIVE_INFINITY;
  let current: State = state;
  let step = removeBlock(current.document, flow, at);
  while (step !== undefined) {
    const taken = take(current, step);
    if (taken === undefined) return undefined;
    current = { ...current, ...taken };
    flow = flowOf(current.document);
    at = flow.slice(0, at).findLastIndex((entry) => entry.type === "heading" && levelOf(current, entry) < level);
    step = isOrphanHeading(flow, current.document, at) ? removeBlock(current.document, flow, at) : undefined;
    level = levelOf(current, flow[at]);
  }
  const where = new Map(
    [...current.where]
      .filter(([, other]) => other !== index)
      .map(([id, other]) => [id, other > index ? other - 1 : other]),
  );
  return { ...current, where };
}

function levelOf({ document }: State, entry: FlowEntry | undefined): number {
  return entry === undefined ? 0 : (document.sections[entry.index]?.level ?? 0);
}

function move(state: State, edit: Extract<SkillEdit, { op: "move" }>): Applied | Failure {
  const index = liveRule(state, edit.rule);
  if (typeof index !== "number") return index;
  if (edit.after === edit.rule) return conflict("anchor_is_the_rule", "A rule cannot be put after itself.");
  const rule = state.document.rules[index];
  if (rule === undefined) return structureFailure;
  const text = neutraliseDirectives(rule.text);
  const problem = checkRuleText(text);
  if (problem !== undefined) return { status: "rejected", ...problem };
  const form = rule.kind === "paragraph" ? "block" : "list";
  const placed = place(state, edit, { text, form }, edit.rule);
  if (!("state" in placed) || placed.rule === undefined) return placed;
  const old = placed.state.where.get(edit.rule);
  const removed = old === undefined ? undefined : removeRule(placed.state, old);
  const moved = removed?.where.get(placed.rule);
  if (removed === undefined || moved === undefined) return structureFailure;
  const where = new Map(removed.where);
  where.delete(placed.rule);
  where.set(edit.rule, moved);
  return { state: { ...removed, where, touched: new Set(state.touched).add(edit.rule) }, rule: edit.rule };
}
