/** All skills of all levels, and which of those with one name counts. */
import { digestOf } from "../../base/index.ts";
import { SKILL_LEVELS, type SkillConfig, type SkillLevel, type SkillProblem, type SkillSource } from "./model.ts";
import { scanSkills } from "./scan.ts";

export interface CatalogEntry {
  skill: SkillConfig;
  source: SkillSource;
}

export interface SkillCatalog {
  /** One for each name and level, sorted by level, then name. */
  entries: CatalogEntry[];
  problems: SkillProblem[];
  /** Equal for equal skills. */
  digest: string;
}

/** @param sources in order of precedence */
export async function readCatalog(sources: readonly SkillSource[]): Promise<SkillCatalog> {
  const scans = await Promise.all(sources.map(scanSkills));
  const entries: CatalogEntry[] = [];
  const problems: SkillProblem[] = [];
  const realPaths = new Set<string>();
  const taken = new Map<string, SkillConfig>();
  scans.forEach((scan, index) => {
    problems.push(...scan.problems);
    const source = sources[index];
    if (source === undefined) return;
    for (const { skill, realPath } of scan.skills) {
      // A host's folder often links to ours: that is one skill, not two.
      if (realPaths.has(`${realPath}\n${skill.name}`)) continue;
      realPaths.add(`${realPath}\n${skill.name}`);
      const key = `${skill.level}\n${skill.name}`;
      const first = taken.get(key);
      if (first === undefined) {
        taken.set(key, skill);
        entries.push({ skill, source });
      } else {
        const message = `${first.filePath} has the same name, ${JSON.stringify(skill.name)}, and comes first.`;
        problems.push({ code: "SHADOWED", message, path: skill.filePath, level: skill.level });
      }
    }
  });
  entries.sort((a, b) => rankOf(a.skill.level) - rankOf(b.skill.level) || compare(a.skill.name, b.skill.name));
  return { entries, problems, digest: digestOf(entries.map(({ skill }) => skill)) };
}

/** The entry that counts for a name, at one level or at all. */
export function findEntry(catalog: SkillCatalog, name: string, level?: SkillLevel): CatalogEntry | undefined {
  return catalog.entries.find(({ skill }) => skill.name === name && (level === undefined || skill.level === level));
}

/** Skills sorted by name: those of one level, or for each name the one that counts. */
export function listEntries(catalog: SkillCatalog, level?: SkillLevel): SkillConfig[] {
  const skills = new Map<string, SkillConfig>();
  for (const { skill } of catalog.entries) {
    if ((level === undefined || skill.level === level) && !skills.has(skill.name)) skills.set(skill.name, skill);
  }
  return [...skills.values()].sort((a, b) => compare(a.name, b.name));
}

function rankOf(level: SkillLevel): number {
  return SKILL_LEVELS.indexOf(level);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
