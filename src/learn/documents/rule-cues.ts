/** How documents say that something holds always: their own wording, which is not how people talk to an agent. */

/** Words that bind, in the languages whose cue tables the session room has. "Should" is advice as often as not: left out. */
const BINDING: readonly RegExp[] = [
  /\b(?:always|never|must(?:n['’]t)?|do not|don['’]t|make sure|be sure to|ensure|avoid|is (?:required|forbidden|mandatory)|are (?:required|forbidden|mandatory)|not allowed)\b/i,
  /必须|务必|不要|切勿|禁止|不得|不允许|一律|始终|总是|避免|確保|必須|請勿/,
  /必ず|してはいけない|しないでください|禁止|常に|べからず|ないこと/,
  /반드시|하지 마|금지|항상|절대/,
  /(?<!\p{L})(?:всегда|никогда|нельзя|обязательно|запрещено|запрещается|не следует|должен|должна|должно|должны|избегайте)(?!\p{L})/iu,
  /\b(?:immer|niemals|nie|muss|müssen|darf nicht|dürfen nicht|verboten|vermeiden|stets)\b/i,
  /\b(?:toujours|jamais|obligatoire|interdit|il faut|ne pas|doit|doivent|évitez)\b/i,
  /\b(?:siempre|nunca|obligatorio|prohibido|debe|deben|no se debe|evitar)\b/i,
  /\b(?:sempre|obrigatório|proibido|deve|devem|não se deve|evite)\b/i,
];

/** Headings that call what stands under them rules. */
const RULE_HEADING =
  /\b(?:rules?|conventions?|guidelines?|standards?|polic(?:y|ies)|requirements|checklist|style|best practices|do['’]?s and don['’]?ts|principles|regeln|richtlinien|règles|reglas|normas|regras)\b|规范|規範|规则|規則|约定|約定|原则|守则|要求|注意事项|ルール|規約|규칙|правила|соглашения|требования/i;

export function saysAlways(text: string): boolean {
  const prose = text.replace(/`[^`]*`/g, " ");
  return BINDING.some((cue) => cue.test(prose));
}

export function callsForRules(heading: string): boolean {
  return RULE_HEADING.test(heading);
}
