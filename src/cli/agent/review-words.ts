/** What is said about a session's review. */
import type { SkillReviewNotice, SkillReviewOutcome } from "../../operations/index.ts";
import { count } from "../render/text.ts";

/** Why a review was not queued; nothing where that is nobody's concern. */
export function skippedWords(notice: SkillReviewNotice): string | undefined {
  if (notice.status === "scheduled") return undefined;
  if (notice.reason === "skills_modified_in_session") return "No skill review: skills were changed in this session.";
  if (notice.reason === "already_running") return "A review of this session is under way already.";
  if (notice.reason === "failed") return `The skill review could not be queued: ${notice.error?.message ?? "unknown"}`;
  return undefined;
}

export function outcomeWords({ state, outcome, proposals, problems, error }: SkillReviewOutcome): string {
  if (state === "released") return "The skill review waits: autoskill review";
  if (state !== "done") {
    const why = error === undefined ? "another process has it" : error.message;
    return state === "dead" ? `The skill review failed: ${why}` : `The skill review did not come to its end: ${why}`;
  }
  if (outcome === "nothing_to_save") return "Skill review: nothing to save.";
  const published = proposals.filter((proposal) => proposal.state === "published");
  const waiting = proposals.filter((proposal) => proposal.state === "waiting");
  const names = (items: typeof proposals): string => items.map(({ name }) => name).join(", ");
  const parts = [
    ...(published.length === 0 ? [] : [`${count(published.length, "skill")} published: ${names(published)}`]),
    ...(waiting.length === 0 ? [] : [`${names(waiting)} waiting for you: autoskill pending`]),
    ...(proposals.length > 0 ? [] : [`nothing kept, ${count(problems.length, "part")} refused`]),
  ];
  return `Skill review: ${parts.join("; ")}.`;
}
