/** A written session with many failures that were overcome: the real ones at hand have few. */
import { type Message, type MessagePart, SESSION_MODEL_VERSION, type Session } from "../src/session/index.ts";

const lines = (count: number, words: string): string =>
  Array.from({ length: count }, (_, index) => `${words} ${index}`).join("\n");

/** `failures` times: a test that fails with 80 lines, four files read, an edit, the test passing. A person speaks every tenth time. */
export function crowdedSession(failures: number): Session {
  const messages: Message[] = [];
  const add = (origin: Message["origin"], part: MessagePart): void => {
    const index = messages.length;
    const role = origin === "person" ? "user" : origin === "model" ? "assistant" : "tool";
    messages.push({ id: `m${index}`, role, origin, parts: [part], spans: [{ start: index, end: index + 1 }] });
  };
  const call = (name: string, input: unknown, exitCode: number, text: string): void => {
    const callId = `call-${messages.length}`;
    add("model", { type: "tool_call", callId, name, input });
    const status = exitCode === 0 ? "ok" : "error";
    add("tool", { type: "tool_result", callId, status, exitCode, text });
  };
  for (let round = 0; round < failures; round++) {
    if (round % 10 === 0) {
      add("person", {
        type: "text",
        text: `Go on with part ${round / 10}. ${"Keep to the style of the project. ".repeat(10)}`,
      });
    }
    const test = { command: `npm test -- part-${round}` };
    call("Bash", test, 1, `${lines(60, "running case")}\nError: part ${round} is not ready\n${lines(20, "at frame")}`);
    for (let file = 0; file < 4; file++) {
      call("Read", { file_path: `src/part-${round}/file-${file}.ts` }, 0, lines(150, "source line"));
    }
    const edit = {
      file_path: `src/part-${round}/file-0.ts`,
      old_string: lines(6, "before"),
      new_string: lines(8, "after"),
    };
    call("Edit", edit, 0, "done");
    call("Bash", test, 0, lines(60, "case passed"));
    add("model", { type: "text", text: `Part ${round} works now.` });
  }
  return {
    modelVersion: SESSION_MODEL_VERSION,
    id: `crowded-${failures}`,
    source: "claude-code",
    outcome: { status: "unknown" },
    messages,
    children: [],
  };
}
