/** What the person showed with a rule, as Markdown that belongs to it: a fenced block, or a sentence. */
import type { StatementFact } from "../../session/index.ts";
import type { Placeholders } from "./placeholders.ts";

const REDACTED = /\[redacted:[\w-]+\]/;
/** Points at this moment: such an example helps nobody later. */
const OF_THE_MOMENT = /\b(?:today|tomorrow|yesterday|this (?:morning|afternoon|week)|tonight)\b|今天|明天|昨天/gi;

/** The rule with its example; the rule alone where there is none, or where it names a secret. */
export function withExample(rule: string, statement: StatementFact, placeholders: Placeholders): string {
  const example = statement.example;
  if (example === undefined || REDACTED.test(example.text)) return rule;
  const text = placeholders.prose(example.text);
  if (example.kind === "block") return `${rule}\n\n${fenced(text)}`;
  return `${rule} ${text
    .replace(OF_THE_MOMENT, "")
    .replace(/ {2,}/g, " ")
    .replace(/\s+([,.;:])/g, "$1")}`;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence, ...text.split("\n").map((line) => line.trimEnd()), fence].join("\n");
}
