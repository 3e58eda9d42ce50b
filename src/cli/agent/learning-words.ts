/** What `chat` says of the skills that it uses and of what it learns, a line at a time. */
import pc from "picocolors";
import type { Learned, Retrieval, RetrievedSkill } from "../../operations/index.ts";
import { count, shorten } from "../render/text.ts";

/** The skills for a prompt with score and reason; `undefined` where there are no skills at all. */
export function retrievalLine(retrieval: Retrieval, columns: number): string | undefined {
  const { skills, nearest, how, query } = retrieval;
  const asked = how === "raw" ? "" : ` for “${shorten(query, 60)}”`;
  const given = skills.filter(({ shown }) => shown !== "left_out");
  if (given.length > 0) return pc.dim(shorten(`◇ ${given.map(words).join(" · ")}${asked}`, columns - 1));
  if (nearest === undefined) return undefined;
  const closest = `nearest ${nearest.name} ${percent(nearest.score)}`;
  return pc.dim(shorten(`◇ no skill fits${asked} (${closest})`, columns - 1));
}

function words({ name, score, shown, because }: RetrievedSkill): string {
  const why = because.length === 0 ? "for all work" : because.join(", ");
  const part = shown === "whole" ? "" : shown === "part" ? ", in part" : ", described";
  return `${name} ${because.length === 0 && score === 0 ? "" : `${percent(score)} `}(${why}${part})`;
}

function percent(score: number): string {
  return `${Math.round(score * 100)}%`;
}

/** What a look in the background found; nothing where it found nothing. */
export function learnedLines(learned: Learned): string[] {
  if ("error" in learned) return [pc.yellow(`Not learned from this conversation: ${learned.error.message}`)];
  const published = new Set(learned.published.map(({ id }) => id));
  const waiting = learned.proposals.filter(({ id }) => !published.has(id));
  const lines = learned.published.map(({ name, revision }) =>
    pc.green(`✦ learned ${name} (revision ${revision}); /undo takes it back`),
  );
  for (const { name, action } of waiting) {
    lines.push(
      pc.green(`✦ ${action === "create" ? "a new skill" : "more for"} ${name} waits: autoskill pending ${name}`),
    );
  }
  if (learned.drafts.length > 0) {
    lines.push(
      pc.dim(
        `✦ ${count(learned.drafts.length, "rule")} noted; a second conversation that says the same makes a skill of it`,
      ),
    );
  }
  return lines;
}
