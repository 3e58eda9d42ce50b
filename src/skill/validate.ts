/**
 * Is this SKILL.md one that loads everywhere? Errors: the open specification (its skills-ref validator, and the
 * stricter quick_validate.py and claude.ai rules) and every observed way in which a host drops a file. With
 * `ours: true` also what holds for files that we write: the `source: auto-skill` mark and string metadata.
 */
import { basename, resolve } from "node:path";
import { fieldLine, yamlFeatures } from "./frontmatter.ts";
import { type SkillDocument, type SkillFinding, SPECIFICATION_FIELDS } from "./model.ts";
import { parseSkill } from "./parse.ts";
import { MAX_DESCRIPTION_LENGTH } from "./print.ts";
import { MAX_NAME_LENGTH, VENDOR_NAMES } from "./slug.ts";

export interface ValidateOptions {
  /** The directory that holds the SKILL.md; its last part must be the name. */
  directory?: string;
  /** True for files that we write. Default false. */
  ours?: boolean;
}

/** @returns findings in line order; empty when the file is valid. Never throws. */
export function validateSkill(source: string | Uint8Array, options: ValidateOptions = {}): SkillFinding[] {
  return validateDocument(parseSkill(source), options);
}

/** Top-level keys that some agent understands; kept as they are, but not portable. */
const HOST_FIELDS = new Set([
  "when_to_use",
  "argument-hint",
  "arguments",
  "disable-model-invocation",
  "user-invocable",
  "disallowed-tools",
  "model",
  "effort",
  "context",
  "agent",
  "background",
  "hooks",
  "paths",
  "shell",
]);

/** Fields of the AutoSkill paper's format. */
const PAPER_FIELDS = new Set(["id", "version", "tags", "triggers", "examples"]);

const MAX_BODY_LINES = 500;

export function validateDocument(document: SkillDocument, options: ValidateOptions = {}): SkillFinding[] {
  const findings: SkillFinding[] = [];
  const error = (code: string, message: string, fix: string, line = 1) =>
    findings.push({ code, severity: "error", message, fix, line });
  const advice = (code: string, message: string, fix: string, line = 1) =>
    findings.push({ code, severity: "advice", message, fix, line });

  encodingFindings(document, error);
  const { frontmatter } = document;
  if (frontmatter !== undefined) {
    const lineOf = (key: string) => fieldLine(document, key);
    nameFindings(document, options, error, lineOf("name"));
    descriptionFindings(document, error, lineOf("description"));
    fieldFindings(document, options, error, advice, lineOf);
    const dashes = document.text.indexOf("---", frontmatter.content.start);
    if (dashes >= 0 && dashes < frontmatter.content.end) {
      const line = document.text.slice(0, dashes).split(/\r\n|\n|\r/).length;
      advice(
        "dashes_in_frontmatter",
        "A value holds `---`; the reference validator ends there.",
        "Write a single dash or `—` instead.",
        line,
      );
    }
  }
  const fence = options.ours === true ? /^---[ \t]*$/m.exec(document.text.slice(document.bodyStart)) : null;
  if (fence !== null) {
    error(
      "fence_in_body",
      "A line `---` in the body can be read as the end of the frontmatter.",
      "Leave the line out, or write `***`.",
      document.text.slice(0, document.bodyStart + fence.index).split(/\r\n|\n|\r/).length,
    );
  }
  const bodyLines = document.text.slice(document.bodyStart).split(/\r\n|\n|\r/).length;
  if (bodyLines > MAX_BODY_LINES) {
    advice(
      "body_too_long",
      `The body has ${bodyLines} lines; the specification recommends under ${MAX_BODY_LINES}.`,
      "Move detail to files in references/ and name them in the body.",
      bodyLines,
    );
  }
  if (document.text.slice(document.bodyStart).trim() === "") {
    error("empty_body", "There are no instructions below the frontmatter.", "Write what the agent should do.");
  }
  return findings.sort((a, b) => a.line - b.line);
}

type Report = (code: string, message: string, fix: string, line?: number) => void;

function encodingFindings(document: SkillDocument, error: Report): void {
  const fixes: Partial<Record<SkillDocument["diagnostics"][number]["code"], string>> = {
    bom: "Save the file as UTF-8 without BOM.",
    utf16: "Save the file as UTF-8.",
    invalid_utf8: "Save the file as UTF-8.",
    nul: "Delete the NUL characters.",
    no_frontmatter: "Start the file with `---`, name, description, `---`.",
    frontmatter_not_first: "Delete what stands before the first `---`.",
    frontmatter_unterminated: "Close the frontmatter with a line `---`.",
    frontmatter_invalid_yaml: "Put the value in double quotes.",
    frontmatter_colon_repaired: "Put the value in double quotes.",
    frontmatter_not_a_map: "Write `name: …` and `description: …`.",
    frontmatter_duplicate_key: "Keep one of the two keys.",
    unclosed_fence: "Close the code block with a line of its own.",
    unclosed_comment: "Close the comment or tag.",
    body_not_structured: "Split the file.",
  };
  for (const { code, message, line } of document.diagnostics)
    error(code, message, fixes[code] ?? "Repair the file.", line);
}

function nameFindings(document: SkillDocument, options: ValidateOptions, error: Report, line: number): void {
  const raw = document.frontmatter?.data.name;
  const name = document.frontmatter?.name;
  if (name === undefined) {
    error(
      "name_missing",
      "There is no name; Gemini and OpenCode do not load the file.",
      "Add `name:` with the directory's name.",
      line,
    );
    return;
  }
  if (typeof raw !== "string")
    error("name_not_text", "The name is not text in YAML.", "Put the name in double quotes.", line);
  const normal = name.normalize("NFKC");
  if (normal.length > MAX_NAME_LENGTH) {
    error(
      "name_too_long",
      `The name has ${normal.length} characters; ${MAX_NAME_LENGTH} are allowed.`,
      "Shorten it.",
      line,
    );
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(normal)) {
    error(
      "name_invalid",
      `"${name}" is not made of lowercase letters, digits and single hyphens.`,
      "Rename the skill and its directory.",
      line,
    );
  }
  const vendor = VENDOR_NAMES.find((word) => normal.includes(word));
  if (vendor !== undefined && (vendor === "claude" || vendor === "anthropic" || options.ours === true)) {
    error("name_vendor", `The name holds "${vendor}", which is reserved.`, "Leave the vendor's name out.", line);
  }
  const directory = options.directory === undefined ? undefined : basename(resolve(options.directory));
  if (directory !== undefined && directory.normalize("NFKC") !== normal) {
    error("name_not_directory", `The name is "${name}", the directory "${directory}".`, "Make them equal.", line);
  }
}

function descriptionFindings(document: SkillDocument, error: Report, line: number): void {
  const raw = document.frontmatter?.data.description;
  const description = document.frontmatter?.description;
  if (description === undefined) {
    error(
      "description_missing",
      "There is no description; most agents do not load the file.",
      "Say what the skill does and when to use it.",
      line,
    );
    return;
  }
  if (typeof raw !== "string")
    error("description_not_text", "The description is not text in YAML.", "Put it in double quotes.", line);
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    error(
      "description_too_long",
      `The description has ${description.length} characters; Copilot drops a skill above ${MAX_DESCRIPTION_LENGTH}.`,
      "Shorten it.",
      line,
    );
  }
  if (/[<>]/.test(description)) {
    error(
      "description_markup",
      "The description holds `<` or `>`, which claude.ai refuses.",
      "Write it without angle brackets.",
      line,
    );
  }
}

function fieldFindings(
  document: SkillDocument,
  options: ValidateOptions,
  error: Report,
  advice: Report,
  lineOf: (key: string) => number,
): void {
  const data = document.frontmatter?.data ?? {};
  for (const key of Object.keys(data)) {
    if ((SPECIFICATION_FIELDS as readonly string[]).includes(key)) continue;
    const known = HOST_FIELDS.has(key)
      ? "belongs to some agents only"
      : PAPER_FIELDS.has(key)
        ? "belongs to the AutoSkill paper's format"
        : "is not in the specification";
    const report = options.ours === true ? error : advice;
    report("field_unknown", `The top-level key "${key}" ${known}.`, "Move it below `metadata`, as text.", lineOf(key));
  }
  if (options.ours === true) {
    for (const { feature, key } of yamlFeatures(document)) {
      error(
        "yaml_feature",
        `The frontmatter holds ${feature}, which agents read differently.`,
        "Write the value itself, in double quotes.",
        lineOf(key),
      );
    }
  }
  const { compatibility, metadata } = data;
  if (compatibility !== undefined && (typeof compatibility !== "string" || compatibility.length > 500)) {
    error(
      "compatibility_invalid",
      "`compatibility` must be text of at most 500 characters.",
      "Shorten it.",
      lineOf("compatibility"),
    );
  }
  if (metadata !== undefined) {
    const isMap = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata);
    if (!isMap)
      error(
        "metadata_invalid",
        "`metadata` must be a map of text to text.",
        'Write `metadata:` with indented `key: "value"` lines.',
        lineOf("metadata"),
      );
    else if (Object.values(metadata).some((value) => typeof value !== "string")) {
      const report = options.ours === true ? error : advice;
      report(
        "metadata_not_text",
        "A value below `metadata` is not text.",
        "Put the values in double quotes.",
        lineOf("metadata"),
      );
    }
  }
  if (options.ours === true && (metadata as Record<string, unknown> | undefined)?.source !== "auto-skill") {
    error(
      "mark_missing",
      "`metadata.source` is not `auto-skill`.",
      'Set metadata.source to "auto-skill".',
      lineOf("metadata"),
    );
  }
}
