/** Sets, adds or deletes one frontmatter field by a splice of its own bytes. */
import { isMap, isScalar, type Pair, type ParsedNode, type YAMLMap } from "yaml";
import { parseYaml, yamlRecord } from "../frontmatter.ts";
import type { ConflictReason, RejectReason, SkillDocument } from "../model.ts";
import { quoted } from "../print.ts";
import { dominantLineEnding, lineEnd, lineStart } from "../text-lines.ts";
import type { Splice } from "./splice.ts";

export type FieldResult =
  | { splice: Splice | undefined }
  | { status: "conflict"; reason: ConflictReason; message: string }
  | { status: "rejected"; reason: RejectReason; message: string };

type Map = YAMLMap<ParsedNode, ParsedNode | null>;
type MapPair = Pair<ParsedNode, ParsedNode | null>;

const KEY = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

/**
 * @param path one key, or a key of a map and a key in it (`["metadata", "version"]`)
 * @param value written in double quotes; null deletes the field (and a map that it leaves empty)
 */
export function setField(document: SkillDocument, path: readonly string[], value: string | null): FieldResult {
  const rejected = (reason: RejectReason, message: string): FieldResult => ({ status: "rejected", reason, message });
  if (path.length < 1 || path.length > 2 || !path.every((key) => KEY.test(key))) {
    return rejected("unsafe_field", "A field is one key, or a key and a key below it, made of letters, digits, - _ .");
  }
  if (value !== null && (value.length > 65_536 || !value.isWellFormed())) {
    return rejected("unsafe_field", "The value is too long or holds broken characters.");
  }
  const { frontmatter } = document;
  if (frontmatter === undefined) return rejected("no_frontmatter", "The file has no frontmatter.");
  if (frontmatter.reading !== "strict") return setLine(document, path, value);
  const base = frontmatter.content.start;
  const yaml = document.text.slice(base, frontmatter.content.end);
  const root = parseYaml(yaml).contents as Map | null;
  const place = locate(root, path);
  if (place === "not_a_map") return rejected("field_not_scalar", `"${path[0]}" is not a map.`);

  let splice: Splice | undefined;
  if (place.pair !== undefined) {
    splice = value === null ? deletePair(yaml, place.chain) : replaceValue(yaml, place.pair, value);
    if (splice === undefined) return rejected("field_not_scalar", `"${path.join(".")}" holds a list or a map.`);
  } else if (value === null) {
    return { status: "conflict", reason: "field_not_found", message: `There is no field "${path.join(".")}".` };
  } else {
    splice = addPair(yaml, place, path, value, dominantLineEnding(document.text));
  }
  const changed = yaml.slice(0, splice.start) + splice.text + yaml.slice(splice.end);
  if (!onlyDiffersAt(yaml, changed, path, value)) {
    return rejected("would_change_structure", `Setting "${path.join(".")}" would change other fields.`);
  }
  return { splice: { ...splice, start: splice.start + base, end: splice.end + base } };
}

interface Place {
  /** The pair, when the field exists. */
  pair?: MapPair;
  /** Maps and pairs from the root to the field, as far as they exist. */
  chain: { map: Map | null; pair?: MapPair }[];
}

function locate(root: Map | null, path: readonly string[]): Place | "not_a_map" {
  const chain: Place["chain"] = [];
  let map: Map | null = root;
  for (const [depth, key] of path.entries()) {
    const pair = map?.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair === undefined) {
      chain.push({ map });
      return { chain };
    }
    chain.push({ map, pair });
    if (depth === path.length - 1) return { pair, chain };
    const inner = pair.value;
    if (isMap(inner)) map = inner as Map;
    else if (inner === null || (isScalar(inner) && inner.value === null)) map = null;
    else return "not_a_map";
  }
  return { chain };
}

function replaceValue(yaml: string, pair: MapPair, value: string): Splice | undefined {
  const node = pair.value;
  const keyEnd = pair.key.range?.[1] ?? 0;
  if (node === null || node.range === undefined || node.range === null || (isScalar(node) && node.source === "")) {
    const colon = yaml.indexOf(":", keyEnd);
    return colon < 0 ? undefined : { start: colon + 1, end: colon + 1, text: ` ${quoted(value)}` };
  }
  if (!isScalar(node) || node.anchor !== undefined || node.tag !== undefined) return undefined;
  const [start, end] = node.range;
  const old = yaml.slice(start, end);
  const trailing = /(?:\r\n|\n|\r)[\s]*$/.exec(old)?.[0] ?? "";
  const block = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
  return { start, end: block ? end - trailing.length : end, text: quoted(value) };
}

/** Deletes the lines of the innermost pair of the chain; of its parent, when it was the only one there. */
function deletePair(yaml: string, chain: Place["chain"]): Splice | undefined {
  const inner = chain.at(-1);
  const outer = chain.at(-2);
  if (inner?.pair === undefined || inner.map === null) return undefined;
  if (!isScalar(inner.pair.value) && inner.pair.value !== null && chain.length === 1) return undefined;
  if (inner.pair.value !== null && !isScalar(inner.pair.value)) return undefined;
  const target = outer?.pair !== undefined && inner.map.items.length === 1 ? outer : inner;
  const { map, pair } = target;
  if (map === null || pair === undefined) return undefined;
  const keyStart = pair.key.range?.[0] ?? 0;
  const valueEnd = pair.value?.range?.[1] ?? pair.key.range?.[1] ?? keyStart;
  if (map.flow === true) return deleteFlowPair(map, pair, keyStart, valueEnd);
  const last = Math.max(keyStart, /[\r\n]/.test(yaml[valueEnd - 1] ?? "") ? valueEnd - 1 : valueEnd);
  return { start: lineStart(yaml, keyStart), end: lineEnd(yaml, last), text: "" };
}

function deleteFlowPair(map: Map, pair: MapPair, start: number, end: number): Splice {
  const index = map.items.indexOf(pair as Map["items"][number]);
  const next = map.items[index + 1]?.key.range?.[0];
  if (next !== undefined) return { start, end: next, text: "" };
  const previous = map.items[index - 1];
  const from = previous?.value?.range?.[1] ?? previous?.key.range?.[1] ?? start;
  return { start: from, end, text: "" };
}

function addPair(yaml: string, place: Place, path: readonly string[], value: string, ending: string): Splice {
  const missing = path.slice(place.chain.length - 1);
  const { map } = place.chain.at(-1) ?? { map: null };
  const parent = place.chain.at(-2)?.pair;
  const last = map?.items.at(-1);
  if (map?.flow === true) {
    const close = (map.range?.[1] ?? 1) - 1;
    const at = last === undefined ? close : (last.value?.range?.[1] ?? last.key.range?.[1] ?? close);
    return {
      start: at,
      end: at,
      text: `${last === undefined ? "" : ", "}${quoted(missing[0] ?? "")}: ${quoted(value)}`,
    };
  }
  const line = (indent: string) =>
    missing.length === 2
      ? `${indent}${missing[0]}:${ending}${indent}  ${missing[1]}: ${quoted(value)}${ending}`
      : `${indent}${missing[0]}: ${quoted(value)}${ending}`;
  if (map !== null && last !== undefined && parent !== undefined) {
    const keyStart = last.key.range?.[0] ?? 0;
    const at = endOfPair(yaml, last as MapPair);
    return { start: at, end: at, text: line(yaml.slice(lineStart(yaml, keyStart), keyStart)) };
  }
  if (parent !== undefined) {
    const at = lineEnd(yaml, parent.key.range?.[1] ?? 0);
    return { start: at, end: at, text: line("  ") };
  }
  return { start: yaml.length, end: yaml.length, text: line(topIndent(yaml, map)) };
}

function topIndent(yaml: string, map: Map | null): string {
  const start = map?.items[0]?.key.range?.[0] ?? 0;
  return yaml.slice(lineStart(yaml, start), start);
}

/** Offset behind the last line of a pair's value. */
function endOfPair(yaml: string, pair: MapPair): number {
  const end = pair.value?.range?.[1] ?? pair.key.range?.[1] ?? 0;
  return /[\r\n]/.test(yaml[end - 1] ?? "") ? end : lineEnd(yaml, end);
}

/** Broken YAML: only a top-level `key: value` on one line can be set, which may well repair it. */
function setLine(document: SkillDocument, path: readonly string[], value: string | null): FieldResult {
  const rejected: FieldResult = {
    status: "rejected",
    reason: "broken_frontmatter",
    message: "The frontmatter is not valid YAML; only a field that stands on one line can be set.",
  };
  const { frontmatter, text } = document;
  if (frontmatter === undefined || path.length !== 1 || value === null) return rejected;
  const key = path[0] ?? "";
  const { start: base, end } = frontmatter.content;
  for (let at = base; at < end; at = lineEnd(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    if (!line.startsWith(`${key}:`)) continue;
    const next = lineEnd(text, at);
    const continued = next < end && /^[ \t]+\S/.test(text.slice(next, lineEnd(text, next)));
    if (continued || /:\s*(?:[|>&][+-]?\d?|[[{].*)?\s*$/.test(line)) return rejected;
    const valueStart = at + key.length + 1;
    const valueEnd = at + line.replace(/[\r\n]+$/, "").length;
    return { splice: { start: valueStart, end: valueEnd, text: ` ${quoted(value)}` } };
  }
  return rejected;
}

/** True when both parse, the field has the wanted value and everything else is as before, comments included. */
function onlyDiffersAt(before: string, after: string, path: readonly string[], value: string | null): boolean {
  const old = yamlRecord(parseYaml(before));
  const now = yamlRecord(parseYaml(after));
  if (old === undefined || now === undefined) return false;
  const [key = "", inner] = path;
  const holder = inner === undefined ? now : (now[key] as Record<string, unknown> | undefined);
  const field = inner ?? key;
  if (value === null ? holder !== undefined && field in holder : holder?.[field] !== value) return false;
  return JSON.stringify(without(old, path)) === JSON.stringify(without(now, path));
}

/** A copy without the field, and without its map when that is then empty. */
function without(record: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  const [key = "", ...rest] = path;
  const copy = { ...record };
  const inner = copy[key];
  if (rest.length > 0 && typeof inner === "object" && inner !== null && !Array.isArray(inner)) {
    const smaller = without(inner as Record<string, unknown>, rest);
    if (Object.keys(smaller).length > 0) copy[key] = smaller;
    else delete copy[key];
  } else delete copy[key];
  return copy;
}
