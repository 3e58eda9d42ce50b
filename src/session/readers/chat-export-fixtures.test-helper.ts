/** Small exports of chat programs, in the shapes that chatgpt.ts and claude-ai.ts describe. */

type Json = Record<string, unknown>;

export interface ChatGptTurn {
  id: string;
  role: string;
  /** A text, or the whole content. */
  content: string | Json;
  parent?: string | null;
  name?: string;
  recipient?: string;
  metadata?: Json;
}

/** A conversation whose messages follow each other, but for those that name a parent; the last one is the current node. */
export function chatGptConversation(id: string, turns: readonly ChatGptTurn[], more: Json = {}): Json {
  const nodes: [string, Json][] = [["root", { id: "root", message: null, parent: null, children: [] }]];
  let before = "root";
  for (const [at, turn] of turns.entries()) {
    const message = {
      id: turn.id,
      author: { role: turn.role, name: turn.name ?? null, metadata: {} },
      create_time: 1_750_000_000.5 + at,
      update_time: null,
      content: typeof turn.content === "string" ? { content_type: "text", parts: [turn.content] } : turn.content,
      status: "finished_successfully",
      weight: 1,
      metadata: turn.metadata ?? {},
      recipient: turn.recipient ?? "all",
      channel: null,
    };
    nodes.push([turn.id, { id: turn.id, message, parent: turn.parent ?? before, children: [] }]);
    before = turn.id;
  }
  return {
    title: `About ${id}`,
    create_time: 1_750_000_000.25,
    update_time: 1_750_000_100,
    mapping: Object.fromEntries(nodes),
    moderation_results: [],
    current_node: before,
    conversation_id: `${id}-0000-4000-8000-000000000000`,
    default_model_slug: "auto",
    id: `${id}-0000-4000-8000-000000000000`,
    ...more,
  };
}

export interface ClaudeAiTurn {
  sender: string;
  /** A text, or the content's blocks. */
  content: string | Json[];
  more?: Json;
}

/** A conversation of messages `<id>-0`, `<id>-1` …, without parents. */
export function claudeAiConversation(id: string, turns: readonly ClaudeAiTurn[], more: Json = {}): Json {
  return {
    uuid: `${id}-0000-4000-8000-000000000000`,
    name: `About ${id}`,
    created_at: "2026-03-01T09:00:00.123456Z",
    updated_at: "2026-03-01T09:30:00.123456Z",
    account: { uuid: "account" },
    chat_messages: turns.map(({ sender, content, more: own }, at) => ({
      uuid: `${id}-${at}`,
      text: typeof content === "string" ? content : "",
      content: typeof content === "string" ? [{ type: "text", text: content, citations: [] }] : content,
      sender,
      created_at: `2026-03-01T09:0${at % 10}:00.000000Z`,
      updated_at: `2026-03-01T09:0${at % 10}:00.000000Z`,
      attachments: [],
      files: [],
      ...own,
    })),
    ...more,
  };
}
