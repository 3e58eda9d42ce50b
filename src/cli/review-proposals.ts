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
    const answer = await ask(proposal, `${index + 1} of ${proposals.length}`);
    if (answer === "later") {
      terminal.out(`${count(proposals.length - index, "proposal")} waiting: autoskill pending\n`);
      return;
    }
    if (answer === "discard") {
      await runOperation(reject, context, { ids: [proposal.id] });
      terminal.out(`Discarded ${proposal.name}; it will not be proposed again.\n`);
      continue;
    }
    if (answer === "keep_all") {
      const ids = proposals.slice(index).map((rest) => rest.id);
      terminal.out(`${renderApproval(printableValue(await runOperation(approve, context, { ids })), terminal)}\n`);
      return;
    }
    const text = answer === "edit" ? await editText(context, proposal.text, terminal) : undefined;
    const report = await runOperation(approve, context, {
      ids: [proposal.id],
      ...(text === undefined ? {} : { text }),
    });
    terminal.out(`${renderApproval(printableValue(report), terminal)}\n`);
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

/** Opens the person's editor on the text. When that fails, says so and keeps the text as it is. */
async function editText(context: OperationContext, text: string, terminal: Terminal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "autoskill-edit-"));
  const file = join(folder, "SKILL.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    openEditor(context.environment.VISUAL ?? context.environment.EDITOR ?? "vi", file);
    return await readFile(file, "utf8");
  } catch (error) {
    terminal.err(`${printable(errorToJson(error).message)} The text is kept as it is.\n`);
    return text;
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
