/**
 * `rewriteQuery`: what to search for, given what a person says now and what was said before (seed 004, "Query Rewriting").
 *
 * Contract:
 * - Never waits for a model longer than `deadlineMs`: then the query of the rules is used, the request is given up, and
 *   an answer that comes all the same is dropped. Never throws for what a model does.
 * - In the person's language: an answer of the model in another script is not used.
 * - `never`: the turn as it is. `auto`: the model is asked only where the turn does not say by itself what it is about.
 *   `always`: the model is asked each time. Without a model, both go by the rules.
 */
import type { LanguageModel } from "../../model/index.ts";
import { askPrompt, rewritePrompt } from "../prompts/index.ts";
import { type HistoryTurn, queryByRules } from "./by-rules.ts";

export const REWRITE_MODES = ["auto", "always", "never"] as const;
export type RewriteMode = (typeof REWRITE_MODES)[number];

/** In milliseconds. */
export const DEFAULT_REWRITE_DEADLINE = 300;

export interface RewriteRequest {
  turn: string;
  /** Oldest first, without the turn. Default none. */
  history?: readonly HistoryTurn[];
  model?: LanguageModel;
  /** Default `auto`. */
  mode?: RewriteMode;
  /** Longest wait for the model, in milliseconds. Default 300. */
  deadlineMs?: number;
  signal?: AbortSignal;
  sessionId?: string;
}

export interface RewrittenQuery {
  /** One line, never empty unless the turn is. */
  query: string;
  how: "model" | "rules" | "raw";
  topic: "same" | "switch";
}

/** Turns that a model is shown. */
const MODEL_HISTORY = 6;

/** @example await rewriteQuery({ turn: "shorter please", history: [{ role: "user", text: "Write a press release" }] }) */
export async function rewriteQuery(request: RewriteRequest): Promise<RewrittenQuery> {
  const { turn, history = [], model, mode = "auto", deadlineMs = DEFAULT_REWRITE_DEADLINE } = request;
  const raw = turn.replace(/\s+/g, " ").trim();
  const ruled = queryByRules(turn, history);
  if (raw === "" || mode === "never") return { query: raw, how: "raw", topic: ruled.topic };
  if (model !== undefined && deadlineMs > 0 && (mode === "always" || ruled.leans)) {
    const found = await askInTime(model, request, history.slice(-MODEL_HISTORY), deadlineMs);
    if (found !== undefined) return found;
  }
  const query = ruled.query === "" ? raw : ruled.query;
  return { query, how: query === raw ? "raw" : "rules", topic: ruled.topic };
}

async function askInTime(
  model: LanguageModel,
  { turn, signal, sessionId }: RewriteRequest,
  history: readonly HistoryTurn[],
  deadlineMs: number,
): Promise<RewrittenQuery | undefined> {
  const late = new AbortController();
  const stop = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      late.abort();
      resolve(undefined);
    }, deadlineMs);
    stop.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const asked = askPrompt(
    model,
    rewritePrompt,
    { turn, history },
    { signal: stop, ...(sessionId === undefined ? {} : { sessionId }) },
  ).then(
    ({ answer }) => answer,
    () => undefined,
  );
  const answer = await Promise.race([asked, deadline]);
  clearTimeout(timer);
  if (answer === undefined || late.signal.aborted) return undefined;
  const query = answer.query.replace(/\s+/g, " ").trim();
  const said = [turn, ...history.filter(({ role }) => role === "user").map(({ text }) => text)].join(" ");
  return query === "" || !sameScript(query, said) ? undefined : { query, how: "model", topic: answer.topic };
}

const SCRIPTS = [
  /[\p{Script=Han}\u3040-\u30ff]/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Latin}/gu,
];

/** The script of most letters of the answer is one that the person wrote. */
function sameScript(query: string, said: string): boolean {
  const counts = SCRIPTS.map((script) => query.match(script)?.length ?? 0);
  const most = SCRIPTS[counts.indexOf(Math.max(...counts))];
  return most === undefined || Math.max(...counts) === 0 || (said.match(most)?.length ?? 0) > 0;
}
