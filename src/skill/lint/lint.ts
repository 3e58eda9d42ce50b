/**
 * Everything that is wrong or risky in a SKILL.md of any origin. Errors make `autoskill lint` fail: a file that some
 * host does not load, a secret, an instruction against the user, a download run unseen, hidden text. Advice is what a
 * person should look at. An attack that is only shown (in code, quotes, a table, or words of warning) is advice.
 */
import { basename, dirname } from "node:path";
import type { SkillFinding } from "../model.ts";
import { parseSkill } from "../parse.ts";
import { validateDocument } from "../validate.ts";
import { commandFindings } from "./commands.ts";
import { hiddenUnicodeFindings } from "./hidden-unicode.ts";
import { placesOf } from "./place.ts";
import { qualityFindings } from "./quality.ts";
import { referenceFindings } from "./references.ts";
import { type LintInput, oncePerLine } from "./report.ts";
import { secretFindings } from "./secrets.ts";
import { takeoverFindings } from "./takeover.ts";

export interface LintOptions {
  /** Path of the file: its directory's name must be the skill's, its own name `SKILL.md`. */
  path?: string;
  /** Directory in which files named by the body are looked up. Default: not looked up. */
  directory?: string;
  /** True for files that we write (see `validateSkill`). Default false. */
  ours?: boolean;
}

/** @returns findings in line order, errors first within a line, one per code and line. Never rejects on foreign data. */
export async function lintSkill(source: string | Uint8Array, options: LintOptions = {}): Promise<SkillFinding[]> {
  const document = parseSkill(source);
  const input: LintInput = { document, places: placesOf(document) };
  const { path, directory = path === undefined ? undefined : dirname(path) } = options;
  const findings = [
    ...fileNameFindings(path),
    ...validateDocument(document, {
      ...(directory === undefined ? {} : { directory }),
      ...(options.ours === undefined ? {} : { ours: options.ours }),
    }),
    ...takeoverFindings(input),
    ...commandFindings(input),
    ...hiddenUnicodeFindings(input),
    ...qualityFindings(input),
    ...(await secretFindings(input)),
    ...(options.directory === undefined ? [] : await referenceFindings(input, options.directory)),
  ];
  const rank = ({ severity }: SkillFinding) => (severity === "error" ? 0 : 1);
  return oncePerLine(findings.sort((a, b) => a.line - b.line || rank(a) - rank(b) || (a.code < b.code ? -1 : 1)));
}

/** Files that agents read by themselves when they work in a folder, wherever it lies: rules in disguise. */
const SELF_LOADING =
  /^(?:(?:agents|claude|gemini|qwen|codex|copilot-instructions|skill|conventions)(?:\.local|\.override)?\.md|\..*)$/i;

/**
 * What is wrong or risky in a file beside SKILL.md: a name that agents load by themselves, an attack on its reader, a
 * download run unseen, hidden text, a secret. An attack that is only shown is advice, as in SKILL.md.
 *
 * @param path relative to the skill's directory
 */
export async function lintSupportFile(path: string, source: string | Uint8Array): Promise<SkillFinding[]> {
  const document = parseSkill(source);
  const input: LintInput = { document, places: placesOf(document) };
  const loading = path.split("/").find((name) => SELF_LOADING.test(name));
  const found: SkillFinding[] =
    loading === undefined
      ? []
      : [
          {
            code: "self_loading_file",
            severity: "error",
            message: `"${loading}" is a name that agents or tools read by themselves.`,
            fix: "Give the file another name, and name it in SKILL.md.",
            line: 1,
          },
        ];
  found.push(...takeoverFindings(input), ...commandFindings(input), ...hiddenUnicodeFindings(input));
  found.push(...(await secretFindings(input)));
  return oncePerLine(found.sort((a, b) => a.line - b.line || (a.code < b.code ? -1 : 1)));
}

function fileNameFindings(path: string | undefined): SkillFinding[] {
  if (path === undefined || basename(path) === "SKILL.md" || basename(path).toLowerCase() !== "skill.md") return [];
  const message = `The file is called "${basename(path)}"; agents load only "SKILL.md".`;
  return [{ code: "file_name", severity: "error", message, fix: "Rename it to SKILL.md.", line: 1 }];
}
