/** Secrets in a skill: the rules of our own redaction, then those of secretlint, which is loaded when first needed. */
import { findSecrets } from "../../base/index.ts";
import type { SkillFinding } from "../model.ts";
import { finding, type LintInput } from "./report.ts";

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

async function secretlintSecrets(text: string): Promise<{ kind: string; start: number }[]> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
  ]);
  const id = "@secretlint/secretlint-rule-preset-recommend";
  const result = await lintSource({
    source: { content: text, filePath: "SKILL.md", ext: ".md", contentType: "text" },
    options: { config: { rules: [{ id, rule: creator, options: {} }] }, noPhysicFilePath: true, maskSecrets: true },
  });
  return result.messages
    .filter((message) => message.severity !== "info")
    .map((message) => ({ kind: message.ruleId.replace(/^.*secretlint-rule-/, ""), start: message.range[0] }));
}
