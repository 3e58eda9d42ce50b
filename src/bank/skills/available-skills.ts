/**
 * The `<available_skills>` block of a system prompt: every skill by name, with as much of its description as a budget
 * allows.
 *
 * Contract: sorted by name, so that the same skills give the same bytes (prompt caches). All text is escaped: no skill can
 * close its element or open another, nor hide anything. Where it does not fit, the least used skills lose first: to the
 * first sentence, then to the name alone; only when the names alone do not fit are some left out. Each is counted in the
 * block itself.
 */
import { estimateTokens, PARTS_PER_TOKEN, tokenParts, visibleText } from "../../base/index.ts";
import { escapeText } from "../../search/index.ts";
import type { SkillConfig } from "./model.ts";

export interface SkillUsage {
  uses: number;
  /** ISO 8601. */
  lastUsedAt?: string;
}

export interface AvailableSkillsOptions {
  /** Default 2,000; at least 100. */
  budgetTokens?: number;
  /** By name of skill; what is not there was never used. */
  usage?: ReadonlyMap<string, SkillUsage>;
}

export interface AvailableSkills {
  /** Empty when there is no skill. */
  text: string;
  /** `estimateTokens(text)`, never above the budget. */
  tokens: number;
  /** Names of skills whose description is cut, is not there at all, and that are not named, each sorted. */
  shortened: string[];
  nameOnly: string[];
  leftOut: string[];
}

type ListedSkill = Pick<SkillConfig, "name" | "description" | "whenToUse">;

const DEFAULT_BUDGET = 2_000;
const LEAST_BUDGET = 100;
const SHORT_LENGTH = 80;
/** From most to least. */
const FORMS = [wholeForm, shortForm, nameForm] as const;
const LEFT_OUT = FORMS.length;

export function renderAvailableSkills(
  skills: readonly ListedSkill[],
  options: AvailableSkillsOptions = {},
): AvailableSkills {
  const budget = Math.max(LEAST_BUDGET, options.budgetTokens ?? DEFAULT_BUDGET);
  const rows = [...skills].sort((a, b) => compare(a.name, b.name)).map(rowOf);
  if (rows.length === 0) return { text: "", tokens: 0, shortened: [], nameOnly: [], leftOut: [] };
  let parts = rows.reduce((sum, row) => sum + row.parts[0], 0);
  const isWhole = parts + tokenParts(frame([], "")) <= budget * PARTS_PER_TOKEN;
  // Room for the note is kept free at its longest.
  const longest = noteOf(rows.length, [rows.length, rows.length, rows.length]);
  const room = isWhole ? parts : budget * PARTS_PER_TOKEN - tokenParts(frame([], longest));
  const leastUsed = [...rows].sort((a, b) => compareUse(options.usage, a, b) || compare(a.name, b.name));
  for (let form = 1; form <= LEFT_OUT; form++) {
    for (const row of leastUsed) {
      if (parts <= room) break;
      parts += (row.parts[form] ?? 0) - (row.parts[row.form] ?? 0);
      row.form = form;
    }
  }
  const named = (form: number) => rows.filter((row) => row.form === form && row.isLess(form)).map(({ name }) => name);
  const [short, nameOnly, leftOut] = [named(1), named(2), named(LEFT_OUT)];
  const note = noteOf(rows.length, [short.length, nameOnly.length, leftOut.length]);
  const text = frame(
    rows.flatMap((row) => row.texts[row.form] ?? []),
    note,
  );
  return { text, tokens: estimateTokens(text), shortened: short, nameOnly, leftOut };
}

interface Row {
  name: string;
  texts: string[];
  /** Token parts of each form; of being left out, nothing. */
  parts: [number, ...number[]];
  form: number;
  /** True when the form says less than the whole. */
  isLess(form: number): boolean;
}

function rowOf(skill: ListedSkill): Row {
  const texts = FORMS.map((print) => print(skill));
  const [whole = 0, ...less] = texts.map(tokenParts);
  return {
    name: skill.name,
    texts,
    parts: [whole, ...less, 0],
    form: 0,
    isLess: (form) => texts[form] !== texts[0],
  };
}

function frame(printed: readonly string[], note: string): string {
  return `<available_skills>\n${printed.join("")}${note}</available_skills>\n`;
}

function noteOf(all: number, [short, nameOnly, leftOut]: [number, number, number]): string {
  const notes = [
    ...(short > 0 ? [`${short} with a shortened description`] : []),
    ...(nameOnly > 0 ? [`${nameOnly} with the name only`] : []),
    ...(leftOut > 0 ? [`${leftOut} more not listed`] : []),
  ];
  return notes.length === 0 ? "" : `<note>For want of room, of ${all} skills: ${notes.join(", ")}.</note>\n`;
}

function wholeForm({ name, description, whenToUse }: ListedSkill): string {
  return element(name, [description, whenToUse ?? ""].map(oneLine).filter(Boolean).join(" "));
}

function shortForm({ name, description }: ListedSkill): string {
  return element(name, shortened(oneLine(description)));
}

function nameForm({ name }: ListedSkill): string {
  return element(name, "");
}

function element(name: string, description: string): string {
  const described = description === "" ? "" : `<description>${escaped(description)}</description>`;
  return `<skill><name>${escaped(name)}</name>${described}</skill>\n`;
}

function escaped(text: string): string {
  return escapeText(visibleText(text));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The first sentence, at most 80 characters; "…" where something is missing. */
function shortened(text: string): string {
  const sentence = /^.*?(?:[.!?](?= |$)|[。！？])/u.exec(text)?.[0] ?? text;
  const characters = [...sentence];
  if (characters.length <= SHORT_LENGTH) return sentence === text ? text : `${sentence} …`;
  return `${characters.slice(0, SHORT_LENGTH).join("").trimEnd()}…`;
}

function compareUse(usage: AvailableSkillsOptions["usage"], a: Row, b: Row): number {
  const first = usage?.get(a.name);
  const second = usage?.get(b.name);
  return (first?.uses ?? 0) - (second?.uses ?? 0) || compare(first?.lastUsedAt ?? "", second?.lastUsedAt ?? "");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
