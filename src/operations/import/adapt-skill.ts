/**
 * A skill from elsewhere as a candidate. Its bytes stay where they are valid for a file of ours; else its frontmatter is
 * printed anew (name, description and what is known below `metadata`) and its body stays as it stands. Nothing in it is run,
 * fetched or followed; what the linter refuses is refused, with its findings.
 */
import { contentId, sha256 } from "../../base/index.ts";
import {
  type Candidate,
  candidateId,
  type RuleEvidence,
  SKILL_SECTIONS,
  type SkillSection,
} from "../../learn/index.ts";
import {
  lintSkill,
  lintSupportFile,
  neutraliseDirectives,
  parseSkill,
  printFrontmatter,
  type SkillDocument,
  type SkillFinding,
  slugify,
  titleOf,
  validateSkill,
} from "../../skill/index.ts";

export interface FoundSkill {
  /** Where its SKILL.md lies, for people: a path, or a path in an archive. */
  path: string;
  /** By path relative to its directory; SKILL.md is among them. */
  files: ReadonlyMap<string, { bytes: Uint8Array; executable: boolean }>;
  /** Identity of all of that. */
  digest: string;
}

export interface AdaptedSkill {
  candidate?: Candidate;
  /** The candidate under another name. */
  renamed(slug: string): Candidate;
  slug: string;
  /** True when SKILL.md is taken byte for byte. */
  verbatim: boolean;
  /** Why there is no candidate. */
  refused?: string;
  /** What the linter says about the skill as it would be kept; errors are why it is refused. */
  findings: (SkillFinding & { file: string })[];
  /** What was changed or left out. */
  notes: string[];
}

const MAX_DESCRIPTION = 1024;
const MAX_QUOTE = 280;
const BOUND = { files: 200, fileBytes: 1024 * 1024, totalBytes: 5 * 1024 * 1024 } as const;
/** Fields that only grant or switch on something: never taken over from others. */
const GRANTING = new Set([
  "allowed-tools",
  "disallowed-tools",
  "hooks",
  "shell",
  "context",
  "agent",
  "model",
  "effort",
  "paths",
]);

export async function adaptSkill(found: FoundSkill, mine: boolean): Promise<AdaptedSkill> {
  const source = found.files.get("SKILL.md")?.bytes ?? new Uint8Array();
  const document = parseSkill(source);
  const name = document.frontmatter?.name ?? titleOf(document) ?? folderOf(found.path);
  const adapted: AdaptedSkill = {
    slug: slugify(name),
    verbatim: true,
    findings: [],
    notes: [],
    renamed: () => {
      throw new Error("a refused skill has no other name");
    },
  };
  const tooLarge = boundHit(found);
  if (tooLarge !== undefined) return { ...adapted, refused: `too_large: ${tooLarge}` };

  const isOurs = await holdsForUs(document, adapted.slug, source);
  const text = isOurs ? document.text : reprinted(document, adapted, found.digest);
  adapted.verbatim = isOurs;
  if (text === undefined) return { ...adapted, refused: "empty_body" };
  adapted.findings = await findingsOf(text, adapted.slug);
  const files = await supportFiles(found, adapted);
  const errors = adapted.findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { ...adapted, refused: [...new Set(errors.map(({ code }) => code))].join(", ") };

  const parsed = parseSkill(text);
  const make = (slug: string, whole: string): Candidate => {
    const rules = rulesOf(parsed, found, mine);
    const more = { text: whole, ...(files.length === 0 ? {} : { files }) };
    return {
      id: candidateId(slug, rules, more),
      proposer: "importer",
      action: "create",
      slug,
      title: titleOf(parsed) ?? name,
      description: parsed.frontmatter?.description ?? "",
      tags: [],
      rules,
      ...more,
      confidence: mine ? 0.8 : 0.5,
      rationale: `Imported${isOurs ? " as it is" : ""} from ${folderOf(found.path)}.${adapted.notes.map((note) => ` ${note}`).join("")}`,
    };
  };
  return {
    ...adapted,
    candidate: make(adapted.slug, text),
    renamed: (slug) => make(slug, withName(text, slug)),
  };
}

/** Valid as a file of ours, in every byte. */
async function holdsForUs(document: SkillDocument, slug: string, source: Uint8Array): Promise<boolean> {
  const { frontmatter, text } = document;
  if (frontmatter?.name !== slug || !Buffer.from(text).equals(source)) return false;
  if (Object.keys(frontmatter.data).some((key) => !["name", "description", "metadata"].includes(key))) return false;
  if (neutraliseDirectives(text) !== text) return false;
  return validateSkill(text, { directory: slug, ours: true }).every(({ severity }) => severity !== "error");
}

function reprinted(document: SkillDocument, adapted: AdaptedSkill, digest: string): string | undefined {
  const { frontmatter } = document;
  const body = cleanBody(document);
  if (body.trim() === "") return undefined;
  const data = frontmatter?.data ?? {};
  const description = descriptionOf(document);
  const original = frontmatter?.name;
  if (original !== undefined && original !== adapted.slug)
    adapted.notes.push(`Its name ${JSON.stringify(original)} became ${adapted.slug}.`);
  if (frontmatter?.description === undefined)
    adapted.notes.push("It had no description; the first words of its body took that place.");
  else if (description !== frontmatter.description)
    adapted.notes.push("Its description was cut or cleaned to what every agent loads.");
  const granting = Object.keys(data).filter((key) => GRANTING.has(key));
  if (granting.length > 0)
    adapted.notes.push(`Not taken over, since they grant or switch on something: ${granting.join(", ")}.`);
  const head = printFrontmatter({
    name: adapted.slug,
    description,
    metadata: metadataOf(document, adapted.slug, digest),
  });
  return `${head}\n${body.replace(/^\s*\n/, "")}${body.endsWith("\n") ? "" : "\n"}`;
}

/** The body as it stands, but for what no file of ours may hold: directives, line ends of other systems, a lone `---`. */
function cleanBody(document: SkillDocument): string {
  let body = document.text.slice(document.bodyStart);
  for (const { type, span } of [...document.kept].reverse()) {
    if (type !== "break") continue;
    const at = span.start - document.bodyStart;
    if (at >= 0) body = `${body.slice(0, at)}***${body.slice(span.end - document.bodyStart)}`;
  }
  return neutraliseDirectives(body.replace(/\r\n?/g, "\n").replaceAll("\uFEFF", "")).replace(/^---[ \t]*$/gm, " ---");
}

function descriptionOf(document: SkillDocument): string {
  const given = document.frontmatter?.description ?? document.rules[0]?.text ?? titleOf(document) ?? "";
  const clean = given.replace(/[<>]/g, "").replace(/\s+/g, " ").trim();
  return clean.length > MAX_DESCRIPTION
    ? `${clean.slice(0, MAX_DESCRIPTION - 1).replace(/\s+\S*$/, "")}…`
    : clean || "No description";
}

function metadataOf(document: SkillDocument, slug: string, digest: string): Record<string, string> {
  const data = document.frontmatter?.data ?? {};
  const given = data.metadata;
  const own =
    typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
  const metadata: Record<string, string> = { source: "auto-skill" };
  const version = textOf(own.version) ?? textOf(data.version);
  metadata.version = version ?? "0.1.0";
  metadata.id = contentId("skill", { imported: digest, slug });
  for (const key of ["tags", "triggers"] as const) {
    const list = [...listOf(data[key], key), ...listOf(own[key], key)];
    if (list.length > 0) metadata[key] = [...new Set(list)].join(key === "tags" ? ", " : "; ");
  }
  const title = textOf(own.title) ?? titleOf(document) ?? document.frontmatter?.name;
  if (title !== undefined) metadata.title = title;
  for (const key of ["license", "compatibility", "author"]) {
    const value = textOf(own[key]) ?? textOf(data[key]);
    if (value !== undefined) metadata[key] = value;
  }
  const original = textOf(data.id) ?? textOf(own.id);
  if (original !== undefined) metadata.original_id = original;
  return metadata;
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).replace(/\s+/g, " ").trim();
  return text === "" ? undefined : text.slice(0, 500);
}

function listOf(value: unknown, key: "tags" | "triggers"): string[] {
  const items: unknown[] = Array.isArray(value)
    ? value
    : typeof value === "string"
      ? value.split(key === "tags" ? "," : /\r?\n|;/)
      : [];
  return items.flatMap((item) => textOf(item)?.replace(key === "tags" ? /,/g : /;/g, " ") ?? []).slice(0, 50);
}

async function findingsOf(text: string, slug: string): Promise<AdaptedSkill["findings"]> {
  const found = [...validateSkill(text, { directory: slug, ours: true }), ...(await lintSkill(text))];
  const once = new Map(found.map((finding) => [`${finding.code}\0${finding.message}`, finding]));
  return [...once.values()].map((finding) => ({ ...finding, file: "SKILL.md" }));
}

/** Files beside SKILL.md. Those that agents load by themselves are left out; any other error refuses the skill. */
async function supportFiles(found: FoundSkill, adapted: AdaptedSkill): Promise<NonNullable<Candidate["files"]>> {
  const files: NonNullable<Candidate["files"]> = [];
  for (const [path, { bytes, executable }] of [...found.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path === "SKILL.md") continue;
    const text = asText(bytes);
    if (text !== undefined) {
      const findings = await lintSupportFile(path, text);
      if (findings.some(({ code }) => code === "self_loading_file")) {
        adapted.notes.push(`Left out: ${path}, a name that agents load by themselves.`);
        continue;
      }
      adapted.findings.push(...findings.map((finding) => ({ ...finding, file: path })));
    }
    files.push({
      path,
      ...(text === undefined
        ? { content: Buffer.from(bytes).toString("base64"), encoding: "base64" as const }
        : { content: text }),
      ...(executable ? { executable: true } : {}),
    });
  }
  return files;
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function rulesOf(document: SkillDocument, found: FoundSkill, mine: boolean): Candidate["rules"] {
  return document.rules.map((rule) => ({
    section: (SKILL_SECTIONS as readonly string[]).includes(rule.section) ? (rule.section as SkillSection) : "Rules",
    text: rule.text,
    evidence: [evidenceOf(rule.id, rule.text, found, mine)],
  }));
}

function evidenceOf(ruleId: string, text: string, found: FoundSkill, mine: boolean): RuleEvidence {
  const line = text.replace(/\s+/g, " ");
  return {
    sessionId: `skill-${found.digest.slice(0, 16)}`,
    source: "skill",
    sourcePath: found.path,
    pointer: {
      turn: 0,
      messageId: ruleId,
      origin: mine ? "person" : "host",
      span: { start: 0, end: 0 },
      digest: sha256(text),
    },
    support: mine ? "user_said" : "inferred",
    quote: [...line].slice(0, MAX_QUOTE).join(""),
  };
}

function withName(text: string, slug: string): string {
  return text.replace(/^(name:[ \t]*).*$/m, (_line, key: string) => `${key}${JSON.stringify(slug)}`);
}

function boundHit({ files }: FoundSkill): string | undefined {
  if (files.size > BOUND.files) return `${files.size} files, at most ${BOUND.files}`;
  let total = 0;
  for (const [path, { bytes }] of files) {
    if (bytes.byteLength > BOUND.fileBytes) return `${path} has ${bytes.byteLength} bytes, at most ${BOUND.fileBytes}`;
    total += bytes.byteLength;
  }
  return total > BOUND.totalBytes ? `${total} bytes, at most ${BOUND.totalBytes}` : undefined;
}

function folderOf(path: string): string {
  const names = path.split(/[\\/!]/).filter((name) => name !== "");
  return (/^skill\.md$/i.test(names.at(-1) ?? "") ? names.at(-2) : names.at(-1)) ?? "skill";
}
