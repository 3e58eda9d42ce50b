/**
 * What follows a statement and shows what it means: the fenced block that its colon announces, or the sentence that
 * gives an example. A rule like "start every file with the following header:" is worth nothing without it.
 */
import type { StatementExample } from "../model.ts";
import { ownCopy } from "../own-copy.ts";
import type { Prose } from "./person-prose.ts";
import type { Sentence } from "./sentences.ts";

/** Longer blocks are documents; they are left out whole, since half a template misleads. */
const MAX_BLOCK = 600;
const MAX_BLOCK_LINES = 16;
const MAX_SENTENCE = 200;

const BLOCK = /^[ \t]*\n(?:[ \t]*\n)?[ \t]{0,3}(`{3,}|~{3,})([^\n`]*)\n([\s\S]*?)\n[ \t]{0,3}\1[`~]*[ \t]*(?:\n|$)/;
const EXAMPLE =
  /^(?:for (?:example|instance)|e\.g\.|example|such as|比如|例如|譬如|例：|例えば|예를 들어|例|например|zum beispiel|z\. ?b\.|par exemple|p\. ?ex\.|por ejemplo|por exemplo)/i;

/** @param last The last sentence of the statement. @param next The sentence after it, if any. */
export function exampleAfter(prose: Prose, last: Sentence, next: Sentence | undefined): StatementExample | undefined {
  if (announcesBlock(prose, last)) {
    const text = blockAfter(prose, last);
    if (text === undefined || text.length > MAX_BLOCK || text.split("\n").length > MAX_BLOCK_LINES) return undefined;
    return { kind: "block", text: ownCopy(text, MAX_BLOCK) };
  }
  if (next === undefined || prose.text.slice(last.end, next.start).includes("\n\n")) return undefined;
  const sentence = prose.text.slice(next.start, next.end).replace(/\s+/g, " ").trim();
  if (!EXAMPLE.test(sentence) || sentence.length > MAX_SENTENCE) return undefined;
  return { kind: "sentence", text: ownCopy(sentence, MAX_SENTENCE) };
}

/** True for a sentence whose content is the fenced block right after it, however long. */
export function announcesBlock(prose: Prose, sentence: Sentence): boolean {
  return (
    /[:：]\s*$/.test(prose.text.slice(sentence.start, sentence.end)) &&
    /^[ \t]*\n(?:[ \t]*\n)?[ \t]{0,3}(?:`{3,}|~{3,})/.test(prose.text.slice(sentence.end, sentence.end + 40))
  );
}

function blockAfter(prose: Prose, sentence: Sentence): string | undefined {
  return BLOCK.exec(prose.text.slice(sentence.end, sentence.end + MAX_BLOCK + 80))?.[3];
}
