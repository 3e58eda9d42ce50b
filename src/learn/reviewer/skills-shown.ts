/** Which skills the reviewer is shown: all where there are few, else those nearest to the session. */
import { dirname, isAbsolute, relative, sep } from "node:path";
import type { BankSkill } from "../../bank/index.ts";
import { createSimilarity } from "../similarity.ts";
import type { SessionGrounds } from "./grounds.ts";
import type { PromptSkill } from "./prompt-v1.ts";

const MAX_SHOWN = 60;

export interface SkillsShown {
  skills: PromptSkill[];
  unlisted: number;
}

export function skillsShown(all: readonly BankSkill[], grounds: SessionGrounds, projectRoot: string): SkillsShown {
  const nearest = all.length <= MAX_SHOWN ? [...all] : byNearness(all, grounds).slice(0, MAX_SHOWN);
  const skills = nearest
    .map(
      (skill): PromptSkill => ({
        name: skill.slug,
        description: skill.description ?? skill.title ?? "",
        path: `${shownFolder(dirname(skill.directory), projectRoot)}/${skill.slug}/SKILL.md`,
        editable: isEditable(skill),
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, unlisted: all.length - nearest.length };
}

export function isEditable({ ownership }: Pick<BankSkill, "ownership">): boolean {
  return ownership === "ours" || ownership === "ours_edited";
}

/** A folder of skills as the sandbox's tools call it: relative to the project, or by the name of what lies elsewhere. */
export function shownFolder(directory: string, projectRoot: string): string {
  const inside = relative(projectRoot, directory).split(sep).join("/");
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? "@skills" : inside;
}

function byNearness(all: readonly BankSkill[], grounds: SessionGrounds): BankSkill[] {
  const face = (skill: BankSkill) =>
    `${skill.slug.replaceAll("-", " ")} ${skill.title ?? ""} ${skill.description ?? ""}`;
  const similarity = createSimilarity(all.map(face));
  const said = grounds.facts.personWords.map((words) => words.text).join("\n");
  const ran = grounds.commands.map((command) => command.words.slice(0, 3).join(" ")).join("\n");
  const session = `${said}\n${ran}`.slice(0, 50_000);
  const scored = all.map((skill) => ({ skill, score: similarity(face(skill), session) }));
  return scored.sort((a, b) => b.score - a.score || (a.skill.slug < b.skill.slug ? -1 : 1)).map(({ skill }) => skill);
}
