/**
 * Secrets that are known by what stands beside them: assignments, headers, flags, URLs, cookies.
 */
import { type AnchorPattern, literalAnchor } from "./redact-anchors.ts";
import { isWordCode, matchAt, type SecretRule, type SecretSpan } from "./redact-find.ts";
import {
  isFakeWord,
  isOneValue,
  isPlaceholder,
  isSecretValue,
  looksGenerated,
  type ValueContext,
} from "./redact-judge.ts";
import { FOREIGN_NAMES, meaningOfName, type NameMeaning } from "./redact-names.ts";
import { discordTokenAt } from "./redact-providers.ts";

const LONGEST_NAME = 80;

/** From the end of a name to the start of its value. Group 1: the quote that closes the name. */
const SEPARATOR =
  /(\\*["'`])?(?:\*\*)?\]?[ \t]*(?:[?!]?:[ \t]*(?:[\w.]+(?:\[\w+\]|<\w+>)?(?:[ \t]*\|[ \t]*\w+)*[ \t]+)?={1,3}|\?\?=|\|\|=|:=|=>|[!=]={1,2}|[=:：]|,(?=[ \t]*\\*["'`])|>(?=[^<\s])|[ \t](?:is|are|为|是|は|=)(?=[ \t"'`])|是|为|は)(?:\*\*)?[ \t]*/y;
/** An opening quote; one before `,`, `]`, `}` or `:` closes a JSON string instead. */
const QUOTE = /\\*(?:"""|'''|["'`])/y;
const CLOSING_QUOTE = /\\*["'`]\s*(?:[,:}\]]|$)/y;
/** Bounded, so that a megabyte without a space is not read again for each name in it. */
const UNQUOTED = /[^\s"'`\\<>{}()[\],;|]{1,4097}/y;
const UNQUOTED_DIRECT = /[^\s"'`\\]{1,4097}/y;
const SPACE = /[ \t]*/y;
/** `$TOKEN`, `<token>`, `%s`; but `%2F` begins a percent-encoded value. */
const UNFILLED = /^(?:[$<{(]|%(?![0-9A-Fa-f]{2}))/;

/** Names and their values: code, JSON, YAML, .env, headers, flags, query strings, prose. */
const nameRule: SecretRule = (text, position) => {
  let start = position;
  while (start > 0 && position - start < LONGEST_NAME && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  let end = position + 1;
  while (end < text.length && end - position < LONGEST_NAME && isNameCode(text.charCodeAt(end))) end += 1;
  if (text[start] === "n" && text[start - 1] === "\\" && start < position) start += 1;
  const name = text.slice(start, end);
  const words = /^key$/i.test(name) ? wordBefore(text, start) + name : name;
  const meaning = meaningOfName(words.replace(/^-+/, ""));
  if (meaning === undefined) return undefined;
  return valueBeside(text, { start, end, name, meaning });
};

/** "API key", "secret key": the word that gives a key its meaning, as `api_`; empty when there is none. */
function wordBefore(text: string, start: number): string {
  const word = /([A-Za-z]{3,12})[ \t]$/.exec(text.slice(Math.max(0, start - 14), start))?.[1];
  return word === undefined ? "" : `${word}_`;
}

interface NamePlace {
  start: number;
  end: number;
  name: string;
  meaning: NameMeaning;
}

function valueBeside(text: string, place: NamePlace): SecretSpan | undefined {
  const { meaning, name } = place;
  const isFlag = name.startsWith("--") || (name.startsWith("-") && name.length > 2);
  const separator = matchAt(SEPARATOR, text, place.end);
  let valueStart: number;
  let nameQuoted = false;
  if (separator !== null) {
    valueStart = place.end + separator[0].length;
    nameQuoted = separator[1] !== undefined;
  } else if (
    isFlag ||
    (meaning.strength === "password" && /^[ \t]+\\*["']/.test(text.slice(place.end, place.end + 8)))
  ) {
    valueStart = place.end + (matchAt(SPACE, text, place.end)?.[0].length ?? 0);
    if (valueStart === place.end) return undefined;
  } else return undefined;

  if (meaning.kind === "authorization") return authorizationValue(text, valueStart);
  if (meaning.kind === "cookie") return cookieValue(text, valueStart);
  const query = inQuery(text, place.start);
  const onlyInQuery = meaning.strength === "weak" || meaning.kind === "signature";
  if (onlyInQuery && !query && !/^_auth(?:Token)?$/.test(name)) return undefined;
  const direct = isFlag || query || isEnvironmentLine(text, place, separator?.[0]);
  return judgeAt(text, valueStart, { meaning, direct, nameQuoted });
}

function judgeAt(
  text: string,
  valueStart: number,
  { meaning, direct, nameQuoted }: { meaning: NameMeaning; direct: boolean; nameQuoted: boolean },
): SecretSpan | undefined {
  if (matchAt(CLOSING_QUOTE, text, valueStart) !== null) return undefined;
  const quote = matchAt(QUOTE, text, valueStart);
  let start = valueStart;
  let value: string;
  if (quote !== null) {
    start += quote[0].length;
    value = quotedValue(text, start, quote[0]);
  } else {
    if (nameQuoted) return undefined;
    value = matchAt(direct ? UNQUOTED_DIRECT : UNQUOTED, text, start)?.[0] ?? "";
    if (!direct && /^[([]/.test(text.slice(start + value.length, start + value.length + 1))) return undefined;
    if (direct && /^[$<{(]/.test(value)) return undefined;
    if (inQuery(text, start, true)) value = value.replace(/[&#].*$/s, "");
    value = value.replace(/[.,;:!?)\]}>|]+$/, "");
  }
  const discord = meaning.kind === "token" ? discordTokenAt(text, start) : undefined;
  if (discord !== undefined) return { kind: "discord-token", start, end: discord };
  const context: ValueContext = { strength: meaning.strength, quoted: quote !== null, direct };
  if (!isSecretValue(value, context)) return undefined;
  return { kind: meaning.kind, start, end: start + value.length };
}

/** A double quote that ends a JSON string around the whole; a value in other quotes never reaches past it. */
const CLOSES_JSON_STRING = /^"\s*(?:[,:}\]]|$)/;

function quotedValue(text: string, start: number, quote: string): string {
  const mark = quote.at(-1) ?? '"';
  const escaped = quote.startsWith("\\");
  let index = start;
  const limit = Math.min(text.length, start + 8192);
  while (index < limit) {
    const character = text[index];
    if (character === mark || character === "\n") break;
    if (character === '"' && CLOSES_JSON_STRING.test(text.slice(index, index + 8))) break;
    if (character === "\\") {
      if (escaped) break;
      index += 1;
    }
    index += 1;
  }
  return text.slice(start, Math.min(index, limit));
}

/** `NAME=value` at the start of a line or after `export`/`env`, with the name in capitals. */
function isEnvironmentLine(text: string, place: NamePlace, separator: string | undefined): boolean {
  if (separator !== "=" || !/^[A-Z][A-Z0-9_]*$/.test(place.name)) return false;
  const before = text.slice(Math.max(0, place.start - 16), place.start);
  return /(?:^|[\n\r;&|"'`(]|\\n|\b(?:export|env|set|ENV|ARG|-e|--env)[ \t]+["']?|[ \t])$/.test(before);
}

function inQuery(text: string, start: number, insideValue = false): boolean {
  if (insideValue) return /[?&;]\w[\w.%-]*=$/.test(text.slice(Math.max(0, start - LONGEST_NAME), start));
  const before = text.slice(Math.max(0, start - 6), start);
  return /(?:[?&]|&amp;|\\u0026)$/.test(before);
}

const AUTHORIZATION_VALUE =
  /(?!\\*["'`]\s*[,:}\]])(?:\\*["'`]|[fbr]["'])?[ \t]*(?:([A-Za-z][\w-]{2,24})[ \t]+)?([^\s"'`\\,;]{1,4097})/y;

function authorizationValue(text: string, valueStart: number): SecretSpan | undefined {
  const match = matchAt(AUTHORIZATION_VALUE, text, valueStart);
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  const start = valueStart + match[0].length - value.length;
  const scheme = match[1]?.toLowerCase();
  const known =
    scheme !== undefined &&
    /^(?:bearer|basic|token|apikey|api-key|key|digest|negotiate|bot|jwt|ssws|splunk)$/.test(scheme);
  if (!isOneValue(value) || isPlaceholder(value) || isFakeWord(value) || UNFILLED.test(value)) return undefined;
  const telling = known ? isCredential(value, 8) : looksGenerated(value, 16);
  return telling ? { kind: "authorization", start, end: start + value.length } : undefined;
}

function isCredential(value: string, minimum: number): boolean {
  return (
    value.length >= minimum &&
    (/\d/.test(value) || value.length >= 20) &&
    !/[(){}]/.test(value) &&
    !/^[\w$]+\.[\w.$]+$/.test(value.replace(/\.\w*\d\w*/g, ""))
  );
}

const COOKIE_VALUE = /(?!\\*["'`]\s*[,:}\]])\\*["'`]?[ \t]*([^\s"'`\\=;,]+=[^\s"'`\\;]+(?:;[ \t]*[^\s"'`\\;]+)*)/y;

function cookieValue(text: string, valueStart: number): SecretSpan | undefined {
  const match = matchAt(COOKIE_VALUE, text, valueStart);
  const value = match?.[1];
  if (match === null || value === undefined || value.includes("[redacted:")) return undefined;
  const values = value.split(/;[ \t]*/).map((pair) => pair.slice(pair.indexOf("=") + 1));
  const telling = values.some(
    (one) => one.length >= 6 && (/\d/.test(one) || looksGenerated(one)) && !isPlaceholder(one) && !UNFILLED.test(one),
  );
  if (!telling || /[(){}]/.test(value)) return undefined;
  const start = valueStart + match[0].length - value.length;
  return { kind: "cookie", start, end: start + value.length };
}

const BEARER = /[Bb](?:earer|EARER)\\*["'`]?(?:[ \t]+|%20|\+)\\*["'`]?([\w.~+/=-]{12,4096})/y;
const bearerRule: SecretRule = (text, position) => {
  const match = matchAt(BEARER, text, position);
  const value = match?.[1];
  if (match === null || value === undefined || isPlaceholder(value) || !looksGenerated(value, 12)) return undefined;
  const end = position + match[0].length;
  return { kind: "authorization", start: end - value.length, end };
};

const BASIC = /[sS][iI][cC][ \t]+((?=[a-z]*[A-Z0-9])[A-Za-z0-9+/]{8,}={0,2})/y;
const basicRule: SecretRule = (text, position) => {
  const match = matchAt(BASIC, text, position);
  const value = match?.[1];
  if (match === null || value === undefined) return undefined;
  const decoded = Buffer.from(value, "base64").toString("latin1");
  if (!/^[\x20-\x7e]*:[\x20-\x7e]*$/.test(decoded)) return undefined;
  const end = position + match[0].length;
  return { kind: "authorization", start: end - value.length, end };
};

const USER_INFO = /:\/\/([^\s/?#@"'`<>\\:[\]]*)(?::([^\s/?#@"'`<>\\[\]]*))?@(?=[\w.[$-])/y;
const LOCAL_DEFAULTS = /^(?:\w*:)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|db|postgres|mysql|redis|mongo)\b/;

/** Passwords and tokens between `://` and `@`. */
const urlRule: SecretRule = (text, position) => {
  const colon = position + 1;
  const match = matchAt(USER_INFO, text, colon);
  if (match === null) return undefined;
  const [, user = "", password] = match;
  const end = colon + match[0].length - 1;
  if (password === undefined || password === "") {
    if (!looksGenerated(user, 16)) return undefined;
    return { kind: "url-credential", start: colon + 3, end: colon + 3 + user.length };
  }
  if (UNFILLED.test(password) || /\$\{|\{\{/.test(password) || isPlaceholder(password)) return undefined;
  if (isFakeWord(password) || (password === user && LOCAL_DEFAULTS.test(text.slice(end + 1, end + 40))))
    return undefined;
  return { kind: "url-credential", start: end - password.length, end };
};

const CURL_USER =
  /curl\b[^\n|;&]{0,400}?(?:[ \t](?:-u|--user|--proxy-user)(?:[ \t]+|=)|[ \t]-u)(\\*["'])?([^\s"'\\:]+):([^\s"'\\]+)/y;
const MYSQL_PASSWORD = /mysql\w*\b[^\n|;&]{0,300}?[ \t]-p(\\*["'])?([^\s"'\\]{4,})/y;
const MARIADB_PASSWORD = /iadb(?:-\w+)?\b[^\n|;&]{0,300}?[ \t]-p(\\*["'])?([^\s"'\\]{4,})/y;
const SSHPASS_PASSWORD = /sshpass[ \t]+-p[ \t]*(\\*["'])?([^\s"'\\]{4,})/y;
const REDIS_PASSWORD = /s-cli\b[^\n|;&]{0,200}?[ \t]-a[ \t]+(\\*["'])?([^\s"'\\]{4,})/y;
const LOGIN_PASSWORD = /login\b[^\n|;&]{0,200}?[ \t]-p[ \t]+(\\*["'])?([^\s"'\\]{4,})/y;

/** Credentials in the short options of well-known programs. */
function commandRule(pattern: RegExp): SecretRule {
  return (text, position) => {
    const match = matchAt(pattern, text, position);
    const value = match?.at(-1);
    if (match === null || value === undefined || UNFILLED.test(value)) return undefined;
    if (value.startsWith("-") && !looksGenerated(value)) return undefined;
    if (isPlaceholder(value) || isFakeWord(value)) return undefined;
    const end = position + match[0].length;
    return { kind: "password", start: end - value.length, end };
  };
}

/**
 * Four letters of each telling word, chosen so that their pairs are rare in ordinary text (`igna` of "signature",
 * `riza` of "authorization"): every frequent pair costs time on text without secrets.
 */
const NAME_ANCHORS = ["toke", "secr", "pass", "riza", "_aut", "ooki", "igna", "bear", "nnwo", "twoo"];
const AFTER_SHORT_NAME = `=:"'\`\\]_>,0123456789`;
const LOWERCASE_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Every anchor of this file with its rule. */
export function contextAnchors(): { pattern: AnchorPattern; value: SecretRule }[] {
  const both = (letter: string) => letter.toLowerCase() + letter.toUpperCase();
  const three = (word: string): [string, string, string] => {
    const [a = "", b = "", c = ""] = word;
    return [both(a), both(b), both(c)];
  };
  const names: AnchorPattern[] = [
    ...NAME_ANCHORS.map((word) => literalAnchor(word, true)),
    [...three("key"), `${AFTER_SHORT_NAME} `],
    [...three("pwd"), AFTER_SHORT_NAME],
    ["_-", ...three("pwd")],
    [...three("psk"), AFTER_SHORT_NAME],
    [...three("jwt"), AFTER_SHORT_NAME],
    literalAnchor("sig="),
    literalAnchor("seña", true),
  ];
  return [
    ...names.map((pattern) => ({ pattern, value: nameRule })),
    { pattern: literalAnchor("bear", true), value: bearerRule },
    { pattern: literalAnchor("sic ", true), value: basicRule },
    { pattern: [LOWERCASE_AND_DIGITS, ":", "/", "/"], value: urlRule },
    { pattern: literalAnchor("curl"), value: commandRule(CURL_USER) },
    { pattern: literalAnchor("mysq"), value: commandRule(MYSQL_PASSWORD) },
    { pattern: literalAnchor("iadb"), value: commandRule(MARIADB_PASSWORD) },
    { pattern: literalAnchor("sshp"), value: commandRule(SSHPASS_PASSWORD) },
    { pattern: literalAnchor("s-cl"), value: commandRule(REDIS_PASSWORD) },
    { pattern: literalAnchor("logi"), value: commandRule(LOGIN_PASSWORD) },
  ];
}

/** Which UTF-16 units may begin a name of `FOREIGN_NAMES`, by their low 12 bits: small enough for the fastest cache. */
const INITIAL_MASK = 4095;
const FOREIGN_INITIALS = new Uint8Array(INITIAL_MASK + 1);
for (const initial of FOREIGN_NAMES.keys()) FOREIGN_INITIALS[initial.charCodeAt(0) & INITIAL_MASK] = 1;

/** Whether a name in another script stands in the text. */
export function hasForeignName(text: string): boolean {
  return nextForeignName(text, 0) !== undefined;
}

/** Names in scripts that the ASCII anchors cannot hold. */
export function foreignNamedSecrets(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let name = nextForeignName(text, 0); name !== undefined; name = nextForeignName(text, name.end)) {
    const span = valueBeside(text, name);
    if (span !== undefined) found.push(span);
  }
  return found;
}

function nextForeignName(text: string, from: number): NamePlace | undefined {
  for (let start = from; start < text.length; start += 1) {
    if (FOREIGN_INITIALS[text.charCodeAt(start) & INITIAL_MASK] === 0) continue;
    for (const { word, meaning } of FOREIGN_NAMES.get(text.charAt(start)) ?? []) {
      if (text.startsWith(word, start)) return { start, end: start + word.length, name: word, meaning };
    }
  }
  return undefined;
}

/** Word characters, `-`, `$`, `.`, and the accented Latin letters. */
function isNameCode(code: number): boolean {
  return isWordCode(code) || code === 45 || code === 36 || code === 46 || (code >= 0xc0 && code < 0x250);
}
