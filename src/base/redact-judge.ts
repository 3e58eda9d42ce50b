/**
 * Is this value a secret, or a placeholder, a piece of code, a word?
 *
 * Contract: pure functions over one value that stands beside a key-like name or in a credential's place. They lean
 * towards "secret" when the value looks generated, and towards "not" when it reads as words, code or a path.
 */
import { evidenceOfWords } from "./redact-words.ts";

/** What surrounds a value; it decides how much the value itself must prove. */
export interface ValueContext {
  /** How telling the name is: a password may be a word, a token must look generated. */
  strength: "password" | "secret" | "token" | "weak";
  quoted: boolean;
  /** A place where a person puts real values: an environment line, a command-line flag. */
  direct: boolean;
}

const REDACTED = "[redacted:";

const PLACEHOLDER_SYNTAX =
  /^\$|\$[A-Z_]{3,}|[${]\{|\$\(|%\(|%[sdv]\b|^%\w+%$|<[^<>]*>|^@\w*$|\*{3,}|•{2,}|\.{3}|…|#\{|^\[.*\]$|^\{.*\}$/;
/** What could also stand in a generated value by chance. */
const PLACEHOLDER_PARTS =
  /your|example|placeholder|change[-_ ]?me|replace|redacted|dummy|insert[-_ ]|todo|fixme|sample|goes[-_ ]?here|masked|hidden|removed|not[-_ ]?set|undefined|ENC\[|secrets?\.|vault:|process\.env|environ|x{4,}|_{4,}/gi;
/** Chance writes a part this long in one value of a hundred million. */
const TELLING_PART = 6;
/** As people write words: `word`, `Word`, `WORD`, `twoWords`. */
const WRITTEN = /^(?:[A-Z]?[^A-Z]{3,}(?:[A-Z][^A-Z]+)?|[^a-z]+)$/;

const ALPHANUMERIC = /[A-Za-z0-9]/;
const SHORTEST_REST = 12;

/** True for what people write where a secret would stand: `<token>`, `$TOKEN`, `your-api-key`, `xxxx`, `****`. */
export function isPlaceholder(value: string): boolean {
  if (value.includes(REDACTED)) return true;
  if (/^(.)\1*$/.test(value) && /^[xX0*.\-_#?]/.test(value)) return true;
  return PLACEHOLDER_SYNTAX.test(value) || hasPlaceholderPart(value);
}

/** A short part must stand by itself, or leave nothing behind that looks generated. */
function hasPlaceholderPart(value: string): boolean {
  let found = false;
  const rest = value.replace(PLACEHOLDER_PARTS, (part: string, at: number) => {
    if (!WRITTEN.test(part)) return part;
    const standsAlone = !ALPHANUMERIC.test(value.charAt(at - 1) + value.charAt(at + part.length));
    found ||= part.length >= TELLING_PART || standsAlone;
    return "";
  });
  return found || (rest !== value && !looksGenerated(rest, SHORTEST_REST));
}

const FAKE_WORDS =
  "pass|password|passwd|pwd|passphrase|passcode|secret|secrets|token|tokens|test|tests|testing|my|our|the|an|a|some|any|new|old|user|username|admin|root|foo|bar|baz|qux|abc|abcd|xyz|asdf|qwerty|fake|mock|stub|change|me|it|this|in|for|production|prod|default|demo|key|keys|api|value|string|str|text|here|dev|development|local|localhost|postgres|postgresql|mysql|mongo|redis|guest|hello|world|super|secure|security|strong|weak|wrong|correct|incorrect|invalid|valid|bad|good|right|client|server|service|access|auth|refresh|bearer|session|jwt|id|none|null|nil|true|false|yes|no|empty|unknown|required|optional|missing|bool|boolean|number|int|integer|object|type|data|name|input|field|hash|hashed|encrypted|plain|random|long|short|very|really|own|letmein|welcome|temp|tmp|app|db|database|is|of|to|and|or|not|first|second|another|other|one|two|bot|openai|anthropic|github|gitlab|slack|aws";
const ONLY_FAKE_WORDS = new RegExp(`^(?:${FAKE_WORDS})+$`);

/** Words that tests and documents use for a secret: `secret`, `test-token`, `my_password_123`. */
export function isFakeWord(value: string): boolean {
  const letters = value.toLowerCase().replace(/[^a-z]+/g, "");
  const digits = value.replace(/\D+/g, "");
  if (letters === "") return /^(?:0?1?2?3?4?5?6?7?8?9?0?|(\d)\1*)$/.test(digits);
  return /^(?:\d{0,3}|12345?6?7?8?9?0?|0+)$/.test(digits) && ONLY_FAKE_WORDS.test(letters);
}

/** A worse stretch is a generated part between words. */
const WORST_STRETCH = -18;

const VERSION_OR_DATE = /^v\d+(?:\.\d+)+$|^\d{4}-\d\d-\d\d[T_]\d/;
/** In whatever language: few keys of this length have letters of one case only. */
const ONE_WORD = /^(?:[A-Za-z][a-z]{1,18}|[A-Z]{1,19})$/;

/** Names, paths, dotted members, kebab titles, numbers: what words explain better than chance. */
export function readsAsWords(value: string): boolean {
  if (!/[A-Za-z]/.test(value)) return !/^\d{20,}$/.test(value);
  if (ONE_WORD.test(value) || VERSION_OR_DATE.test(value)) return true;
  const { total, worst } = evidenceOfWords(value);
  return total >= enoughEvidence(value.length) && worst >= WORST_STRETCH;
}

/** Bits: a short value, which says less, is taken for words in doubt, a long one for a key. */
function enoughEvidence(length: number): number {
  return Math.min(8, Math.max(-8, 2 * (length - 14)));
}

/** Shannon entropy in bits per character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX_DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/;
const INTEGRITY = /^(?:sha(?:1|224|256|384|512)|md5|blake\w+)[-:]/i;
/** Contract and wallet addresses, which are public. */
const CHAIN_ADDRESS = /^0x[0-9a-f]{40}$/i;
const CONSTANT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const CSS_SELECTOR = /^[a-z]+[#.][\w-]+$/;
const FILE_EXTENSION =
  /\.(?:json|ya?ml|toml|txt|pem|key|crt|env|ts|tsx|js|jsx|py|go|rs|md|sh|html?|css|java|rb|php|cfg|conf|ini|lock|log|csv|db|sqlite|png|jpe?g|svg)$/i;
const PATH_START = /^(?:[~.]{0,2}\/|[A-Za-z]:\\)/;
const BASE64 = /^[A-Za-z0-9+/]{20,}={0,2}$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Keys have more bits per character; `00000000-0001` and short repetitions have less. */
function lowestEntropy(length: number): number {
  return length < 12 ? 2.6 : 2.3;
}

/** Generated-looking: long enough, mixed, and not made of words. */
export function looksGenerated(value: string, minimum = 16): boolean {
  if (value.length < minimum || !/^[\x21-\x7e]+$/.test(value)) return false;
  if (INTEGRITY.test(value) || isFileName(value) || URL_LIKE.test(value)) return false;
  return !readsAsWords(value) && entropyOf(value) >= lowestEntropy(value.length);
}

/** One key in 64 that is written in base64 begins like a path. */
function isFileName(value: string): boolean {
  if (FILE_EXTENSION.test(value)) return true;
  return PATH_START.test(value) && (!BASE64.test(value) || readsAsWords(value));
}

/** Nothing longer is one value beside a name. */
const LONGEST_VALUE = 4096;
/** What is longer is a secret only as one encoded block, which also keeps long runs of names and values cheap. */
const LONGEST_MIXED = 256;
const ENCODED_BLOCK = /^[\w+/.~-]+={0,2}$/;

/** Short enough to be one value, or one encoded block. */
export function isOneValue(value: string): boolean {
  return value.length <= LONGEST_MIXED || (value.length <= LONGEST_VALUE && ENCODED_BLOCK.test(value));
}

/** The decision for a value beside a key-like name. */
export function isSecretValue(value: string, context: ValueContext): boolean {
  if (value.length < 4 || !isOneValue(value)) return false;
  if (isPlaceholder(value) || isFakeWord(value)) return false;
  if (CHAIN_ADDRESS.test(value) || CONSTANT_NAME.test(value) || CSS_SELECTOR.test(value)) return false;
  if (/\s/.test(value) || isFileName(value) || INTEGRITY.test(value) || URL_LIKE.test(value)) return false;
  if (context.strength === "weak" || context.strength === "token") {
    if (UUID.test(value)) return context.strength === "token" && context.direct;
    return looksGenerated(value, context.direct ? 12 : 16) || HEX_DIGEST.test(value);
  }
  if (looksCode(value)) return false;
  if (context.strength === "secret") {
    return looksGenerated(value, 8) || HEX_DIGEST.test(value) || UUID.test(value);
  }
  if (context.direct) return value.length >= 5 || /\d/.test(value);
  if (value.length < 6) return false;
  return (
    looksGenerated(value, 8) || (/[\d!@#%^&*+?~]/.test(value) && /[A-Za-z]/.test(value) && !isDottedOrKebab(value))
  );
}

/** Code in a value's place: calls, members, templates, operators, type names. */
function looksCode(value: string): boolean {
  return (
    /[(){};]|=>|&&|\|\||^[!&*]\w+$/.test(value) ||
    /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+!?$/.test(value)
  );
}

function isDottedOrKebab(value: string): boolean {
  return /^[A-Za-z0-9]+(?:[._\-/:][A-Za-z0-9]+)+$/.test(value) && readsAsWords(value);
}
