/** Advice that makes a skill easier to find and cheaper to load. */
import { estimateTokens } from "../../base/index.ts";
import { fieldLine } from "../frontmatter.ts";
import type { SkillFinding } from "../model.ts";
import { finding, type LintInput } from "./report.ts";

const MAX_TOKENS = 5000;

export function qualityFindings({ document }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  const body = document.text.slice(document.bodyStart);
  const tokens = estimateTokens(body);
  if (tokens > MAX_TOKENS) {
    found.push(
      finding(
        "body_too_many_tokens",
        "advice",
        1,
        `The body has about ${tokens} tokens; the specification recommends under ${MAX_TOKENS}.`,
        "Move detail to files in references/ and name them in the body.",
      ),
    );
  }
  const { frontmatter } = document;
  if (frontmatter?.description !== undefined && isVague(frontmatter.description, frontmatter.name)) {
    found.push(
      finding(
        "description_vague",
        "advice",
        fieldLine(document, "description"),
        "The description does not say what the skill does and when to use it.",
        "Name the task, its objects and the words a user would say.",
      ),
    );
  }
  document.sections.forEach((section, index) => {
    const next = document.sections[index + 1];
    const isEmpty = section.rules.length === 0 && (next === undefined || next.level <= section.level);
    const holdsOther = document.kept.some(
      ({ type, span }) => type !== "break" && span.start >= section.span.start && span.end <= section.span.end,
    );
    // The paper's format puts headings of level 1 below its "## Prompt".
    const isPaperPrompt = section.heading === "Prompt" && frontmatter?.data.triggers !== undefined;
    if (isEmpty && !holdsOther && !isPaperPrompt) {
      found.push(
        finding(
          "empty_section",
          "advice",
          section.line,
          `Nothing stands under "${section.heading}".`,
          "Fill the section, or delete its heading.",
        ),
      );
    }
  });
  return found;
}

const GENERIC =
  /^(?:(?:an?|the|this|my|some)\s+)?(?:(?:useful|helpful|great|new|custom|general|simple)\s+)*(?:skill|tool|helper|utility|description|assistant|plugin|script|agent|todo|tbd|test)s?(?:\s+(?:for|to|that helps?)\s+(?:you|stuff|things|users?|everything|various tasks?|common requests?))?[.!]?$/iu;

function isVague(description: string, name: string | undefined): boolean {
  const words = description.match(/[\p{L}\p{N}]+/gu) ?? [];
  const wide =
    description.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu)
      ?.length ?? 0;
  if (wide >= 8) return false;
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return words.length + wide / 2 < 4 || GENERIC.test(description.trim()) || plain(description) === plain(name ?? "");
}
