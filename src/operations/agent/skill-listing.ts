/** The list of all skills for the agent's system prompt: names and descriptions, and where their files are. */
import {
  type BankSkill,
  type LocationRoots,
  renderAvailableSkills,
  type SkillConfig,
  SkillManager,
  type SkillUsage,
  skillLocation,
} from "../../bank/index.ts";
import { CANONICAL_SKILL_FOLDER } from "../../hosts/index.ts";
import { summarizeUsage } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";

/** Tokens for the whole list. */
const LIST_BUDGET = 4_000;
/** Skills whose place is told one by one. */
const MOST_PLACES = 100;

export interface SkillListing {
  /** Empty where there are no skills. */
  text: string;
  /** Folders of the listed skills, absolute. */
  folders: string[];
}

export async function listSkillsForAgent(
  context: OperationContext,
  projectRoot: string,
  bankSkills: readonly BankSkill[],
): Promise<SkillListing> {
  const manager = new SkillManager({ projectRoot, userHome: context.userHome });
  const skills = await manager.availableSkills();
  if (skills.length === 0) return { text: "", folders: [] };
  let block = renderAvailableSkills(skills, { budgetTokens: LIST_BUDGET });
  if (block.shortened.length + block.nameOnly.length + block.leftOut.length > 0) {
    block = renderAvailableSkills(skills, { budgetTokens: LIST_BUDGET, usage: await usageOf(context, bankSkills) });
  }
  return {
    text: `${block.text}${placesOf(skills, { projectRoot, userHome: context.userHome })}`,
    folders: skills.map(({ skillRoot }) => skillRoot),
  };
}

async function usageOf(context: OperationContext, skills: readonly BankSkill[]): Promise<Map<string, SkillUsage>> {
  const store = await context.store();
  const usage = new Map<string, SkillUsage>();
  for (const { id, slug } of skills) {
    const used = (await summarizeUsage(store, id)).find(({ kind }) => kind === "used");
    if (used !== undefined) usage.set(slug, { uses: used.count, lastUsedAt: used.lastAt });
  }
  return usage;
}

/** One line for the usual place, and one for each skill that lies elsewhere. */
function placesOf(skills: readonly SkillConfig[], roots: LocationRoots): string {
  const places = skills.map(({ name, filePath }) => ({ name, location: skillLocation(filePath, roots) }));
  const elsewhere = places.filter(({ name, location }) => location !== `${CANONICAL_SKILL_FOLDER}/${name}/SKILL.md`);
  const lines = elsewhere.slice(0, MOST_PLACES).map(({ name, location }) => `- ${name}: ${location}`);
  if (elsewhere.length > MOST_PLACES) lines.push(`- and ${elsewhere.length - MOST_PLACES} more elsewhere`);
  const rule = `Their files: ${CANONICAL_SKILL_FOLDER}/<name>/SKILL.md`;
  return lines.length === 0 ? `${rule}\n` : `${rule}, but for\n${lines.join("\n")}\n`;
}
