/** The rules of a SKILL.md that a model wrote, in the sections that we print. */
import { parseSkill, type SkillDocument, type SkillRule } from "../../skill/index.ts";
import { SKILL_SECTIONS, type SkillSection } from "../candidate.ts";
import type { RuleClaim } from "./support.ts";

export interface WrittenRule extends RuleClaim {
  section: SkillSection;
  /** As the document has it; several when a code block was taken together with the line before it. */
  sources: SkillRule[];
}

export interface WrittenRules {
  document: SkillDocument;
  rules: WrittenRule[];
  /** What is no rule of one line or a line with code: tables, quotes, raw HTML. */
  unusable: SkillRule[];
}

export function rulesOfText(text: string): WrittenRules {
  const document = parseSkill(text);
  const rules: WrittenRule[] = [];
  const unusable: SkillRule[] = [];
  for (const rule of document.rules) {
    const section = sectionFor(rule);
    const previous = rules.at(-1);
    const follows = previous?.sources.at(-1)?.section === rule.section;
    if (rule.block === "code" && rule.kind === "paragraph" && previous !== undefined && follows) {
      previous.text = `${previous.text}\n\n${rule.text}`;
      previous.sources.push(rule);
    } else if (rule.block === "text" || (rule.block === "code" && rule.kind !== "paragraph")) {
      rules.push({ section, text: rule.kind === "paragraph" ? oneLine(rule.text) : rule.text, sources: [rule] });
    } else unusable.push(rule);
  }
  return { document, rules, unusable };
}

function oneLine(text: string): string {
  return text.includes("```") ? text : text.replace(/\s*\n\s*/g, " ");
}

/** What other authors call the sections, by language; add a line to teach another. */
const HEADINGS: readonly (readonly [SkillSection, RegExp])[] = [
  [
    "When to use",
    /^(?:when|use (?:when|this)|trigger|purpose|何时|适用|使用场景|いつ|使う場面|когда|cuándo|quand|wann|언제)/iu,
  ],
  [
    "Verify",
    /^(?:verif|check|validat|confirm|done when|success|testing$|验证|检查|確認|проверк|verific|vérif|überprüf|확인)/iu,
  ],
  [
    "Pitfalls",
    /^(?:pitfall|gotcha|caveat|warning|trouble|common (?:error|mistake|problem|issue)|known (?:issue|problem)|avoid|陷阱|注意|坑|落とし穴|подводн|ошибк|escollos|pièges|fallstricke|함정|주의)/iu,
  ],
  [
    "Steps",
    /^(?:step|procedure|process|workflow|how to|instruction|approach|method|quick ?start|usage|setup|set-up|install|步骤|流程|操作|手順|шаги|порядок|pasos|passos|étapes|schritte|단계|절차)/iu,
  ],
  ["Examples", /^(?:example|sample|示例|例|пример|ejemplo|exemplo|exemple|beispiel|예시)/iu],
  [
    "Rules",
    /^(?:rule|convention|guideline|principle|best practice|requirement|must|规则|约定|规范|ルール|規約|правил|reglas|regras|règles|regeln|규칙)/iu,
  ],
];

function sectionFor(rule: SkillRule): SkillSection {
  const own = SKILL_SECTIONS.find((section) => section.toLowerCase() === rule.section.trim().toLowerCase());
  if (own !== undefined) return own;
  const known = HEADINGS.find(([, pattern]) => pattern.test(rule.section.trim()));
  if (known !== undefined) return known[0];
  return rule.kind === "step" ? "Steps" : "Rules";
}
