/**
 * The YAML between the `---` fences. Reading is as tolerant as the specification's client guide asks for: valid
 * YAML first; then with values quoted that an unquoted colon or a stray character breaks; then line by line.
 * YAML never runs anything here: core schema, no tags resolved, aliases bounded.
 */
import { type Document, isMap, isPair, isScalar, parseDocument, visit } from "yaml";
import type { SkillDiagnostic, SkillDocument, SkillFrontmatter, TextSpan } from "./model.ts";
import { lineEnd } from "./text-lines.ts";

/** Aliases in one frontmatter, and what they may expand to; more is an attack on the reader. */
const MAX_ALIASES = 10;
const MAX_ALIAS_EXPANSION = 100;
/** Frontmatter longer than this is read line by line only; UTF-16 units. */
const MAX_YAML_LENGTH = 64 * 1024;

export interface FrontmatterFences {
  span: TextSpan;
  content: TextSpan;
}

/**
 * The fences, where the text opens with `---`. A fence is a line of its own at column 0, so a `---` inside a value
 * does not count. Blank lines in front are allowed (and reported by the caller).
 */
export function findFrontmatter(text: string, from: number): FrontmatterFences | "unterminated" | undefined {
  let start = from;
  while (start < text.length && text.slice(start, lineEnd(text, start)).trim() === "") start = lineEnd(text, start);
  const contentStart = lineEnd(text, start);
  if (!/^---[ \t]*[\r\n]*$/.test(text.slice(start, contentStart))) return undefined;
  for (let at = contentStart; at < text.length; at = lineEnd(text, at)) {
    if (text.startsWith("---", at) && /^---[ \t]*[\r\n]*$/.test(text.slice(at, lineEnd(text, at)))) {
      return { span: { start, end: lineEnd(text, at) }, content: { start: contentStart, end: at } };
    }
  }
  return "unterminated";
}

/** A parsed YAML document; errors are in `document.errors`, nothing is thrown. */
export function parseYaml(source: string): Document.Parsed {
  return parseDocument(source, {
    schema: "core",
    resolveKnownTags: false,
    logLevel: "silent",
    prettyErrors: false,
    keepSourceTokens: true,
    strict: true,
  });
}

/** The document as a plain record, or undefined when it is no map or has an error other than a double key. */
export function yamlRecord(document: Document.Parsed): Record<string, unknown> | undefined {
  if (document.errors.some((error) => error.code !== "DUPLICATE_KEY")) return undefined;
  if (document.contents === null) return {};
  if (!isMap(document.contents)) return undefined;
  let aliases = 0;
  visit(document, { Alias: () => (++aliases > MAX_ALIASES ? visit.BREAK : undefined) });
  if (aliases > MAX_ALIASES) return undefined;
  try {
    return document.toJS({ maxAliasCount: MAX_ALIAS_EXPANSION }) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const KEY_LINE = /^([ \t]*)([\p{L}\p{N}_.-]+|"[^"]*"|'[^']*')[ \t]*:(?:[ \t]+(.*?))?[ \t]*$/u;

/** Quotes single-line values that do not parse alone; `flow` also those that open a flow collection or a quote. */
function quoteBrokenValues(source: string, flow: boolean): string {
  return source
    .split("\n")
    .map((line) => {
      const match = KEY_LINE.exec(line.replace(/\r$/, ""));
      const value = match?.[3];
      if (match === null || value === undefined || value === "" || /^[|>&]/.test(value)) return line;
      if (!flow && /^["'{[]/.test(value)) return line;
      if (parseYaml(`key: ${value}\n`).errors.length === 0) return line;
      const bare = flow ? value.replace(/^(["'])(.*?)\1?$/, "$2") : value;
      return `${match[1]}${match[2]}: ${JSON.stringify(bare)}`;
    })
    .join("\n");
}

/** Top-level `key: value` lines as strings, with indented lines below an empty value joined to it. */
function readLines(source: string): Record<string, unknown> {
  const entries = new Map<string, string>();
  let current: string | undefined;
  for (const line of source.split(/\r\n|\n|\r/)) {
    const match = KEY_LINE.exec(line);
    if (match !== null && match[1] === "") {
      current = (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2");
      const value = (match[3] ?? "").replace(/^[|>][+-]?$/, "").replace(/^(["'])(.*?)\1?$/, "$2");
      if (!entries.has(current)) entries.set(current, value);
    } else if (current !== undefined && /^[ \t]+\S/.test(line)) {
      entries.set(current, `${entries.get(current) ?? ""} ${line.trim()}`.trim());
    }
  }
  return Object.fromEntries(entries);
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Reads the YAML of a frontmatter; `lineOf` gives the line of an offset into `text`. */
export function readFrontmatter(
  text: string,
  fences: FrontmatterFences,
  lineOf: (offset: number) => number,
): { frontmatter: SkillFrontmatter; diagnostics: SkillDiagnostic[] } {
  const source = text.slice(fences.content.start, fences.content.end);
  const diagnostics: SkillDiagnostic[] = [];
  const note = (code: SkillDiagnostic["code"], message: string, offset: number) =>
    diagnostics.push({ code, message, line: lineOf(fences.content.start + Math.min(offset, source.length)) });
  const build = (data: Record<string, unknown>, reading: SkillFrontmatter["reading"]) => {
    const name = asText(data.name);
    const description = asText(data.description);
    return {
      frontmatter: {
        data,
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...fences,
        reading,
      },
      diagnostics,
    };
  };

  if (source.length > MAX_YAML_LENGTH) {
    note("frontmatter_invalid_yaml", `The frontmatter has ${source.length} characters; only its lines were read.`, 0);
    return build(readLines(source.slice(0, MAX_YAML_LENGTH)), "lines");
  }
  const document = parseYaml(source);
  const record = yamlRecord(document);
  if (record !== undefined) {
    const double = document.errors[0];
    if (double !== undefined) {
      note("frontmatter_duplicate_key", "A key stands twice in the frontmatter; the last one counts.", double.pos[0]);
    }
    return build(record, "strict");
  }
  const firstError = document.errors.find((error) => error.code !== "DUPLICATE_KEY");
  const offset = firstError?.pos[0] ?? 0;
  for (const flow of [false, true]) {
    const repaired = yamlRecord(parseYaml(quoteBrokenValues(source, flow)));
    if (repaired !== undefined && Object.keys(repaired).length > 0) {
      note("frontmatter_colon_repaired", "A value needs quotes to be valid YAML; it was read as if quoted.", offset);
      return build(repaired, "repaired");
    }
  }
  if (firstError === undefined) {
    note("frontmatter_not_a_map", "The frontmatter is YAML, but not a map of keys to values.", 0);
  } else {
    note("frontmatter_invalid_yaml", `The frontmatter is not valid YAML: ${firstError.message}`, offset);
  }
  return build(readLines(source), "lines");
}

/** 1-based line of a top-level key of the frontmatter; the first line of the YAML (or file) when it is not there. */
export function fieldLine({ text, frontmatter }: SkillDocument, key: string): number {
  if (frontmatter === undefined) return 1;
  const yaml = text.slice(frontmatter.content.start, frontmatter.content.end);
  const firstLine = text.slice(0, frontmatter.content.start).split(/\r\n|\n|\r/).length;
  const lines = yaml.split(/\r\n|\n|\r/);
  const found = lines.findIndex((line) => {
    const match = KEY_LINE.exec(line);
    return match?.[1] === "" && (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2") === key;
  });
  return firstLine + Math.max(0, found);
}

/** What in a frontmatter is more than plain keys and values: anchors, aliases, tags and merge keys; with its top-level key. */
export function yamlFeatures({ text, frontmatter }: SkillDocument): { feature: string; key: string }[] {
  if (frontmatter === undefined || frontmatter.content.end - frontmatter.content.start > MAX_YAML_LENGTH) return [];
  const found = new Map<string, string>();
  const note = (feature: string, path: readonly unknown[]): void => {
    const pair = path.find((node) => isPair(node));
    found.set(feature, isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : "");
  };
  visit(parseYaml(text.slice(frontmatter.content.start, frontmatter.content.end)), {
    Alias: (_, __, path) => note("an alias", path),
    Value: (_, node, path) => {
      if (node.anchor !== undefined) note("an anchor", path);
      if (node.tag !== undefined) note("a tag", path);
    },
    Pair: (_, pair, path) => {
      if (isScalar(pair.key) && pair.key.value === "<<") note("a merge key", [...path, pair]);
    },
  });
  return [...found].map(([feature, key]) => ({ feature, key }));
}
