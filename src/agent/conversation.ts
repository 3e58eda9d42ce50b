/**
 * A conversation with the agent that is saved while it goes on: what `chat` and `run` hold.
 *
 * Contract: what a person says, the model answers and a tool returns is in the session's file before the next step
 * begins. The person's words are redacted before the model or the file gets them. What outgrows the model is condensed for
 * it; the file keeps everything.
 */
import { redactText } from "../base/index.ts";
import { contextTokensOf, type LanguageModel, type ModelMessage } from "../model/index.ts";
import { type ApprovalMode, type AskPerson, createPermissions } from "./approval.ts";
import type { AgentEvent } from "./events.ts";
import { joinUserText } from "./history.ts";
import { type ContextWindow, keepWithin } from "./keep-within.ts";
import type { ProjectFolders } from "./project-paths.ts";
import { type AgentLimits, type AgentRun, runAgent } from "./run-agent.ts";
import type { SessionFile } from "./session-file.ts";

export interface ConversationOptions {
  model: LanguageModel;
  folders: ProjectFolders;
  file: SessionFile;
  history?: ModelMessage[];
  approval: ApprovalMode;
  ask?: AskPerson;
  skillsBlock?: string;
  environment: Readonly<Record<string, string | undefined>>;
  limits?: AgentLimits;
  /** Absent: what the model is known to take, and 80 % of it. */
  window?: ContextWindow;
  onEvent?: (event: AgentEvent) => void;
}

export interface Conversation {
  readonly sessionId: string;
  /** The session's file. */
  readonly path: string;
  /** `context` is put before the person's words, for the model alone. */
  say(prompt: string, options?: { context?: string; signal?: AbortSignal }): Promise<AgentRun>;
}

export function createConversation(options: ConversationOptions): Conversation {
  const { file, model, folders, approval, ask, environment } = options;
  const emit = options.onEvent ?? (() => {});
  const decide = createPermissions(approval, ask);
  const within = keepWithin(options.window ?? { tokens: contextTokensOf(model), condenseAt: 0.8 }, file, emit);
  let history = options.history ?? [];

  const save = (event: AgentEvent): void => {
    if (event.type === "assistant") {
      const { text, toolCalls } = event;
      file.append({ type: "model", text, ...(toolCalls.length === 0 ? {} : { toolCalls }), model: model.id });
    } else if (event.type === "tool_result") {
      const { id, name, status, exitCode, output } = event;
      const code = exitCode === undefined ? {} : { exitCode };
      file.append({ type: "tool", callId: id, name, status, ...code, text: output });
    }
    emit(event);
  };

  return {
    sessionId: file.id,
    path: file.path,
    say: async (typed, { context = "", signal } = {}) => {
      const prompt = redactText(typed);
      if (prompt !== typed) {
        emit({
          type: "notice",
          text: "What looked like a secret in your message was replaced; let programs read it from their environment.",
        });
      }
      if (context !== "") file.append({ type: "host", text: context });
      file.append({ type: "person", text: prompt });
      // A message that got no answer belongs to the next one: two of the user's in a row are refused by some services.
      const last = history.at(-1);
      const waiting = last?.role === "user" ? last.text : "";
      const before = waiting === "" ? history : history.slice(0, -1);
      const text = joinUserText([waiting, context, prompt]);
      const run = await runAgent({
        model,
        folders,
        prompt: text,
        history: before,
        approval,
        ...(ask === undefined ? {} : { ask }),
        decide,
        ...(options.skillsBlock === undefined ? {} : { skillsBlock: options.skillsBlock }),
        environment,
        sessionId: file.id,
        ...(options.limits === undefined ? {} : { limits: options.limits }),
        keepWithin: within,
        onEvent: save,
        ...(signal === undefined ? {} : { signal }),
      });
      // An answer of nothing is nothing that the model said; some services refuse to be told of it.
      const answered = isEmpty(run.history.at(-1)) ? run.history.slice(0, -1) : run.history;
      // What no request went through with may have been condensed in vain; the next one begins with all of it.
      history = run.turns === 0 ? [...before, { role: "user", text }] : answered;
      const code = run.error === undefined ? {} : { code: run.error.code };
      file.append({ type: "ended", how: run.ended === "stop" ? "answered" : run.ended, ...code });
      return run;
    },
  };
}

function isEmpty(message: ModelMessage | undefined): boolean {
  return message?.role === "assistant" && message.text.trim() === "" && (message.toolCalls ?? []).length === 0;
}
