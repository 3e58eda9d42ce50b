import { AutoskillError, sha256 } from "../../base/index.ts";
import type { SkillUndo } from "../model.ts";
import { applySplice } from "./splice.ts";

/**
 * Takes a set of edits back: the result is byte for byte the text before it.
 * @throws AutoskillError `UNDO_STALE` when `text` is not the text that the edits left, `UNDO_BROKEN` when the record
 * of the edits does not lead back (it was altered).
 */
export function undoSkillEdits(text: string, undo: SkillUndo): string {
  const found = sha256(text);
  if (found !== undo.after) {
    throw new AutoskillError({
      code: "UNDO_STALE",
      message: "The skill was changed after these edits, so they cannot be taken back on their own.",
      expected: undo.after,
      found,
      next: "Roll the skill back to a revision instead: `autoskill history NAME`, `autoskill rollback NAME REV`.",
    });
  }
  const before = undo.splices.reduce(applySplice, text);
  if (sha256(before) !== undo.before) {
    throw new AutoskillError({
      code: "UNDO_BROKEN",
      message: "The record of these edits does not lead back to the text before them.",
      expected: undo.before,
      found: sha256(before),
      next: "Roll the skill back to a revision instead: `autoskill rollback NAME REV`.",
    });
  }
  return before;
}
