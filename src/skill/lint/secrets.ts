/** Secrets in a skill: the rules of our own redaction, then those of secretlint. */
import { findSecrets } from "../../base/index.ts";
import type { SkillFinding } from "../model.ts";
import { finding, type LintInput } from "./report.ts";
import { secretlintSecrets } from "./secretlint.ts";

const FIX = "Delete it, revoke it where it is valid, and name an environment variable instead.";

export async function secretFindings({ document, places }: LintInput): Promise<SkillFinding[]> {
  const ours = findSecrets(document.text);
  const found = ours.map(({ kind, start }) =>
    finding("secret", "error", places.lineOf(start), `The text holds what looks like a secret (${kind}).`, FIX),
  );
  const known = new Set(found.map(({ line }) => line));
  for (const { kind, start } of await secretlintSecrets(document.text)) {
    const line = places.lineOf(start);
    if (known.has(line)) continue;
    found.push(finding("secret", "error", line, `The text holds what looks like a secret (${kind}).`, FIX));
  }
  return found;
}
