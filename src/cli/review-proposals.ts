/**
 * Goes through proposals with a person at a terminal: keep, edit, discard, keep all, or leave for later. What is left
 * undecided goes on waiting in `autoskill pending`.
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoskillError, errorToJson } from "../base/index.ts";
import { approve, type OperationContext, type Proposal, reject, runOperation } from "../operations/index.ts";
import { printable, printableValue } from "./render/printable.ts";
import { proposalDetails, renderApproval } from "./render/proposals.ts";
import { count } from "./render/text.ts";
import type { Terminal } from "./terminal.ts";

export type ReviewAnswer = "keep" | "edit" | "discard" | "keep_all" | "later";

/** Asks about one proposal. Replaced in tests. */
export type AskAboutProposal = (proposal: Proposal, position: string) => Promise<ReviewAnswer>;

export async function reviewProposals(
  context: OperationContext,
  proposals: Proposal[],
  terminal: Terminal,
  ask: AskAboutProposal = askWithPrompts,
): Promise<void> {
  for (const [index, proposal] of proposals.entries()) {
    terminal.out(`\n${proposalDetails(printableValue(proposal))}\n\n`);
    const rest = proposals.slice(index);
    const done = await reviewProposal(context, rest, terminal, () =>
      ask(proposal, `${index + 1} of ${proposals.length}`),
    );
    if (done) return;
  }
}

/** Asks about the first of `rest` until there is an answer that holds. True when that answer settles all of `rest`. */
async function reviewProposal(
  context: OperationContext,
  rest: Proposal[],
  terminal: Terminal,
  ask: () => Promise<ReviewAnswer>,
): Promise<boolean> {
  const [proposal] = rest;
  if (proposal === undefined) return true;
  for (let draft = proposal.text; ; ) {
    const answer = await ask();
    if (answer === "later") {
      terminal.out(`${count(rest.length, "proposal")} waiting: autoskill pending\n`);
      return true;
    }
    if (answer === "discard") {
      await runOperation(reject, context, { ids: [proposal.id] });
      terminal.out(`Discarded ${proposal.name}; it will not be proposed again.\n`);
      return false;
    }
    let input: { ids: string[]; text?: string } = { ids: [proposal.id] };
    if (answer === "keep_all") input = { ids: rest.map(({ id }) => id) };
    if (answer === "edit") {
      const edited = await editText(context, draft, terminal);
      if (edited === undefined) continue;
      draft = edited;
      input = { ids: [proposal.id], text: edited };
    }
    const report = await runOperation(approve, context, input);
    terminal.out(`${renderApproval(printableValue(report), terminal)}\n`);
    // What a person wrote and the bank refuses is for the person to correct.
    if (answer === "edit" && report.failed.length > 0) continue;
    return answer === "keep_all";
  }
}

async function askWithPrompts(proposal: Proposal, position: string): Promise<ReviewAnswer> {
  const { isCancel, select } = await import("@clack/prompts");
  const answer = await select<ReviewAnswer>({
    message: `${proposal.name} (${position})`,
    options: [
      { value: "keep", label: "Keep", hint: "agents load it next time" },
      { value: "edit", label: "Edit, then keep" },
      { value: "discard", label: "Discard", hint: "not proposed again" },
      { value: "keep_all", label: "Keep this and all that follow" },
      { value: "later", label: "Decide later" },
    ],
  });
  return isCancel(answer) ? "later" : answer;
}

/** Opens the person's editor on the text. `undefined` when the editor fails, by which people say "leave it" (`:cq`). */
async function editText(context: OperationContext, text: string, terminal: Terminal): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "autoskill-edit-"));
  const file = join(folder, "SKILL.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    openEditor(context.environment.VISUAL ?? context.environment.EDITOR ?? "vi", file);
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
