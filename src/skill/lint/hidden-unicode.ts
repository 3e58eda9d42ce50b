/**
 * Characters that a person does not see and a model reads: zero width, bidirectional controls, tag characters,
 * invisible operators, runs of variation selectors. What scripts and emoji need is fine: ZWJ in emoji and Indic
 * text, ZWNJ in Persian, Arabic and Indic text, ZWSP in scripts without spaces, marks beside right-to-left letters.
 */
import type { SkillFinding } from "../model.ts";
import { excerpt, finding, type LintInput } from "./report.ts";

const SUSPECTS =
  /\u034F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/u;

const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}]/u;
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const EMOJI = /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]/u;
const EMOJI_TAIL = /\uFE0F|\u20E3|[\u{1F3FB}-\u{1F3FF}]/u;

export function hiddenUnicodeFindings({ document, places }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  let offset = 0;
  for (const line of document.text.split("\n")) {
    if (SUSPECTS.test(line)) {
      const hidden = hiddenIn(offset === 0 ? line.replace(/^\uFEFF/, "") : line);
      if (hidden.length > 0) found.push(report(hidden, places.lineOf(offset), line));
    }
    const control = /[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/.exec(line);
    if (control !== null) {
      const number = control[0].charCodeAt(0).toString(16).padStart(4, "0");
      const message = `The line holds the control character U+${number.toUpperCase()}.`;
      found.push(finding("control_character", "error", places.lineOf(offset), message, "Delete it."));
    }
    offset += line.length + 1;
  }
  return found;
}

interface Hidden {
  codePoint: number;
  /** Soft hyphens, lone marks and the like come from copying; they hide nothing by themselves. */
  harmless: boolean;
}

function hiddenIn(line: string): Hidden[] {
  const characters = [...line];
  const hidden: Hidden[] = [];
  characters.forEach((character, index) => {
    if (!SUSPECTS.test(character)) return;
    const codePoint = character.codePointAt(0) ?? 0;
    const before = characters[index - 1] ?? "";
    const after = characters[index + 1] ?? "";
    if (isFine(codePoint, before, after, characters, index)) return;
    hidden.push({ codePoint, harmless: isHarmless(codePoint) });
  });
  return hidden;
}

function isHarmless(codePoint: number): boolean {
  return [0xad, 0x200e, 0x200f, 0x61c, 0xfeff, 0x200b, 0x2060, 0x200d, 0x200c, 0xfe0e, 0xfe0f].includes(codePoint);
}

function isFine(codePoint: number, before: string, after: string, line: readonly string[], index: number): boolean {
  if (codePoint === 0x200d) {
    const inEmoji = (EMOJI.test(before) || EMOJI_TAIL.test(before)) && EMOJI.test(after);
    return inEmoji || JOINING.test(before) || (before === "" && JOINING.test(after));
  }
  if (codePoint === 0x200c) return JOINING.test(before) || JOINING.test(after);
  if (codePoint === 0x200b) return UNSPACED.test(before) || UNSPACED.test(after);
  if (codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x61c) {
    return line.some((character) => RIGHT_TO_LEFT.test(character));
  }
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) {
    if (isSelector(before) || isSelector(after)) return false;
    return codePoint >= 0xfe0e
      ? /[\p{Emoji}\p{S}\p{P}]/u.test(before)
      : /[\p{Script=Han}\p{Script=Mongolian}\p{S}]/u.test(before);
  }
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return /\p{Script=Han}/u.test(before) && !isSelector(after);
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return isFlagTag(line, index);
  return false;
}

function isSelector(character: string): boolean {
  return /[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u.test(character);
}

/** Inside a subdivision flag: black flag, two to six tags, cancel tag. */
function isFlagTag(line: readonly string[], index: number): boolean {
  let start = index;
  while (/[\u{E0020}-\u{E007F}]/u.test(line[start] ?? "")) start--;
  return /^\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}/u.test(
    line.slice(start, start + 9).join(""),
  );
}

/** A single harmless one is a trace of copying; more than three on a line, or any other, can carry a message. */
function report(hidden: readonly Hidden[], line: number, text: string) {
  const serious = hidden.some(({ harmless }) => !harmless) || hidden.length > 3;
  const names = [
    ...new Set(hidden.map(({ codePoint }) => `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`)),
  ];
  const message = `${hidden.length} hidden character${hidden.length === 1 ? "" : "s"} (${names.slice(0, 5).join(", ")}) in "${excerpt(text, 60)}".`;
  return finding(
    "hidden_unicode",
    serious ? "error" : "advice",
    line,
    message,
    "Delete the characters, or write the line again.",
  );
}
