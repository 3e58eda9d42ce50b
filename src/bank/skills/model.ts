/**
 * Skills as a host agent lists and loads them, at four levels. Reading only: nothing here writes, and nothing that a skill
 * asks for (hooks, tools, a model) is done; it is handed to the host as data.
 */

/** In order of precedence: of skills with one name the first level's is the one that counts. */
export const SKILL_LEVELS = ["project", "user", "extension", "bundled"] as const;

export type SkillLevel = (typeof SKILL_LEVELS)[number];

export interface SkillConfig {
  /** As the frontmatter says; a skill of an extension is `<extension>:<name>`. */
  name: string;
  /** One text, white space as in the file. */
  description: string;
  level: SkillLevel;
  /** Absolute path of the SKILL.md, through the folder where it was found. */
  filePath: string;
  /** Its directory. */
  skillRoot: string;
  /** Markdown after the frontmatter. */
  body: string;
  whenToUse?: string;
  /** `allowedTools` or `allowed-tools`; a wish of the skill, never a grant. */
  allowedTools?: string[];
  argumentHint?: string;
  /** Another model for this skill; `inherit` is left out. */
  model?: string;
  /** Higher comes first where a host sorts by it; lists here are alphabetical. */
  priority?: number;
  userInvocable?: boolean;
  disableModelInvocation?: boolean;
  /** Only of use once the session touches a file that matches one of these globs, relative to the project. */
  paths?: string[];
  extension?: string;
  /** The whole frontmatter as plain data, keys that nobody here reads included. */
  frontmatter: Record<string, unknown>;
}

/** Something about the skills on disk that a person may want to know. Nothing is left out without one. */
export interface SkillProblem {
  code:
    | "INVALID_SKILL"
    | "BAD_FIELD"
    | "BAD_GLOB"
    | "SHADOWED"
    | "BROKEN_LINK"
    | "NOT_A_FOLDER"
    | "UNREADABLE"
    | "WATCH_FAILED"
    | "LISTENER_FAILED";
  message: string;
  path?: string;
  level?: SkillLevel;
}

export interface SkillValidation {
  isValid: boolean;
  errors: string[];
  warnings: string[];
}

/** A folder of skills: `<directory>/<skill>/SKILL.md`. */
export interface SkillSource {
  level: SkillLevel;
  /** Absolute. */
  directory: string;
  /** A folder above it that stays: where its creation can be seen. */
  anchor?: string;
  extension?: string;
}
