/** A frozen skill and patches made by hand, for the tests of the merge. */

import { sha256 } from "../../base/index.ts";
import type { OutcomeStatus } from "../../session/index.ts";
import { parseSkill, ruleId } from "../../skill/index.ts";
import type { RuleEvidence, SupportKind } from "../candidate.ts";
import type { Analysis } from "./analyst.ts";
import type { EvolveChange, FrozenSkill } from "./model.ts";

/** Headings that are none stand in its code block, as in the skills on which Trace2Skill's section finder broke. */
export const SKILL_TEXT = `---
name: releasing
description: "How releases are made here. Use before a release."
metadata:
  source: auto-skill
  version: "0.1.0"
---

# Releasing

## Steps

1. Build it: \`npm run build\`
2. Publish it:

   \`\`\`sh
   # Rules
   npm publish --access public
   # Pitfalls
   \`\`\`

## Rules

- Release from the main branch only.
- Write the changelog in the past tense.
- Read \`references/signing.md\` before you sign a tag.
`;

export const NOW = new Date("2026-01-02T03:04:05.000Z");

export function frozen(text = SKILL_TEXT, more: Partial<FrozenSkill> = {}): FrozenSkill {
  return {
    slug: "releasing",
    text,
    hash: sha256(text),
    files: ["references/signing.md"],
    personRules: new Set(),
    ...more,
  };
}

export const idOf = (beginning: string): string =>
  parseSkill(SKILL_TEXT).rules.find(({ text }) => text.startsWith(beginning))?.id ?? ruleId(beginning);

export function evidence(sessionId: string, support: SupportKind = "user_said", place = 0): RuleEvidence {
  return {
    sessionId,
    source: "claude-code",
    sourcePath: `/transcripts/${sessionId}.jsonl`,
    pointer: {
      turn: 2 + place,
      messageId: `${sessionId}-m${place}`,
      origin: "person",
      span: { start: 0, end: 1 },
      digest: sha256(`${sessionId} ${place}`),
    },
    support,
    quote: `What session ${sessionId} shows (${place}).`,
  };
}

export interface SketchedEdit {
  change: EvolveChange;
  support?: SupportKind;
}

export function analysis(
  sessionId: string,
  edits: readonly (EvolveChange | SketchedEdit)[],
  outcome: OutcomeStatus = "unknown",
): Analysis {
  return {
    source: "claude-code",
    sessionId,
    sourcePath: `/transcripts/${sessionId}.jsonl`,
    outcome,
    edits: edits.map((edit, place) => {
      const sketch: SketchedEdit = "change" in edit ? edit : { change: edit };
      return { change: sketch.change, evidence: [evidence(sessionId, sketch.support, place)], place };
    }),
    refused: [],
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  };
}

export const adds = (text: string, section: "Rules" | "Steps" | "Pitfalls" | "Verify" = "Rules"): EvolveChange => ({
  op: "add",
  section,
  text,
});
