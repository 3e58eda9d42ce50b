/** What an analyst is to its callers: one session in, the patch of that session out. */

import type { ModelUsage } from "../../model/index.ts";
import type { OutcomeStatus } from "../../session/index.ts";
import type { EvidenceSource } from "../candidate.ts";
import type { EvolveChange, Patch, PatchEdit } from "./model.ts";

/** An edit that an analyst proposed and that its session does not carry. */
export interface AnalystRefusal {
  /** First line of the rule, or what was to be done; ≤ 200 characters, redacted. */
  edit: string;
  /** Lower snake case: a code of `RuleRefusalCode`, or one of docs/evolve.md. */
  code: string;
  message: string;
}

/** Plain JSON, so that it can be kept and taken up by a later run. */
export interface Analysis {
  source: EvidenceSource;
  sessionId: string;
  sourcePath: string;
  outcome: OutcomeStatus;
  edits: PatchEdit[];
  refused: AnalystRefusal[];
  /** What the model took; zero without one. */
  usage: ModelUsage;
}

export function patchOf({ source, sessionId, sourcePath, outcome, edits }: Analysis): Patch {
  return { sessions: [{ source, sessionId, sourcePath, outcome }], edits };
}

export function refusedEdit(edit: EvolveChange | string, code: string, message: string): AnalystRefusal {
  const text = typeof edit === "string" ? edit : "text" in edit ? edit.text : `${edit.op} ${edit.rule}`;
  return { edit: [...(text.split("\n")[0] ?? "")].slice(0, 200).join(""), code, message };
}
