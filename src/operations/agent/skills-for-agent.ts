/**
 * The skills that our own agent is given: all of them in its system prompt, by name and description, and those that fit a
 * prompt before that prompt, with their instructions. What was put before a prompt and what was read is recorded as use.
 *
 * Contract: never in the way. Where skills cannot be found or their use cannot be recorded, the agent works without, and
 * `problems` says so.
 */
import { realpathSync } from "node:fs";
import type { AgentEvent } from "../../agent/index.ts";
import type { BankSkill } from "../../bank/index.ts";
import { errorToJson, isInside } from "../../base/index.ts";
import { type HistoryTurn, rewriteQuery } from "../../learn/index.ts";
import { recordUsage, type UsageKind } from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import { type OperationContext, throwIfInterrupted } from "../context.ts";
import { openModel } from "../model/open-model.ts";
import { findContext, renderContext } from "../search/render-context.ts";
import { explainRetrieval, type Retrieval } from "./retrieval.ts";
import { listSkillsForAgent, type SkillListing } from "./skill-listing.ts";

/** Tokens for the skills that fit a prompt. */
const PROMPT_BUDGET = 4_000;
/** Characters of a prompt that are searched for. */
const QUERY_LENGTH = 4_000;

export interface SkillsForAgent {
  /** `<available_skills>` for the system prompt; empty where there are none. */
  listing: string;
  /** Folders of skills that the agent may read wherever they lie, absolute. */
  readable: readonly string[];
  /** The block for one prompt, empty where nothing fits. Records `retrieved`, and `injected` for what it shows. */
  forPrompt(prompt: string): Promise<string>;
  /** A `read_file` of a file of a skill counts as its use: `used`, once a session for each skill. */
  onEvent(event: AgentEvent): void;
  /** Waits until everything is recorded. */
  settled(): Promise<void>;
  /** Names of the skills that were put before a prompt so far. */
  readonly given: readonly string[];
  /** What went wrong since the last call, for the person. */
  takeProblems(): string[];
}

export const NO_SKILLS: SkillsForAgent = {
  listing: "",
  readable: [],
  forPrompt: async () => "",
  onEvent: () => {},
  settled: async () => {},
  given: [],
  takeProblems: () => [],
};

export async function openSkills(
  context: OperationContext,
  projectRoot: string,
  sessionId: string,
  talk: { earlier?: readonly HistoryTurn[]; onRetrieval?: ((retrieval: Retrieval) => void) | undefined } = {},
): Promise<SkillsForAgent> {
  const problems: string[] = [];
  const said: HistoryTurn[] = [...(talk.earlier ?? [])];
  const given: string[] = [];
  const used = new Set<string>();
  let recording: Promise<unknown> = Promise.resolve();

  const guarded = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throwIfInterrupted(context);
      problems.push(`Skills: ${errorToJson(error).message}`);
      return otherwise;
    }
  };

  const skills = await guarded(async () => (await (await context.bank(projectRoot)).list()).skills, []);

  const nothing: SkillListing = { text: "", folders: [] };
  const listing = await guarded(() => listSkillsForAgent(context, projectRoot, skills), nothing);

  const record = (skill: BankSkill, kind: UsageKind): void => {
    const at = context.clock.now().toISOString();
    const usage = { skillId: skill.id, kind, sessionId, host: "autoskill", user: context.userName, at };
    recording = recording.then(() => guarded(async () => recordUsage(await context.store(), usage), undefined));
  };

  /** The agent's own model is asked only where the person wants that each time: rules do for most turns. */
  const rewrite = async (turn: string) => {
    const configuration = await loadConfiguration(context, projectRoot);
    const [mode, deadlineMs] = [configuration["rewrite.mode"], configuration["rewrite.deadlineMs"]];
    const model = mode === "always" && deadlineMs > 0 ? await openModel(context, projectRoot) : undefined;
    const asked = { turn, history: said, mode, deadlineMs, sessionId, signal: context.signal };
    return rewriteQuery({ ...asked, ...(model === undefined ? {} : { model }) });
  };

  return {
    listing: listing.text,
    readable: [...listing.folders, ...skills.map(({ directory }) => directory)],
    given,
    takeProblems: () => problems.splice(0),
    forPrompt: (prompt) =>
      guarded(async () => {
        const turn = prompt.trim().slice(0, QUERY_LENGTH);
        if (turn === "") return "";
        const rewritten = await rewrite(turn);
        said.push({ role: "user", text: turn });
        const { query } = rewritten;
        const input = renderContext.input.parse({ query, budget: PROMPT_BUDGET, project: projectRoot });
        const found = await findContext(context, input, { explain: talk.onRetrieval !== undefined });
        const { block } = found;
        talk.onRetrieval?.(explainRetrieval(rewritten, found));
        for (const { name, scope, shown } of block.skills) {
          const skill = skills.find((candidate) => candidate.slug === name && candidate.scope === scope);
          if (skill === undefined) continue;
          record(skill, "retrieved");
          if (shown === "left_out") continue;
          record(skill, "injected");
          if (!given.includes(name)) given.push(name);
        }
        return block.text;
      }, ""),
    onEvent: (event) => {
      if (event.type !== "tool_result" || event.name !== "read_file" || event.path === undefined) return;
      const skill = skillOf(skills, event.path);
      if (skill === undefined || used.has(skill.id)) return;
      used.add(skill.id);
      record(skill, "used");
    },
    settled: async () => void (await recording),
  };
}

function skillOf(skills: readonly BankSkill[], path: string): BankSkill | undefined {
  return skills.find(({ directory }) => {
    try {
      return isInside(realpathSync(directory), path);
    } catch {
      return false;
    }
  });
}
