import { expect, test } from "vitest";
import { type Message, type MessageOrigin, SESSION_MODEL_VERSION, type Session } from "./model.ts";
import { turnsOf } from "./turns.ts";

function message(id: string, origin: MessageOrigin, more: Partial<Message> = {}): Message {
  return { id, role: "user", origin, parts: [{ type: "text", text: id }], spans: [{ start: 0, end: 1 }], ...more };
}

function session(messages: Message[], more: Partial<Session> = {}): Session {
  return {
    modelVersion: SESSION_MODEL_VERSION,
    id: "s",
    source: "claude-code",
    outcome: { status: "unknown" },
    messages,
    children: [],
    ...more,
  };
}

const shape = (value: Session): [number, string[]][] =>
  turnsOf(value).map(({ index, messages }) => [index, messages.map(({ id }) => id)]);

test("a turn goes from one person's message to the next; what came before is turn 0", () => {
  const messages = [
    message("system", "host"),
    message("ask", "person"),
    message("answer", "model"),
    message("again", "person"),
    message("result", "tool"),
  ];
  expect(shape(session(messages))).toEqual([
    [0, ["system"]],
    [1, ["ask", "answer"]],
    [2, ["again", "result"]],
  ]);
});

test("there is no turn 0 when a person speaks first, and no turn in an empty session", () => {
  expect(shape(session([message("ask", "person")]))).toEqual([[1, ["ask"]]]);
  expect(turnsOf(session([]))).toEqual([]);
});

test("a sub-agent's session and a sidechain have no person turns", () => {
  expect(shape(session([message("ask", "person")], { subAgentOf: "p" }))).toEqual([[0, ["ask"]]]);
  expect(shape(session([message("ask", "person", { thread: "t" })]))).toEqual([[0, ["ask"]]]);
});
