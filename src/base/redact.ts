/**
 * Redaction: secrets in a text become `[redacted:<kind>]`.
 *
 * Contract:
 * - A placeholder does not depend on the secret, so digests of redacted text do not either.
 * - Redacting twice changes nothing; a text without secrets comes back as the same string.
 * - A JSON text stays a JSON text. Nothing here throws.
 */
import { anchorValues, buildAnchorTable, findAnchors } from "./redact-anchors.ts";
import { contextAnchors, foreignNamedSecrets, hasForeignName } from "./redact-contexts.ts";
import type { SecretRule, SecretSpan } from "./redact-find.ts";
import { looksGenerated } from "./redact-judge.ts";
import { providerAnchors } from "./redact-providers.ts";

export type { SecretSpan } from "./redact-find.ts";

const TABLE = buildAnchorTable<SecretRule>([...providerAnchors(), ...contextAnchors()]);
const SHORTEST = 10;
/** A secret this long that was found once is also replaced where it stands without its name. */
const REPEATED_FROM = 12;
const PASSES = 4;

/** Cheap and without misses: false means that `redactText` would change nothing. */
export function mayContainSecret(text: string): boolean {
  if (text.length < SHORTEST) return false;
  const { starts, otherScript } = findAnchors(text, TABLE, true);
  return starts.length > 0 || (otherScript && hasForeignName(text));
}

/** Replaces every secret by its placeholder. */
export function redactText(text: string): string {
  let current = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const secrets = findSecrets(current);
    if (secrets.length === 0) return current;
    current = replaceSpans(current, secrets);
  }
  return current;
}

/** The secrets of a text: in order, never overlapping, offsets in UTF-16 units. */
export function findSecrets(text: string): SecretSpan[] {
  if (text.length < SHORTEST) return [];
  const { starts, otherScript } = findAnchors(text, TABLE);
  const found: SecretSpan[] = [];
  for (const start of starts) {
    for (const rule of anchorValues(text, TABLE, start)) {
      const span = rule(text, start);
      if (span !== undefined) found.push(span);
    }
  }
  if (otherScript) found.push(...foreignNamedSecrets(text));
  if (found.length === 0) return found;
  return withoutOverlaps([...found, ...repeats(text, withoutOverlaps(found))]);
}

function replaceSpans(text: string, spans: readonly SecretSpan[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { kind, start, end } of spans) {
    pieces.push(text.slice(from, start), `[redacted:${kind}]`);
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** The one that starts first wins, then the longer; what reaches past it lengthens it. */
function withoutOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: SecretSpan[] = [];
  for (const span of sorted) {
    const previous = kept.at(-1);
    if (previous === undefined || span.start >= previous.end) kept.push({ ...span });
    else if (span.end > previous.end) previous.end = span.end;
  }
  return kept;
}

function repeats(text: string, secrets: readonly SecretSpan[]): SecretSpan[] {
  const kinds = new Map<string, string>();
  for (const { kind, start, end } of secrets) {
    const value = text.slice(start, end);
    if (value.length >= REPEATED_FROM && !kinds.has(value) && looksGenerated(value, REPEATED_FROM))
      kinds.set(value, kind);
  }
  const found: SecretSpan[] = [];
  for (const [value, kind] of kinds) {
    for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length)) {
      if (text[start - 1] !== "\\") found.push({ kind, start, end: start + value.length });
    }
  }
  return found;
}
