/** Documents: what can be evidenced in them becomes candidates; whose words they are decides what those weigh. */
import { constants, open } from "node:fs/promises";
import { candidatesFromDocument, DOCUMENT_BOUNDS, readDocument } from "../../learn/index.ts";
import type { Placement } from "../learn/proposal-book.ts";
import { targetFor } from "../learn/target.ts";
import type { ImportSource } from "./find-sources.ts";
import { type ImportRun, isKnown, outcomeOf, settleUnits, skillsOf, unitId } from "./import-run.ts";

export async function importDocumentFile(run: ImportRun, source: ImportSource): Promise<void> {
  const file = await open(source.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    // One byte beyond the bound, so that the reader refuses what is larger with its number.
    const bytes = source.sizeBytes > DOCUMENT_BOUNDS.bytes ? new Uint8Array(source.sizeBytes) : await file.readFile();
    await importDocument(run, source.path, bytes);
  } finally {
    await file.close();
  }
}

/** @param path where it lies; behind `!` in an archive. */
export async function importDocument(run: ImportRun, path: string, bytes: Uint8Array): Promise<void> {
  const { context, input, book, now } = run;
  const document = await readDocument({ name: path, bytes });
  const target = await targetFor(context, input, {});
  const destination = `${target.scope} ${target.projectRoot ?? ""} ${input.mine ? "mine" : ""}`;
  const id = unitId("document", document.digest, destination);
  if (await isKnown(run, id)) return;
  const found = await candidatesFromDocument(document, { path, mine: input.mine, now });
  const placements: Placement[] = [];
  for (const candidate of found.candidates) placements.push(await book.place(candidate, target, now));
  const notes: string[] = [];
  if (found.refused > 0) notes.push(`${found.refused} rules were refused by the linter.`);
  if (found.beyondBound > 0)
    notes.push(`${found.beyondBound} rules were left out: a skill gets at most 60 from a document.`);
  const unit = {
    kind: "document" as const,
    path,
    ...outcomeOf(placements, found.refused > 0 ? "refused_by_linter" : "no_rule_found"),
    skills: skillsOf(run, placements),
    ...(notes.length === 0 ? {} : { notes }),
  };
  await settleUnits(run, [{ id, digest: document.digest, unit, placements }]);
}
