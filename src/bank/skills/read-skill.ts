/** One SKILL.md as a host reads it: tolerant about everything but name, description and globs. */
import { parseSkillHead } from "../../skill/index.ts";
import { checkGlob } from "./glob.ts";
import type { SkillConfig, SkillProblem, SkillSource, SkillValidation } from "./model.ts";

const NAME = /^[\p{L}\p{N}_:.-]+$/u;
const NAME_LENGTH = 128;

export type SkillReading =
  | { skill: SkillConfig; problems: SkillProblem[] }
  | { skill?: undefined; problems: [SkillProblem] };

/** Never throws. A skill that cannot be used gives one problem, `INVALID_SKILL`. */
export function readSkillText(
  text: string | Uint8Array,
  at: { filePath: string; skillRoot: string; source: SkillSource },
): SkillReading {
  const { level, extension } = at.source;
  const invalid = (message: string): SkillReading => ({
    problems: [{ code: "INVALID_SKILL", message, path: at.filePath, level }],
  });
  const head = parseSkillHead(text);
  if (head.frontmatter === undefined) return invalid("It does not begin with `---`, a name and a description.");
  const { data, name, description } = head.frontmatter;
  if (name === undefined || typeof data.name === "object") return invalid("Its frontmatter has no name.");
  if (description === undefined || typeof data.description === "object") {
    return invalid("Its frontmatter has no description.");
  }
  const problems: SkillProblem[] = [];
  const bad = (code: "BAD_FIELD" | "BAD_GLOB", message: string) => {
    problems.push({ code, message, path: at.filePath, level });
  };
  const paths = globsOf(data.paths, bad);
  if (paths === "invalid") return invalid("`paths` must be a list of globs relative to the project.");
  const fields = {
    whenToUse: textOf(data, "when_to_use", bad),
    allowedTools: toolsOf(data.allowedTools ?? data["allowed-tools"], bad),
    argumentHint: textOf(data, "argument-hint", bad),
    model: modelOf(textOf(data, "model", bad)),
    priority: numberOf(data.priority, bad),
    userInvocable: booleanOf(data, "user-invocable", bad),
    disableModelInvocation: booleanOf(data, "disable-model-invocation", bad),
    paths,
    extension,
  };
  const skill: SkillConfig = {
    name: extension === undefined ? name : `${extension}:${name}`,
    description,
    level,
    filePath: at.filePath,
    skillRoot: at.skillRoot,
    body: head.text.slice(head.bodyStart),
    frontmatter: data,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  };
  const { isValid, errors } = validateSkillConfig(skill);
  return isValid ? { skill, problems } : invalid(errors.join(" "));
}

/** What a host must refuse, and what it may warn about. */
export function validateSkillConfig(config: Partial<SkillConfig>): SkillValidation {
  const errors: string[] = [];
  const warnings: string[] = [];
  const { name, description, body, allowedTools, model } = config;
  if (typeof name !== "string" || name.trim() === "") errors.push("The name is missing.");
  else if (!NAME.test(name) || name.length > NAME_LENGTH) {
    errors.push(`The name must be letters, digits, "_", ":", "." and "-" of any script, at most ${NAME_LENGTH}.`);
  }
  if (typeof description !== "string" || description.trim() === "") errors.push("The description is missing.");
  if (allowedTools !== undefined && !Array.isArray(allowedTools)) errors.push("`allowedTools` must be a list.");
  if (model !== undefined && typeof model !== "string") errors.push("`model` must be text.");
  if (body === undefined || body.trim() === "") warnings.push("The body is empty.");
  return { isValid: errors.length === 0, errors, warnings };
}

type Bad = (code: "BAD_FIELD" | "BAD_GLOB", message: string) => void;

function textOf(data: Record<string, unknown>, key: string, bad: Bad): string | undefined {
  const value = data[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  if (typeof value === "number") return String(value);
  // [issue-number] without quotes is a list in YAML.
  if (key === "argument-hint" && Array.isArray(value)) return `[${value.join(", ")}]`;
  if (value !== "") bad("BAD_FIELD", `\`${key}\` is no text and is not used.`);
  return undefined;
}

function modelOf(model: string | undefined): string | undefined {
  return model === "inherit" ? undefined : model;
}

/** A list, or names with white space or commas between them; `Bash(git add:*)` is one name. */
function toolsOf(value: unknown, bad: Bad): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
  if (Array.isArray(value) && value.every((tool) => typeof tool === "string")) return value;
  bad("BAD_FIELD", "`allowedTools` is no list of names and is not used.");
  return undefined;
}

function numberOf(value: unknown, bad: Bad): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  bad("BAD_FIELD", "`priority` is no number and is not used.");
  return undefined;
}

function booleanOf(data: Record<string, unknown>, key: string, bad: Bad): boolean | undefined {
  const value = data[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  bad("BAD_FIELD", `\`${key}\` is neither true nor false and is not used.`);
  return undefined;
}

/** No list, or an empty one, means the skill is for all files; globs that are no good are left out and told. */
function globsOf(value: unknown, bad: Bad): string[] | undefined | "invalid" {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return "invalid";
  const globs: string[] = [];
  for (const entry of value) {
    if (typeof entry !== "string") return "invalid";
    const glob = entry.trim();
    if (glob === "") continue;
    const wrong = checkGlob(glob);
    if (wrong === undefined) globs.push(glob);
    else bad("BAD_GLOB", `The glob ${JSON.stringify(glob.slice(0, 80))} ${wrong} and is not used.`);
  }
  if (globs.length > 0) return globs;
  return value.some((entry) => String(entry).trim() !== "") ? "invalid" : undefined;
}
