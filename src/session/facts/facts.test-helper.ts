/** Hand-made sessions for tests: short to write, in the shape that readers give. */
import {
  type Message,
  type MessagePart,
  SESSION_MODEL_VERSION,
  type SessionHeader,
  type ToolStatus,
} from "../model.ts";
import { createFactCollector } from "./collector.ts";
import type { SessionFacts } from "./model.ts";

export const header: SessionHeader = {
  modelVersion: SESSION_MODEL_VERSION,
  id: "session-1",
  source: "claude-code",
  outcome: { status: "unknown" },
};

export interface Step {
  message: Omit<Message, "id" | "spans">;
}

export function person(text: string): Step {
  return { message: { role: "user", origin: "person", parts: [{ type: "text", text }] } };
}

export function says(text: string): Step {
  return { message: { role: "assistant", origin: "model", parts: [{ type: "text", text }] } };
}

let calls = 0;

/** A call and its result, two messages. */
export function call(
  name: string,
  input: unknown,
  result: { status?: ToolStatus; exitCode?: number; text?: string } | "none" = {},
  thread?: string,
): Step[] {
  calls += 1;
  const callId = `call-${calls}`;
  const inThread = thread === undefined ? {} : { thread };
  const made: Step = {
    message: { role: "assistant", origin: "model", ...inThread, parts: [{ type: "tool_call", callId, name, input }] },
  };
  if (result === "none") return [made];
  const part: MessagePart = {
    type: "tool_result",
    callId,
    status: result.status ?? ((result.exitCode ?? 0) === 0 ? "ok" : "error"),
    ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    text: result.text ?? "",
  };
  return [made, { message: { role: "tool", origin: "tool", ...inThread, parts: [part] } }];
}

export const runs = (command: string, exitCode = 0, text = "") => call("Bash", { command }, { exitCode, text });
export const edits = (path: string) => call("Edit", { file_path: path, old_string: "a", new_string: "b" });

export function factsOf(steps: (Step | Step[])[], overrides: Partial<SessionHeader> = {}): SessionFacts {
  const collector = createFactCollector({ ...header, ...overrides });
  steps.flat().forEach((step, index) => {
    collector.add({ ...step.message, id: `m${index}`, spans: [{ start: index * 10, end: index * 10 + 9 }] });
  });
  return collector.finish();
}
