/**
 * Text to terms, the same for documents and queries. Folding: NFKC (width, ligatures), lower case, accents of Latin and
 * Greek letters removed, `ё` as `е`. Then by script: alphabets give words with light stemming, and identifiers both
 * their parts and the whole without separators (`createIndex`, `create_index` and `create-index` meet in `createindex`);
 * Chinese, Japanese and Thai give the words of Intl.Segmenter and overlapping pairs; Korean gives words and pairs.
 */
import { characterClass, DIGIT, HANGUL, LETTER, MARK, SEPARATOR, UNSPACED, UPPER } from "./character-class.ts";
import { stemWord } from "./stem.ts";

/** Part of a saved index: under another value its terms are not ours. ICU decides where Chinese words end. */
export const TOKENIZER_VERSION = `1-icu${process.versions.icu ?? "none"}`;

/** UTF-16 units kept of one term; longer ones (keys, hashes, base64) are cut alike in documents and queries. */
const MAX_TERM_LENGTH = 48;
/** Parts of an identifier that still give a whole; longer chains are prose with hyphens. */
const MAX_WHOLE_PARTS = 6;

/** Terms in order of appearance, repeats included. */
export function tokenize(text: string): string[] {
  const source = text.normalize("NFKC");
  const terms: string[] = [];
  let at = 0;
  while (at < source.length) {
    const kind = classAt(source, at);
    if (kind === SEPARATOR || kind === MARK) at += widthAt(source, at);
    else if (kind === UNSPACED || kind === HANGUL) {
      const end = endOfRun(source, at, kind);
      const run = source.slice(at, end).toLowerCase();
      if (kind === UNSPACED) addUnspaced(run, terms);
      else addKorean(run, terms);
      at = end;
    } else at = addWord(source, at, terms);
  }
  return terms;
}

/** The form in which tags are compared. */
export function foldTag(tag: string): string {
  return tag.normalize("NFKC").trim().toLowerCase();
}

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return characterClass(unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) ?? unit) : unit);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function endOfRun(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length) {
    const next = classAt(text, at);
    if (next !== kind && next !== MARK) break;
    at += widthAt(text, at);
  }
  return at;
}

/** Reads one word or identifier and returns where it ends. */
function addWord(text: string, from: number, terms: string[]): number {
  const parts: string[] = [];
  let numbersOnly = true;
  let at = from;
  for (;;) {
    const end = endOfPart(text, at);
    if (classAt(text, at) !== DIGIT) numbersOnly = false;
    parts.push(fold(text.slice(at, end)));
    at = end;
    if (at >= text.length) break;
    if (isWordClass(classAt(text, at))) continue;
    const joiner = text[at] ?? "";
    if (!"_-.'’".includes(joiner) || at + 1 >= text.length || !isWordClass(classAt(text, at + 1))) break;
    at++;
    if ((joiner === "'" || joiner === "’") && /s/i.test(text[at] ?? "") && endOfPart(text, at) === at + 1) {
      at++;
      break;
    }
  }
  const symbols = parts.length === 1 ? /^(?:\+\+|#)/.exec(text.slice(at, at + 2))?.[0] : undefined;
  if (symbols !== undefined) {
    pushTerm(terms, `${parts[0] ?? ""}${symbols}`);
    at += symbols.length;
  }
  for (const part of parts) pushTerm(terms, stemWord(part));
  if (parts.length > 1 && parts.length <= MAX_WHOLE_PARTS) {
    pushTerm(terms, numbersOnly ? parts.join(".") : stemWord(parts.join("")));
  }
  return at;
}

function isWordClass(kind: number): boolean {
  return kind === LETTER || kind === UPPER || kind === DIGIT;
}

/** A part ends where letters and digits meet, before a capital after a small letter, and before the last of capitals. */
function endOfPart(text: string, from: number): number {
  const first = classAt(text, from);
  let previous = first;
  let at = from + widthAt(text, from);
  while (at < text.length) {
    const kind = classAt(text, at);
    if (kind === MARK) {
      at += 1;
      continue;
    }
    if (!isWordClass(kind) || (kind === DIGIT) !== (previous === DIGIT)) break;
    if (kind === UPPER && previous === LETTER) break;
    const next = at + widthAt(text, at);
    if (kind === UPPER && previous === UPPER && next < text.length && classAt(text, next) === LETTER) break;
    previous = kind;
    at = next;
  }
  return at;
}

function fold(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}]\p{M}*)\p{M}/gu, "")
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .normalize("NFC")
    .replaceAll("ё", "е")
    .replace(/[أإآ]/g, "ا");
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

let segmenter: Intl.Segmenter | undefined;

function addUnspaced(run: string, terms: string[]): void {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  if (run.length <= 2) {
    pushTerm(terms, run);
    if (run.length === 2) for (const character of run) pushTerm(terms, character);
    return;
  }
  for (const { segment } of segmenter.segment(run)) pushTerm(terms, segment);
  addPairs(run, terms);
}

function addKorean(run: string, terms: string[]): void {
  pushTerm(terms, run);
  if (run.length > 2) addPairs(run, terms);
}

function addPairs(run: string, terms: string[]): void {
  const characters = [...run];
  for (let index = 0; index + 1 < characters.length; index++) {
    pushTerm(terms, `${characters[index] ?? ""}${characters[index + 1] ?? ""}`);
  }
}

function pushTerm(terms: string[], term: string): void {
  if (term !== "") terms.push(term.length > MAX_TERM_LENGTH ? term.slice(0, MAX_TERM_LENGTH) : term);
}
