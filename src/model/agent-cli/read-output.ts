/** What each agent CLI prints in its machine-readable mode, with the answer and the tokens it took. */
import { z } from "zod";
import { type ModelUsage, NO_USAGE } from "../model.ts";

/** What came back, or what the agent says went wrong. */
export type AgentCliOutput = { text: string; usage: ModelUsage; model?: string } | { problem: string };

const tokens = z.number().catch(0).default(0);
const anthropicUsage = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: tokens,
  cache_creation_input_tokens: tokens,
});

/** Claude Code, `--output-format json`: one result object; some versions print the list of all messages. */
const claudeResult = z.looseObject({
  type: z.literal("result"),
  is_error: z.boolean().default(false),
  subtype: z.string().default(""),
  result: z.string().optional(),
  usage: anthropicUsage.optional(),
  modelUsage: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

export function readClaude(stdout: string): AgentCliOutput {
  const parsed = claudeResult.safeParse(lastMessage(readJson(stdout)));
  if (!parsed.success) return unreadable(stdout);
  const { is_error, subtype, result, usage, modelUsage } = parsed.data;
  if (is_error || result === undefined) return { problem: result || subtype || "it gave no result" };
  const [model] = Object.keys(modelUsage ?? {});
  return { text: result, usage: fromAnthropic(usage), ...(model === undefined ? {} : { model }) };
}

/** Qwen Code, `--output-format json`: the list of all messages, the last of which is the result. */
const qwenResult = claudeResult.extend({ error: z.looseObject({ message: z.string().optional() }).optional() });

export function readQwen(stdout: string): AgentCliOutput {
  const parsed = qwenResult.safeParse(lastMessage(readJson(stdout)));
  if (!parsed.success) return unreadable(stdout);
  const { is_error, subtype, result, usage, error } = parsed.data;
  if (is_error || result === undefined) return { problem: error?.message || result || subtype || "it gave no result" };
  // Here `input_tokens` is all of the input, as in the OpenAI format that it talks.
  return {
    text: result,
    usage: {
      inputTokens: usage?.input_tokens ?? 0,
      cachedInputTokens: usage?.cache_read_input_tokens ?? 0,
      outputTokens: usage?.output_tokens ?? 0,
    },
  };
}

/** Gemini CLI, `--output-format json`: `{response, stats, error?}`. */
const geminiResult = z.looseObject({
  response: z.string().nullish(),
  error: z.looseObject({ message: z.string().optional() }).nullish(),
  stats: z
    .looseObject({
      models: z.record(
        z.string(),
        z.looseObject({
          tokens: z.looseObject({ prompt: tokens, candidates: tokens, cached: tokens, thoughts: tokens }),
        }),
      ),
    })
    .optional()
    .catch(undefined),
});

export function readGemini(stdout: string): AgentCliOutput {
  const parsed = geminiResult.safeParse(readJson(stdout));
  if (!parsed.success || !("response" in parsed.data || "error" in parsed.data)) return unreadable(stdout);
  const { response, error, stats } = parsed.data;
  if (error || typeof response !== "string") return { problem: error?.message ?? "it gave no response" };
  const used = Object.entries(stats?.models ?? {});
  const sum = (of: (counts: { prompt: number; candidates: number; cached: number; thoughts: number }) => number) =>
    used.reduce((total, [, model]) => total + of(model.tokens), 0);
  const model = used[0]?.[0];
  return {
    text: response,
    usage: {
      inputTokens: sum(({ prompt }) => prompt),
      cachedInputTokens: sum(({ cached }) => cached),
      outputTokens: sum(({ candidates, thoughts }) => candidates + thoughts),
    },
    ...(model === undefined ? {} : { model }),
  };
}

/** Codex, `exec --json`: events, one a line; other lines are log output. */
const codexEvent = z.looseObject({
  type: z.string(),
  item: z.looseObject({ type: z.string().optional(), text: z.string().optional() }).optional(),
  usage: z
    .looseObject({ input_tokens: tokens, cached_input_tokens: tokens, output_tokens: tokens })
    .optional()
    .catch(undefined),
  error: z.looseObject({ message: z.string().optional() }).optional(),
  message: z.string().optional(),
});

export function readCodex(stdout: string): AgentCliOutput {
  let text: string | undefined;
  let usage: ModelUsage = NO_USAGE;
  let problem: string | undefined;
  let events = 0;
  for (const line of stdout.split("\n")) {
    const parsed = codexEvent.safeParse(readJson(line));
    if (!parsed.success) continue;
    events += 1;
    const event = parsed.data;
    if (event.type === "item.completed" && event.item?.type === "agent_message") text = event.item.text ?? "";
    if (event.type === "turn.completed") {
      problem = undefined;
      usage = {
        inputTokens: event.usage?.input_tokens ?? 0,
        cachedInputTokens: event.usage?.cached_input_tokens ?? 0,
        outputTokens: event.usage?.output_tokens ?? 0,
      };
    }
    // `error` alone may be followed by another attempt of its own; the end of the turn decides.
    if (event.type === "turn.failed" || event.type === "error")
      problem = event.error?.message ?? event.message ?? "the turn failed";
  }
  if (events === 0) return unreadable(stdout);
  if (problem !== undefined) return { problem };
  return text === undefined ? { problem: "it gave no message" } : { text, usage };
}

function fromAnthropic(usage: z.output<typeof anthropicUsage> | undefined): ModelUsage {
  const cached = usage?.cache_read_input_tokens ?? 0;
  return {
    inputTokens: (usage?.input_tokens ?? 0) + cached + (usage?.cache_creation_input_tokens ?? 0),
    cachedInputTokens: cached,
    outputTokens: usage?.output_tokens ?? 0,
  };
}

/** The JSON in the output; programs like to print a line or two before it. */
function readJson(stdout: string): unknown {
  for (const start of [0, stdout.search(/^[[{]/m)]) {
    if (start < 0) continue;
    try {
      return JSON.parse(stdout.slice(start));
    } catch {
      // The next start, or nothing.
    }
  }
  return undefined;
}

function lastMessage(value: unknown): unknown {
  return Array.isArray(value) ? value.at(-1) : value;
}

function unreadable(stdout: string): { problem: string } {
  return {
    problem: stdout.trim() === "" ? "it printed nothing" : `it printed no result, but: ${stdout.slice(0, 200)}`,
  };
}
