/** `tune triggers`: a better description and better triggers for one skill of the bank, proposed as a diff. */
import { resolve } from "node:path";
import { z } from "zod";
import { readTriggerCases, type TuneReport, tuneTriggers } from "../../evals/index.ts";
import { applySkillEdits, diffSkills, parseSkillHead, type SkillEdit } from "../../skill/index.ts";
import { defineOperation } from "../operation.ts";
import { locateSkill, presentSkill, skillReferenceFields } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { chosenEmbedder, documentId, documentOf } from "./bank-index.ts";
import { embedderSchema, minScoreSchema } from "./search.ts";

export interface TriggerProposal extends TuneReport {
  scope: string;
  directory: string;
  /** SKILL.md with what is proposed, against what it is; empty where nothing is. */
  diff: string;
  /** SKILL.md with what is proposed. */
  text: string;
}

export const tuneSkillTriggers = defineOperation({
  name: "tune_triggers",
  summary: SUMMARIES.tune_triggers,
  readOnly: true,
  input: z.object({
    ...skillReferenceFields,
    cases: z.string().describe("Lines {id, prompt, shouldActivate, expected[], acceptable[]?}"),
    embedder: embedderSchema,
    minScore: minScoreSchema,
  }),
  handler: async (context, input): Promise<TriggerProposal> => {
    const cases = await readTriggerCases(resolve(context.workingDirectory, input.cases));
    const located = await locateSkill(context, input);
    const skill = presentSkill(located);
    const embedder = await chosenEmbedder(context, input.embedder);
    const { skills } = await located.bank.list();
    const documents = skills.map(documentOf);
    const report = await tuneTriggers({
      documents,
      target: documentId(skill),
      cases,
      minScore: input.minScore,
      ...(embedder === undefined ? {} : { embedder }),
      signal: context.signal,
    });
    const before = documentOf(skill);
    const added = report.triggers.filter((trigger) => !before.triggers.includes(trigger));
    const edits: SkillEdit[] = [];
    if (report.description !== before.description) {
      edits.push({ op: "set_field", path: ["description"], value: report.description });
    }
    if (added.length > 0) {
      const value = [...triggersInMetadata(skill.text, before.triggers), ...added].join("; ");
      edits.push({ op: "set_field", path: ["metadata", "triggers"], value });
    }
    const text = applySkillEdits(skill.text, edits).text;
    return {
      ...report,
      scope: skill.scope,
      directory: skill.directory,
      diff: text === skill.text ? "" : diffSkills(skill.text, text),
      text,
    };
  },
});

/** Triggers that `metadata` has already; those of a top-level list stay where they are. */
function triggersInMetadata(text: string, triggers: readonly string[]): string[] {
  const { frontmatter } = parseSkillHead(text);
  const metadata = frontmatter?.data.metadata;
  const known = typeof metadata === "object" && metadata !== null ? (metadata as { triggers?: unknown }).triggers : "";
  const written = Array.isArray(known) ? known.join("\n") : String(known ?? "");
  return triggers.filter((trigger) => written.includes(trigger));
}
