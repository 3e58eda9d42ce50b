/**
 * `run --output-format stream-json`: one JSON object a line, told as it happens. The shapes are stable (docs/agent.md);
 * members and types may be added.
 */
import type { AgentEvent } from "../../agent/index.ts";
import type { ErrorJson } from "../../base/index.ts";
import type { OpenedSession, RunReport } from "../../operations/index.ts";
import { printableJson } from "../render/printable.ts";
import type { Terminal } from "../terminal.ts";

export interface StreamJson {
  session(session: OpenedSession): void;
  event(event: AgentEvent): void;
  /** The review's fate, then the answer. */
  finish(report: RunReport, exitCode: number): void;
  /** It came to no session, or the session broke. */
  fail(error: ErrorJson, exitCode: number): void;
  reviewed(report: object): void;
}

export function streamJson(terminal: Terminal): StreamJson {
  const line = (value: object): void => terminal.out(`${printableJson(value)}\n`);
  return {
    session: ({ id, path, projectRoot, modelId, approval, resumed, timesCondensed }) => {
      const session = { sessionId: id, sessionPath: path, projectRoot, model: modelId, approval, resumed };
      line({ type: "session", ...session, timesCondensed });
    },
    event: (event) => {
      if (event.type !== "text") line(event);
    },
    finish: (report, exitCode) => {
      const { sessionId, text, ended, error, turns, toolCalls, usage, refusals, skills, skillReview } = report;
      line({ type: "skill_review", ...skillReview });
      line({
        type: "result",
        sessionId,
        isError: ended !== "stop",
        ended,
        text,
        ...(error === undefined ? {} : { error }),
        turns,
        toolCalls,
        usage,
        refusals: refusals.length,
        skills,
        exitCode,
      });
    },
    fail: (error, exitCode) => line({ type: "result", isError: true, ended: "error", text: "", error, exitCode }),
    reviewed: (report) => line({ type: "skill_review_done", ...report }),
  };
}
