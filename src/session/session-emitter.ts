/** Takes what readers emit: keeps the headers, finishes the messages, and hands both on. */
import { finishMessage, finishText } from "./finish-message.ts";
import { type Message, SESSION_MODEL_VERSION, type SessionHeader, type SourceKind } from "./model.ts";
import type { SessionEmitter, SessionHeaderPatch } from "./reader.ts";
import type { TranscriptDiagnostic } from "./transcript-report.ts";

const DIAGNOSTICS_PER_CODE = 100;

export interface TranscriptVisitor {
  /** Once per session, when it opens. The header object is filled in further while reading goes on. */
  session?(header: SessionHeader): void;
  /** Each message, finished: bounded and redacted. Messages of one session come in conversation order. */
  message?(message: Message, header: SessionHeader): void;
  diagnostic?(diagnostic: TranscriptDiagnostic): void;
}

export interface Emission {
  emitter: SessionEmitter;
  headers(): SessionHeader[];
  diagnostics(): TranscriptDiagnostic[];
}

export function createEmission(source: SourceKind, visitor: TranscriptVisitor): Emission {
  const headers = new Map<string, SessionHeader>();
  const diagnostics: TranscriptDiagnostic[] = [];
  const perCode = new Map<string, number>();

  const opened = (id: string): SessionHeader => {
    let header = headers.get(id);
    if (header === undefined) {
      header = { modelVersion: SESSION_MODEL_VERSION, id: finishText(id), source, outcome: { status: "unknown" } };
      headers.set(id, header);
      visitor.session?.(header);
    }
    return header;
  };

  const emitter: SessionEmitter = {
    session(id, patch) {
      const header = opened(id);
      if (patch !== undefined) fillIn(header, patch);
    },
    message(sessionId, message) {
      const header = opened(sessionId);
      if (message.at !== undefined) {
        header.startedAt ??= message.at;
        if (header.endedAt === undefined || message.at > header.endedAt) header.endedAt = message.at;
      }
      visitor.message?.(finishMessage(message), header);
    },
    diagnostic(code, detail) {
      const seen = (perCode.get(code) ?? 0) + 1;
      perCode.set(code, seen);
      if (seen > DIAGNOSTICS_PER_CODE) return;
      const diagnostic = { code, detail: finishText(detail) };
      diagnostics.push(diagnostic);
      visitor.diagnostic?.(diagnostic);
    },
  };

  return {
    emitter,
    headers: () => [...headers.values()],
    diagnostics: () => {
      let dropped = 0;
      for (const seen of perCode.values()) dropped += Math.max(0, seen - DIAGNOSTICS_PER_CODE);
      return dropped === 0 ? diagnostics : [...diagnostics, { code: "dropped_diagnostics", detail: String(dropped) }];
    },
  };
}

/** A value that is set stays; `endedAt` and `outcome` move on. */
function fillIn(header: SessionHeader, patch: SessionHeaderPatch): void {
  if (patch.outcome !== undefined) header.outcome = patch.outcome;
  if (patch.endedAt !== undefined && (header.endedAt === undefined || patch.endedAt > header.endedAt)) {
    header.endedAt = patch.endedAt;
  }
  for (const key of [
    "title",
    "sourceVersion",
    "projectRoot",
    "startedAt",
    "model",
    "language",
    "subAgentOf",
  ] as const) {
    const value = patch[key];
    if (header[key] === undefined && value !== undefined) header[key] = finishText(value);
  }
}
