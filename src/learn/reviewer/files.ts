/**
 * Support files of a change. A file may hold what the session wrote or ran, or a person said; a file with much else would
 * bring in, unread, what no rule may.
 */
import { findSecrets } from "../../base/index.ts";
import type { CandidateFile } from "../candidate.ts";
import type { SandboxChange } from "../sandbox/index.ts";
import type { RuleRefusal } from "./model.ts";
import { refusal, type Settling } from "./settle-rules.ts";
import { addressesIn, groundOf, saysLiterally } from "./spans.ts";

const MIN_GROUNDED = 0.8;
/** In UTF-16 units. */
const MAX_FILE = 20_000;

export function settleFiles(
  change: SandboxChange,
  context: Settling,
): { kept: CandidateFile[]; refused: RuleRefusal[] } {
  const kept: CandidateFile[] = [];
  const refused: RuleRefusal[] = [];
  for (const file of change.files) {
    const content = typeof file.content === "string" ? file.content : new TextDecoder().decode(file.content);
    const problem = problemOf(content, context);
    if (problem === undefined) {
      kept.push({ path: file.path, content, ...(file.executable === true ? { executable: true } : {}) });
    } else refused.push(refusal(change.slug, file.path, problem.code, problem.message));
  }
  return { kept, refused };
}

function problemOf(content: string, { grounds }: Settling): { code: RuleRefusal["code"]; message: string } | undefined {
  if (content.length > MAX_FILE) {
    const message = `It has ${content.length} characters; a file from a review has at most ${MAX_FILE}.`;
    return { code: "too_long", message };
  }
  if (findSecrets(content).length > 0) return { code: "secret", message: "It holds a secret." };
  const messages = [...grounds.saidIn.values()];
  const isNamed = (text: string) =>
    messages.some((message) => saysLiterally(message, text)) ||
    [...grounds.written].some((line) => line.includes(text));
  const address = addressesIn(content).find((found) => !isNamed(found));
  if (address !== undefined) {
    return { code: "unseen_reference", message: `It names ${address.slice(0, 80)}, which the session did not use.` };
  }
  const lines = content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 2 && !/^(?:#|\/\/|--|<!--|set -|fi$|done$|esac$|else$|```)/.test(line));
  const strange = lines.filter((line) => {
    const span = groundOf(line, grounds);
    return span.worked.length === 0 && !span.said && !span.known;
  });
  if (strange.length <= (1 - MIN_GROUNDED) * lines.length) return undefined;
  const message = `${strange.length} of its ${lines.length} lines were neither written nor run in the session, e.g. "${(strange[0] ?? "").slice(0, 60)}".`;
  return { code: "no_support", message };
}
