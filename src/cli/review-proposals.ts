/**
 * Goes through proposals with a person at a terminal: keep, edit then keep, discard, discard for good, all in one go, or
 * leave for later. What is left undecided goes on waiting in `autoskill pending`.
 *
 * Contract: each proposal is read again when its turn comes, and published only as it was shown. One that was decided at
 * another terminal meanwhile is told of and passed over.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoskillError, errorToJson } from "../base/index.ts";
import { approve, type OperationContext, type Proposal, pending, reject, runOperation } from "../operations/index.ts";
import { printable, printableValue } from "./render/printable.ts";
import { proposalDetails, renderApproval, renderRejection } from "./render/proposals.ts";
import { count } from "./render/text.ts";
import type { Terminal } from "./terminal.ts";

export type ReviewAnswer = "keep" | "edit" | "discard" | "never" | "keep_all" | "discard_all" | "later";

export interface ReviewChoice {
  answer: ReviewAnswer;
  /** The key that gives the answer. */
  key: string;
  label: string;
}

/** Asks about one proposal. Replaced in tests. */
export type AskAboutProposal = (
  proposal: Proposal,
  position: string,
  choices: readonly ReviewChoice[],
) => Promise<ReviewAnswer>;

/** What a person can answer, with `left` proposals undecided; one alone needs no answer for all. */
export function reviewChoices(left: number): ReviewChoice[] {
  const choices: ReviewChoice[] = [
    { answer: "keep", key: "k", label: "Keep: agents load it next time" },
    { answer: "edit", key: "e", label: "Edit, then keep" },
    { answer: "discard", key: "d", label: "Discard: not proposed again here" },
    { answer: "never", key: "n", label: "Discard and never again, in any project" },
    { answer: "keep_all", key: "a", label: `Keep this and all that follow (${left})` },
    { answer: "discard_all", key: "x", label: `Discard this and all that follow (${left})` },
    { answer: "later", key: "l", label: "Decide later" },
  ];
  return choices.filter(({ answer }) => left > 1 || (answer !== "keep_all" && answer !== "discard_all"));
}

export async function reviewProposals(
  context: OperationContext,
  proposals: readonly Pick<Proposal, "id">[],
  terminal: Terminal,
  ask: AskAboutProposal = askWithPrompts,
): Promise<void> {
  for (const index of proposals.keys()) {
    const rest = proposals.slice(index).map(({ id }) => id);
    const done = await reviewProposal(context, rest, terminal, (proposal) =>
      ask(proposal, `${index + 1} of ${proposals.length}`, reviewChoices(rest.length)),
    );
    if (done) return;
  }
}

/** Asks about the first of `rest` until there is an answer that holds. True when that answer settles all of `rest`. */
async function reviewProposal(
  context: OperationContext,
  rest: string[],
  terminal: Terminal,
  ask: (proposal: Proposal) => Promise<ReviewAnswer>,
): Promise<boolean> {
  const [id] = rest;
  if (id === undefined) return true;
  let proposal = await showProposal(context, id, terminal);
  let draft = proposal?.text ?? "";
  while (proposal !== undefined) {
    const answer = await ask(proposal);
    const ids = answer === "keep_all" || answer === "discard_all" ? rest : [id];
    if (answer === "later") {
      terminal.out(`${count(rest.length, "proposal")} waiting: autoskill pending\n`);
      return true;
    }
    if (answer === "discard" || answer === "never" || answer === "discard_all") {
      const never = answer === "never";
      const report = await runOperation(reject, context, { ids, never });
      terminal.out(`${renderRejection(printableValue(report), never)}\n`);
      return answer === "discard_all";
    }
    const seen = { [id]: proposal.digest };
    let input: { ids: string[]; seen: Record<string, string>; text?: string } = { ids, seen };
    if (answer === "edit") {
      const edited = await editText(context, draft, terminal);
      if (edited === undefined) continue;
      if (edited.trim() === "" || edited === proposal.text) {
        terminal.out(edited.trim() === "" ? "The file was empty: nothing was kept.\n" : "You changed nothing.\n");
        continue;
      }
      draft = edited;
      input = { ...input, text: edited };
    }
    const report = await runOperation(approve, context, input);
    terminal.out(`${renderApproval(printableValue(report), terminal)}\n`);
    const failure = report.failed.find((item) => item.id === id)?.error;
    if (failure?.code === "PROPOSAL_CHANGED") {
      proposal = await showProposal(context, id, terminal);
      if (answer !== "edit") draft = proposal?.text ?? "";
      continue;
    }
    // What a person wrote and the bank refuses is for the person to correct.
    if (answer === "edit" && failure !== undefined && failure.code !== "PROPOSAL_DECIDED") continue;
    return answer === "keep_all";
  }
  return false;
}

/** Reads and shows one proposal as it is now; `undefined` where that cannot be, and the person is told why. */
async function showProposal(context: OperationContext, id: string, terminal: Terminal): Promise<Proposal | undefined> {
  try {
    const [proposal] = (await runOperation(pending, context, { ids: [id] })).proposals;
    if (proposal !== undefined) terminal.out(`\n${proposalDetails(printableValue(proposal))}\n\n`);
    return proposal;
  } catch (error) {
    const { message, next } = errorToJson(error);
    terminal.out(`\n${printable(message)}${next === undefined ? "" : `\n  next: ${printable(next)}`}\n`);
    return undefined;
  }
}

async function askWithPrompts(
  proposal: Proposal,
  position: string,
  choices: readonly ReviewChoice[],
): Promise<ReviewAnswer> {
  const { isCancel, selectKey } = await import("@clack/prompts");
  const key = await selectKey<string>({
    message: `${printable(proposal.name)} (${position})`,
    options: choices.map((choice) => ({ value: choice.key, label: choice.label })),
  });
  return isCancel(key) ? "later" : (choices.find((choice) => choice.key === key)?.answer ?? "later");
}

/** Opens the person's editor on the text. `undefined` when the editor fails, by which people say "leave it" (`:cq`). */
async function editText(context: OperationContext, text: string, terminal: Terminal): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "autoskill-edit-"));
  const file = join(folder, "SKILL.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    openEditor(context.environment.VISUAL || context.environment.EDITOR || "vi", file);
    return await readFile(file, "utf8");
  } catch (error) {
    terminal.err(`${printable(errorToJson(error).message)} Nothing was kept.\n`);
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `$EDITOR` may hold arguments (`code --wait`). @throws AutoskillError `EDITOR_FAILED` */
function openEditor(editor: string, file: string): void {
  const [program = "vi", ...args] = editor.split(/\s+/).filter((word) => word !== "");
  const result = spawnSync(program, [...args, file], { stdio: "inherit" });
  if (result.error === undefined && result.status === 0) return;
  throw new AutoskillError({
    code: "EDITOR_FAILED",
    message: `The editor ${program} ended with ${result.error?.message ?? `exit code ${result.status}`}.`,
    next: "Set EDITOR to a program that works here.",
  });
}
