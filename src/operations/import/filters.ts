/** Which conversations are wanted: the protocol of the AutoSkill paper (§Experiments), turns, language and model family. */

/** Codes with their English names, as archives write either. */
const LANGUAGES = "en zh ja ko ru de fr es pt it ar hi tr pl nl uk vi th id fa he".split(" ");
const names = new Intl.DisplayNames("en", { type: "language" });
const CODES = new Map(
  LANGUAGES.flatMap((code) => [[code, code] as const, [(names.of(code) ?? code).toLowerCase(), code] as const]),
);

/** `English`, `en-GB` → `en`; what is not known stays, in lower case. */
export function languageCode(name: string): string {
  const lower = name.trim().toLowerCase();
  return CODES.get(lower) ?? CODES.get(lower.split(/[-_ (]/)[0] ?? lower) ?? lower;
}

const SCRIPTS: readonly [string, RegExp][] = [
  ["ja", /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ["ko", /\p{sc=Hangul}/gu],
  ["zh", /\p{sc=Han}/gu],
  ["ru", /\p{sc=Cyrillic}/gu],
  ["ar", /\p{sc=Arabic}/gu],
  ["hi", /\p{sc=Devanagari}/gu],
  ["th", /\p{sc=Thai}/gu],
  ["he", /\p{sc=Hebrew}/gu],
];
const LATIN: readonly [string, RegExp][] = [
  ["en", /\b(?:the|and|of|to|is|you|for|with|this|that|please|what|how|in)\b/gi],
  ["de", /\b(?:der|die|das|und|ist|nicht|ich|mit|für|ein|eine|bitte|wie|zu)\b/gi],
  ["fr", /\b(?:le|la|les|et|est|pas|je|avec|pour|un|une|des|vous|que)\b/gi],
  ["es", /\b(?:el|los|las|es|con|para|una|por|que|del|como|está|y)\b/gi],
  ["pt", /\b(?:os|as|não|com|para|uma|por|que|você|como|está|e|do|da)\b/gi],
  ["it", /\b(?:il|gli|è|non|con|per|una|che|del|come|sono|di)\b/gi],
];

/** By script, and for Latin letters by the commonest words; `undefined` where neither tells. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, 4_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  for (const [language, script] of SCRIPTS) {
    const share = (sample.match(script)?.length ?? 0) / letters;
    if (share > (language === "ja" ? 0.1 : 0.3)) return language;
  }
  const counts = LATIN.map(([language, words]) => [language, sample.match(words)?.length ?? 0] as const);
  const [best] = counts.toSorted((a, b) => b[1] - a[1]);
  return best !== undefined && best[1] > 0 ? best[0] : undefined;
}

export interface ConversationFilter {
  minTurns: number;
  language?: string | undefined;
  modelFamily?: string | undefined;
}

export interface ConversationFace {
  personTurns: number;
  /** As the source names it. */
  language?: string | undefined;
  model?: string | undefined;
  /** What persons said, from the beginning. */
  personText: string;
}

export function isWanted(face: ConversationFace, filter: ConversationFilter): boolean {
  if (face.personTurns < filter.minTurns) return false;
  if (filter.language !== undefined) {
    const language = face.language === undefined ? detectLanguage(face.personText) : languageCode(face.language);
    if (language !== languageCode(filter.language)) return false;
  }
  if (filter.modelFamily === undefined) return true;
  // A name may have its provider in front: `openai/gpt-4-0314`.
  const model = face.model?.toLowerCase().split("/").at(-1);
  return model?.startsWith(filter.modelFamily.toLowerCase()) ?? false;
}
