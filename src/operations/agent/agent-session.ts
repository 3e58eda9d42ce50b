/**
 * A session of our own agent in a project: what `run` and `chat` open, talk through, and end.
 *
 * Contract: one process at a time goes on with a session. When it ends, its review is decided on and, where there is to be
 * one, queued; running what is queued is the caller's (`runQueuedReviews`), so that the person has the answer before.
 */
import { realpathSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import {
  type AgentEvent,
  type AgentRun,
  APPROVAL_MODES,
  type ApprovalMode,
  type AskPerson,
  type ContextWindow,
  createConversation,
  createRequestLog,
  createSessionFile,
  findSessionId,
  newSessionId,
  resumeSessionFile,
  type SessionFile,
} from "../../agent/index.ts";
import { AutoskillError, packageVersion, realPathOfExisting, withFreeFileLock } from "../../base/index.ts";
import { type LanguageModel, type ModelMessage, modelError } from "../../model/index.ts";
import { isPersonTurn, messageText, type Session } from "../../session/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import type { ExtractionReport } from "../extract/run-extraction.ts";
import { contextTokensFor } from "../model/context-tokens.ts";
import { openModel } from "../model/open-model.ts";
import { parseInput } from "../operation.ts";
import { projectSchema, resolveProject } from "../skill-reference.ts";
import { createLearningWhileTalking, type Learned } from "./learn-while-talking.ts";
import type { Retrieval } from "./retrieval.ts";
import { queueReview, runQueuedReview, type SkillReviewNotice, type SkillReviewOutcome } from "./review-at-end.ts";
import { NO_SKILLS, openSkills } from "./skills-for-agent.ts";

export const agentSessionFields = {
  project: projectSchema,
  approval: z.enum(APPROVAL_MODES).default("ask").describe("What the agent may do without asking"),
  continue: z.boolean().default(false).describe("Go on with the latest session of this project"),
  resume: z.string().optional().describe("Go on with the session of this id, or its beginning"),
  addDirectories: z.array(z.string().min(1)).default([]).describe("Folders outside of the project that it may use too"),
  skills: z.boolean().default(true).describe("Give it the skills of this project and yours"),
  review: z.boolean().default(true).describe("Look over the session when it has ended"),
  logRequests: z.string().min(1).optional().describe("Folder for the redacted requests to the model"),
  maxTurns: z.coerce.number().int().min(1).max(10_000).optional().describe("Messages of the model for one prompt"),
  maxTokens: z.coerce.number().int().min(1).optional().describe("Tokens for one prompt, input and output"),
  timeoutSeconds: z.coerce.number().int().min(1).optional().describe("Time for one prompt"),
};

const agentSessionInput = z.object(agentSessionFields);
type AgentSessionInput = z.output<typeof agentSessionInput>;

export interface AgentHooks {
  onEvent?(event: AgentEvent): void;
  /** Told once, before anything is said. */
  onOpen?(session: OpenedSession): void;
  /** Told before each answer: which skills were put before the prompt, and why. */
  onRetrieval?(retrieval: Retrieval): void;
  /** Where it is there, a model looks at the conversation in the background, as `extract.mode` says. */
  onLearned?(learned: Learned): void;
  /** Absent where nobody can be asked. */
  ask?: AskPerson;
}

export interface AgentSession {
  readonly id: string;
  readonly path: string;
  readonly projectRoot: string;
  readonly modelId: string;
  readonly approval: ApprovalMode;
  readonly resumed: boolean;
  /** How often it had been condensed for its model before it was resumed. */
  readonly timesCondensed: number;
  /** Names of the skills that it was given with the prompts so far. */
  readonly skillsGiven: readonly string[];
  say(prompt: string, signal?: AbortSignal): Promise<AgentRun>;
  /** Ends it and decides on its review. */
  end(): Promise<SkillReviewNotice>;
  /** Looks it over as far as it has come, because the person asks for it. */
  reviewNow(signal: AbortSignal): Promise<Extract<SkillReviewNotice, { status: "skipped" }> | SkillReviewOutcome>;
  /** Lets a model look at the newest turns now, because the person asks for it. */
  extractNow(hint: string | undefined, signal: AbortSignal): Promise<ExtractionReport>;
  /** For work that belongs to this session, such as its review: requests are logged as they were here. */
  readonly context: OperationContext;
}

/** What is known of a session before anything is said in it. */
export type OpenedSession = Pick<
  AgentSession,
  "id" | "path" | "projectRoot" | "modelId" | "approval" | "resumed" | "timesCondensed"
>;

/**
 * @throws AutoskillError `INVALID_INPUT`, `PROJECT_NOT_FOUND`, `NO_MODEL` (also where it cannot use tools),
 *   `AGENT_SESSION_NOT_FOUND`, `AGENT_SESSION_AMBIGUOUS`, `AGENT_SESSION_BUSY`, `CONFIG_INVALID`
 */
export async function withAgentSession<T>(
  plainContext: OperationContext,
  foreignInput: unknown,
  hooks: AgentHooks,
  work: (session: AgentSession) => Promise<T>,
): Promise<T> {
  const input = parseInput("chat", agentSessionInput, foreignInput);
  // What goes on is told as events; progress would tell it twice.
  const context = withRequestLog({ ...plainContext, progress: () => {} }, input.logRequests);
  const projectRoot = await projectOf(context, input.project);
  const model = await openModel(context, projectRoot);
  if (!model.supports.tools) throw withoutTools(model);
  const wanted = wantedSession(input);
  const id =
    wanted === undefined
      ? newSessionId(context.clock.now())
      : findSessionId({ home: context.home, projectRoot }, wanted);
  const lock = join(context.home, "locks", `session-${id}.lock`);
  const locked = await withFreeFileLock(lock, async () => {
    const opened = await openFile(context, { id, projectRoot, model, resume: wanted !== undefined });
    let empty = opened.before === undefined;
    const said = (): void => {
      empty = false;
    };
    try {
      return await work(await openSession(context, { ...opened, projectRoot, model, input, hooks, said }));
    } finally {
      opened.file.close();
      if (empty) rmSync(opened.file.path);
    }
  });
  if (locked !== undefined) return locked.value;
  throw busy(id);
}

interface Parts {
  file: SessionFile;
  history: ModelMessage[];
  /** What a resumed session held. */
  before?: Session;
  projectRoot: string;
  model: LanguageModel;
  input: AgentSessionInput;
  hooks: AgentHooks;
  /** Called when something is said. */
  said(): void;
}

async function openSession(context: OperationContext, parts: Parts): Promise<AgentSession> {
  const { file, history, before, projectRoot, model, input, hooks } = parts;
  const { approval } = input;
  const earlier = before === undefined ? [] : saidIn(before);
  const talk = { earlier, onRetrieval: hooks.onRetrieval?.bind(hooks) };
  const skills = input.skills ? await openSkills(context, projectRoot, file.id, talk) : NO_SKILLS;
  const { maxTurns, maxTokens, timeoutSeconds } = input;
  const conversation = createConversation({
    model,
    folders: {
      root: projectRoot,
      alsoAllowed: input.addDirectories.map((path) => realPathOfExisting(resolve(context.workingDirectory, path))),
      readable: skills.readable,
      userHome: context.userHome,
    },
    file,
    history,
    approval,
    ...(hooks.ask === undefined ? {} : { ask: hooks.ask }),
    skillsBlock: skills.listing,
    window: await windowOf(context, projectRoot, model),
    environment: context.environment,
    limits: {
      ...(maxTurns === undefined ? {} : { maxTurns }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
    },
    onEvent: (event) => {
      skills.onEvent(event);
      hooks.onEvent?.(event);
    },
  });
  const tellProblems = (): void => {
    for (const text of skills.takeProblems()) hooks.onEvent?.({ type: "notice", text });
  };
  const whole = { path: file.path, sessionId: file.id, projectRoot };
  const talked = { ...whole, earlierTurns: earlier.length };
  const learning = createLearningWhileTalking(context, talked, hooks.onLearned?.bind(hooks));
  const session: AgentSession = {
    id: file.id,
    path: file.path,
    projectRoot,
    modelId: model.id,
    approval,
    resumed: before !== undefined,
    timesCondensed: before?.messages.filter(({ compaction }) => compaction === true).length ?? 0,
    skillsGiven: skills.given,
    say: async (prompt, signal = context.signal) => {
      parts.said();
      const skillsText = await skills.forPrompt(prompt);
      tellProblems();
      const run = await conversation.say(prompt, { context: skillsText, signal });
      learning.answered();
      return run;
    },
    end: async () => {
      await learning.stop();
      await skills.settled();
      tellProblems();
      return queueReview(context, whole, input.review ? "by_gate" : "no");
    },
    reviewNow: async (signal) => {
      const notice = await queueReview(context, whole, "asked");
      return notice.status === "skipped" ? notice : runQueuedReview(context, notice.jobId, signal);
    },
    extractNow: (hint, signal) => learning.lookNow(hint, signal),
    context,
  };
  hooks.onOpen?.(session);
  return session;
}

function saidIn(session: Session): { role: "user"; text: string }[] {
  const said = session.messages.filter((message) => isPersonTurn(message, session));
  return said.map((message) => ({ role: "user", text: messageText(message) }));
}

async function windowOf(context: OperationContext, projectRoot: string, model: LanguageModel): Promise<ContextWindow> {
  const configuration = await loadConfiguration(context, projectRoot);
  return { tokens: contextTokensFor(configuration, model), condenseAt: configuration["agent.condenseAt"] };
}

function withRequestLog(context: OperationContext, folder: string | undefined): OperationContext {
  if (folder === undefined) return context;
  const logged = createRequestLog({ folder: resolve(context.workingDirectory, folder), clock: context.clock });
  return { ...context, wrapModel: (model) => logged(context.wrapModel(model)) };
}

async function projectOf(context: OperationContext, project: string | undefined): Promise<string> {
  const projectRoot = await resolveProject(context, project);
  if (statSync(projectRoot, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(projectRoot);
  throw new AutoskillError({
    code: "PROJECT_NOT_FOUND",
    message: `${projectRoot} is not a folder.`,
    next: "Give the root of a project with --project.",
  });
}

function wantedSession(input: AgentSessionInput): { id: string } | "latest" | undefined {
  if (input.continue && input.resume !== undefined) {
    throw new AutoskillError({
      code: "INVALID_INPUT",
      message: "--continue and --resume exclude each other.",
      next: "Give one of them.",
    });
  }
  if (input.continue) return "latest";
  return input.resume === undefined ? undefined : { id: input.resume };
}

async function openFile(
  { home, clock }: OperationContext,
  { id, projectRoot, model, resume }: { id: string; projectRoot: string; model: LanguageModel; resume: boolean },
): Promise<Pick<Parts, "file" | "history" | "before">> {
  const place = { home, projectRoot };
  if (resume) {
    const { file, history, session } = await resumeSessionFile(place, id, { model: model.id, clock });
    return { file, history, before: session };
  }
  const file = createSessionFile({ ...place, id, model: model.id, programVersion: packageVersion(), clock });
  return { file, history: [] };
}

function withoutTools(model: LanguageModel): AutoskillError {
  return modelError("NO_MODEL", `${model.id} cannot use tools, which the agent needs.`);
}

function busy(id: string): AutoskillError {
  return new AutoskillError({
    code: "AGENT_SESSION_BUSY",
    message: `Another process goes on with the session ${id}.`,
    next: "End it there first, or start a new session.",
  });
}
