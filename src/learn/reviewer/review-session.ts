/**
 * A review: a model looks over one finished session, with tools on an overlay, and what it wrote becomes candidates whose
 * every rule rests on the session.
 *
 * Contract:
 * - Nothing is published and no skill is changed. The model's text never replaces a skill: it becomes rules and edits.
 * - Ends within the turns, the time and the tokens that it is given, or when `signal` says so; never throws for what the
 *   model or its provider does.
 * - What a cut-off run had written counts as far as it is supported: each rule was judged for itself.
 */
import type { BankSkill } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import { runToolLoop } from "../../model/index.ts";
import { type CondensedSession, condenseSession, createTurnReader, messageReading } from "../../session/index.ts";
import type { Candidate } from "../candidate.ts";
import { evidenceFrom } from "../distil/evidence.ts";
import { withoutRejected } from "../idea.ts";
import { createSandbox, type Sandbox, type SandboxChange, validateChanges } from "../sandbox/index.ts";
import { type ChangeContext, candidateOf, withoutRules } from "./candidates.ts";
import { citationsOf } from "./citations.ts";
import { collectGrounds, type SessionGrounds } from "./grounds.ts";
import {
  DEFAULT_REVIEW_OPTIONS,
  type ReviewInput,
  type ReviewOptions,
  type ReviewResult,
  type RuleRefusal,
} from "./model.ts";
import { type AskedOnce, askOnce } from "./one-answer.ts";
import { PROMPT_VERSION, reviewRequest, systemPrompt } from "./prompt-v1.ts";
import { refusal } from "./settle-rules.ts";
import { isEditable, shownFolder, skillsShown } from "./skills-shown.ts";
import { copiedFromTools } from "./tool-output.ts";
import { watchTools } from "./watch-tools.ts";

/** What `autoskill usage` groups the requests of reviews by. */
export const REVIEW_PURPOSE = "review";

/** @throws AutoskillError only for what is not the model's doing: a session that cannot be read, a bank that cannot. */
export async function reviewSession(input: ReviewInput): Promise<ReviewResult> {
  const options: ReviewOptions = { ...DEFAULT_REVIEW_OPTIONS, ...input.options };
  const { header, sourcePath } = input.session;
  const read = messageReading(input.session);
  const conversation = { header, messages: read };
  const grounds = await collectGrounds(header, read);
  const condensed = await condenseSession(conversation, { maxTokens: options.sessionTokens });
  const turns = createTurnReader(conversation);
  const { skills } = await input.bank.list({ scope: input.scope });
  const sandbox = createSandbox({
    projectRoot: input.projectRoot,
    skillRoots: input.skillRoots,
    bank: input.bank,
    scope: input.scope,
    readTurn: (id, window) => turns.readTurn(id, window),
    shell: options.shell,
    session: condensed,
  });
  try {
    const contextFor = (change: SandboxChange): ChangeContext => ({
      slug: change.slug,
      grounds,
      evidence: evidenceFrom(header, sourcePath),
      citations: citationsOf(change.citations, condensed),
      now: input.now ?? new Date(),
      modelId: input.model.id,
    });
    const run = await ask(input, options, { sandbox, condensed, grounds, skills, contextFor });
    const result: ReviewResult = {
      outcome: "nothing_to_save",
      candidates: [],
      turns: run.turns,
      usage: run.usage,
      refusals: [...sandbox.refusals],
      problems: [],
      session: { tokens: condensed.tokens, digest: condensed.digest, cut: condensed.cut },
      promptVersion: PROMPT_VERSION,
    };
    if (run.ended === "cancelled") return { ...result, outcome: "cancelled" };
    if (run.ended === "error") return failed(result, run.error);
    if (run.ended !== "stop") result.stoppedBy = run.ended;
    const changes = sandbox.changes();
    if (changes.length === 0)
      return result.stoppedBy === undefined ? result : failed(result, run.error ?? budgetError(result));
    const { candidates, problems } = await candidatesOf(changes, input, condensed, contextFor);
    result.problems = problems;
    result.candidates = await notCopied(candidates, problems, read, grounds);
    result.outcome = result.candidates.length > 0 ? "proposed" : "refused";
    return result;
  } finally {
    await sandbox.dispose();
  }
}

interface Asking {
  sandbox: Sandbox;
  condensed: CondensedSession;
  grounds: SessionGrounds;
  skills: readonly BankSkill[];
  contextFor(change: SandboxChange): ChangeContext;
}

async function ask(input: ReviewInput, options: ReviewOptions, asking: Asking): Promise<AskedOnce> {
  const { sandbox, condensed, grounds, skills } = asking;
  const withTools = input.model.supports.tools;
  const shown = skillsShown(skills, grounds, input.projectRoot);
  const system = systemPrompt({
    ...shown,
    skillsFolder: skillsFolder(input),
    maxTurns: options.maxTurns,
    tools: withTools ? "loop" : "none",
    shell: options.shell !== "off",
  });
  const common = {
    purpose: REVIEW_PURPOSE,
    system,
    maxTokens: options.maxTokens,
    timeoutMs: options.timeoutMs,
    sessionId: input.session.header.id,
    ...(input.signal === undefined ? {} : { signal: input.signal }),
  };
  if (!withTools) {
    const editable = skills.filter(isEditable);
    return askOnce(input.model, { ...common, transcript: condensed.text, sandbox, shown: shown.skills, editable });
  }
  const tools = watchTools(sandbox.tools, {
    changeOf: (slug) => sandbox.changes().find((change) => change.slug === slug),
    problemsOf: async (change) => (await candidateOf(change, asking.contextFor(change))).refused,
  });
  const result = await runToolLoop(input.model, {
    ...common,
    messages: [{ role: "user", text: reviewRequest(condensed.text) }],
    tools,
    maxTurns: options.maxTurns,
    requestTimeoutMs: options.timeoutMs,
    onEvent: (event) => {
      if (event.type === "tool_call") input.onProgress?.(`${event.call.name}`);
    },
  });
  return result;
}

async function candidatesOf(
  changes: SandboxChange[],
  input: ReviewInput,
  condensed: CondensedSession,
  contextFor: Asking["contextFor"],
): Promise<{ candidates: Candidate[]; problems: RuleRefusal[] }> {
  const { bank, scope, projectRoot, skillRoots } = input;
  const checked = await validateChanges(changes, {
    bank,
    scope,
    projectRoot,
    skillRoots,
    session: condensed,
  });
  const problems = checked.refused.flatMap(({ change, problems: found }) =>
    found.map((problem) => refusal(change.slug, undefined, problem.code, problem.message)),
  );
  const candidates: Candidate[] = [];
  for (const change of checked.accepted) {
    const { candidate, refused } = await candidateOf(change, contextFor(change));
    problems.push(...refused);
    if (candidate === undefined) continue;
    const wanted = await withoutRejected(candidate, input.isRejected ?? (() => false));
    if (wanted === undefined) {
      problems.push(refusal(change.slug, undefined, "rejected_before", "A person turned this idea down before."));
    } else candidates.push(wanted);
  }
  return { candidates, problems };
}

/** Candidates without the rules that speak in the words of a tool's output. */
async function notCopied(
  candidates: Candidate[],
  problems: RuleRefusal[],
  read: Parameters<typeof copiedFromTools>[1],
  grounds: SessionGrounds,
): Promise<Candidate[]> {
  const texts = candidates.flatMap((candidate) => candidate.rules.map((rule) => rule.text));
  const copied = await copiedFromTools(texts, read, grounds);
  if (copied.size === 0) return candidates;
  return candidates.flatMap((candidate) => {
    const isCopied = ({ text }: { text: string }) => copied.has(text);
    for (const rule of candidate.rules.filter(isCopied)) {
      const message = "Its words come from what a tool printed, and nobody in the session said them.";
      problems.push(refusal(candidate.slug, rule.text, "from_tool_output", message));
    }
    return withoutRules(candidate, isCopied);
  });
}

/** Where new skills go, as the tools call it. */
function skillsFolder({ projectRoot, skillRoots }: ReviewInput): string {
  return shownFolder(skillRoots.find((root) => root.writable)?.directory ?? "", projectRoot);
}

function failed(result: ReviewResult, error: AutoskillError | undefined): ReviewResult {
  return { ...result, outcome: "failed", ...(error === undefined ? {} : { error }) };
}

function budgetError({ turns }: ReviewResult): AutoskillError {
  return new AutoskillError({
    code: "REVIEW_TURNS_USED",
    message: `The reviewer wrote nothing in its ${turns} answers.`,
    next: "Allow more with `autoskill config set review.maxTurns …`, or choose a stronger model.",
  });
}
