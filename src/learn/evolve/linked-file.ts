/** A new support file and the rule that leads to it: kept together or dropped together. */
import { AutoskillError } from "../../base/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import { settleFiles } from "../reviewer/files.ts";
import { type Settling, situationProblem } from "../reviewer/settle-rules.ts";
import { checkSupportPath } from "../sandbox/check-change.ts";
import { type AnalystRefusal, refusedEdit } from "./analyst.ts";
import type { EvolveChange, FrozenSkill } from "./model.ts";
import { namesFile } from "./text-measures.ts";

type Linked = Extract<EvolveChange, { op: "add" }> & { file: { path: string; content: string } };

/** The pair rests on the cited calls that ran, and on what persons said, whose content the file holds. */
export function settleLinkedFile(
  change: Linked,
  settling: Settling,
  { skill, fileLines }: { skill: FrozenSkill; fileLines: number },
): { evidence: RuleEvidence[] } | AnalystRefusal {
  const { file, text } = change;
  const refuse = (code: string, message: string) => refusedEdit(change, code, message);
  const path = pathProblem(file.path);
  if (path !== undefined) return refuse("file_path", path);
  if (skill.files.includes(file.path))
    return refuse("file_exists", `${file.path} is there already; it stays as it is.`);
  if (!namesFile(text, file.path)) return refuse("unreachable_file", `The rule does not name ${file.path}.`);
  const lines = file.content.trimEnd().split("\n").length;
  if (file.content.trim() === "") return refuse("empty_file", `${file.path} is empty.`);
  if (lines > fileLines) return refuse("file_length", `${file.path} has ${lines} lines; ${fileLines} are allowed.`);
  const [problem] = settleFiles(
    { kind: "update", slug: skill.slug, text: "", files: [file], citations: [] },
    settling,
  ).refused;
  if (problem !== undefined) return refuse(problem.code, problem.message);
  const situation = situationProblem(withoutPath(text, file.path), settling.grounds);
  if (situation !== undefined) return refuse(situation.code, situation.message);
  const { grounds, evidence } = settling;
  const cited = settling.citations(text);
  const calls = cited.flatMap((id) => grounds.callsIn.get(id) ?? []).filter((call) => call.status === "ok");
  const proof = [...new Map(calls.map((call) => [call.index, call])).values()].map((call) => evidence.seen(call));
  const said = cited
    .flatMap((id) => grounds.saidIn.get(id) ?? [])
    .filter(({ text: words }) => holds(words, file.content));
  const found = [...proof, ...said.map((message) => evidence.said({ pointer: message.pointer, text: message.text }))];
  return found.length > 0 ? { evidence: found } : refuse("no_citation", "It cites no message that shows it.");
}

function pathProblem(path: string): string | undefined {
  try {
    checkSupportPath(path);
    return undefined;
  } catch (error) {
    if (AutoskillError.isInstance(error)) return error.message;
    throw error;
  }
}

function withoutPath(text: string, path: string): string {
  return text.replaceAll(`\`${path}\``, "the file").replaceAll(path, "the file");
}

/** A line of the file stands in what the person said. */
function holds(words: string, content: string): boolean {
  return content.split("\n").some((line) => line.trim().length >= 8 && words.includes(line.trim()));
}
