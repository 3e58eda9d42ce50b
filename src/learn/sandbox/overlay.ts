/**
 * The skills of a run, in memory: what the agent read of them and what it made of them. The live tree is only read, and
 * always again before an edit, so an edit never rests on a text that is not there any more.
 */
import type { Bank, BankSkill, Scope, SkillFileContent } from "../../bank/index.ts";
import type { Citation, SandboxChange, SandboxLimits } from "./model.ts";
import { readFileInside } from "./read-inside.ts";
import { refuse } from "./refusal.ts";

export const SKILL_FILE = "SKILL.md";

interface OverlaySkill {
  kind: "create" | "update";
  /** Path → text; SKILL.md is always among them. */
  files: Map<string, string>;
  base?: { text: string; hash: string };
  citations: Citation[];
}

/** The state of a skill on disk that the agent has seen, and which of its files. */
interface Seen {
  hash: string;
  files: Set<string>;
}

export interface Overlay {
  /** Slugs of the skills that exist in the overlay only. */
  created(): string[];
  has(slug: string): boolean;
  /** Paths of the files that the overlay holds of a skill. */
  filesOf(slug: string): string[];
  text(slug: string, file: string): string | undefined;
  /** Notes that a file of the skill was read as it lies on disk now. @returns true when edits were dropped for it */
  saw(skill: BankSkill, file: string): boolean;
  /**
   * Puts new texts in, for the time being: `take` undoes it.
   *
   * @throws AutoskillError when the run touches too many skills
   */
  put(slug: string, file: string, text: string, citations: readonly Citation[], base?: BankSkill): { take(): void };
  /** The skill of ours that an edit is about, unchanged since it was read. @throws AutoskillError */
  editable(slug: string, file: string): Promise<BankSkill>;
  change(slug: string): SandboxChange;
  changes(): SandboxChange[];
}

export function createOverlay(bank: Bank, scope: Scope, limits: SandboxLimits): Overlay {
  const skills = new Map<string, OverlaySkill>();
  const seen = new Map<string, Seen>();

  const changeOf = (slug: string, skill: OverlaySkill): SandboxChange => {
    const files: SkillFileContent[] = [];
    for (const [path, content] of skill.files) if (path !== SKILL_FILE) files.push({ path, content });
    return {
      kind: skill.kind,
      slug,
      text: skill.files.get(SKILL_FILE) ?? "",
      ...(skill.base === undefined ? {} : { base: { ...skill.base } }),
      files,
      citations: skill.citations.map(({ rule, turns }) => ({ rule, turns: [...turns] })),
    };
  };

  return {
    created: () => [...skills].filter(([, { kind }]) => kind === "create").map(([slug]) => slug),
    has: (slug) => skills.has(slug),
    filesOf: (slug) => [...(skills.get(slug)?.files.keys() ?? [])],
    text: (slug, file) => skills.get(slug)?.files.get(file),
    saw: (skill, file) => {
      const known = seen.get(skill.slug);
      const files = known?.hash === skill.hash ? known.files : new Set<string>();
      seen.set(skill.slug, { hash: skill.hash, files: files.add(file) });
      const edited = skills.get(skill.slug);
      if (edited === undefined || edited.base?.hash === skill.hash) return false;
      skills.delete(skill.slug);
      return true;
    },
    put: (slug, file, text, citations, base) => {
      const before = skills.get(slug);
      if (before === undefined && skills.size >= limits.skills) {
        const message = `This run has touched ${skills.size} skills already; that is the most.`;
        throw refuse("TOO_MANY_SKILLS", message, "Put what belongs together into one of them, or leave it.");
      }
      const skill: OverlaySkill =
        before === undefined
          ? {
              kind: base === undefined ? "create" : "update",
              files: new Map(base === undefined ? [] : [[SKILL_FILE, base.text]]),
              ...(base === undefined ? {} : { base: { text: base.text, hash: base.hash } }),
              citations: [],
            }
          : { ...before, files: new Map(before.files) };
      skill.files.set(file, text);
      skill.citations = [...skill.citations, ...citations];
      skills.set(slug, skill);
      return {
        take: () => {
          if (before === undefined) skills.delete(slug);
          else skills.set(slug, before);
        },
      };
    },
    editable: (slug, file) => findEditable(bank, scope, slug, file, seen.get(slug), skills.get(slug)),
    change: (slug) => changeOf(slug, skills.get(slug) ?? { kind: "create", files: new Map(), citations: [] }),
    changes: () => [...skills].filter(([, skill]) => isChanged(skill)).map(([slug, skill]) => changeOf(slug, skill)),
  };
}

function isChanged({ base, files }: OverlaySkill): boolean {
  return base === undefined || files.size > 1 || files.get(SKILL_FILE) !== base.text;
}

const WHY_NOT_OURS: Record<string, string> = {
  user: "a person wrote it",
  marked_elsewhere: "it was made elsewhere and is not autoskill's to change here",
  foreign_link: "it is a link, or linked from elsewhere",
  unreadable: "it cannot be read as a whole",
};

async function findEditable(
  bank: Bank,
  scope: Scope,
  slug: string,
  file: string,
  seen: Seen | undefined,
  edited: OverlaySkill | undefined,
): Promise<BankSkill> {
  const skill = await bank.read(scope, slug);
  const ownership = skill?.ownership ?? (await bank.ownership(scope, slug));
  const why = WHY_NOT_OURS[ownership];
  if (why !== undefined) throw notOurs(slug, why);
  if (skill === undefined) {
    throw refuse(
      "NOT_FOUND",
      `There is no skill ${slug} that could be edited.`,
      "Write a new one with `write_file`, under a name that is free.",
    );
  }
  if (seen === undefined || !(seen.files.has(file) || edited?.files.has(file) === true)) {
    const message = `${slug}/${file} has not been read in this run.`;
    throw refuse("NOT_READ", message, "Read it with `read_file`, then edit what it really says.");
  }
  if (seen.hash !== skill.hash || (edited?.base !== undefined && edited.base.hash !== skill.hash)) {
    const message = `Somebody changed the skill ${slug} since it was read.`;
    throw refuse(
      "CHANGED_SINCE_READ",
      message,
      "Read it again with `read_file`, then make the edit for its present text.",
    );
  }
  return skill;
}

export function notOurs(slug: string, why: string): Error {
  return refuse(
    "NOT_OURS",
    `The skill ${slug} is not autoskill's to change: ${why}.`,
    "Leave it as it is. What is new can go into another skill of ours, or a new one under a name that is free.",
  );
}

/** A file of a skill as it lies on disk; `SKILL.md` as the bank read it. @throws AutoskillError */
export function readSkillFile(skill: BankSkill, file: string, limits: SandboxLimits): string {
  if (file === SKILL_FILE) return skill.text;
  const { bytes } = readFileInside(skill.directory, file.split("/"), limits.fileBytes);
  return new TextDecoder().decode(bytes);
}
