/** Existing skills: each a candidate of its own, as it stands where our validator takes it. */
import { digestOf } from "../../base/index.ts";
import type { Placement } from "../learn/proposal-book.ts";
import { targetFor } from "../learn/target.ts";
import { adaptSkill, type FoundSkill } from "./adapt-skill.ts";
import { type DoneUnit, type ImportRun, isKnown, outcomeOf, settleUnits, skillsOf, unitId } from "./import-run.ts";
import type { ImportedUnit } from "./model.ts";

/** So many skills are settled in one transaction. */
const BATCH = 25;

export interface SkillImporter {
  add(found: FoundSkill): Promise<void>;
  /** Settles what is left of the last batch. */
  finish(): Promise<void>;
}

export async function createSkillImporter(run: ImportRun): Promise<SkillImporter> {
  const { context, input, book, now } = run;
  const target = await targetFor(context, input, {});
  const destination = `${target.scope} ${target.projectRoot ?? ""} ${input.mine ? "mine" : ""}`;
  let done: DoneUnit[] = [];

  const settle = async (): Promise<void> => {
    const batch = done;
    done = [];
    if (batch.length > 0) await settleUnits(run, batch);
  };

  return {
    async add(found) {
      const id = unitId("skill", found.digest, destination);
      // The same skill twice in one batch: the first is not recorded yet.
      if (done.some((item) => item.id === id)) await settle();
      if (await isKnown(run, id)) return;
      const adapted = await adaptSkill(found, input.mine);
      const placements: Placement[] = [];
      if (adapted.candidate !== undefined) {
        placements.push(await book.placeWhole(adapted.candidate, target, now, adapted.renamed));
      }
      const { outcome, reason } = outcomeOf(placements, adapted.refused ?? "refused");
      const unit: ImportedUnit = {
        kind: "skill",
        path: found.path,
        name: adapted.slug,
        outcome,
        reason:
          reason === "known"
            ? "already_there"
            : reason === "proposed" && adapted.verbatim
              ? "proposed_as_it_is"
              : reason,
        skills: skillsOf(run, placements),
        ...(adapted.findings.length === 0 ? {} : { findings: adapted.findings }),
        ...(adapted.notes.length === 0 ? {} : { notes: adapted.notes }),
      };
      done.push({ id, digest: digestOf(found.digest), unit, placements });
      const reached = input.limit !== undefined && run.report.units.done + done.length >= input.limit;
      if (reached || done.length >= BATCH) await settle();
    },
    finish: settle,
  };
}
