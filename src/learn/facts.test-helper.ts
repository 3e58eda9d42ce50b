/** Hand-made SessionFacts for tests: a small script of calls and statements, in the order in which they happened. */
import type {
  CheckFact,
  FileWriteFact,
  MessagePointer,
  RecoveryFact,
  SessionFacts,
  SessionHeader,
  StatementFact,
  ToolCallFact,
} from "../session/index.ts";

export function pointer(ordinal: number, origin: MessagePointer["origin"] = "model", turn = 1): MessagePointer {
  const span = { start: ordinal * 100, end: ordinal * 100 + 90 };
  return { turn, messageId: `m${ordinal}`, digest: ordinal.toString(16).padStart(64, "0"), origin, span };
}

export function header(patch: Partial<SessionHeader> = {}): SessionHeader {
  return {
    modelVersion: 1,
    id: "session-1",
    source: "claude-code",
    projectRoot: "/home/ana/shop",
    outcome: { status: "unknown" },
    ...patch,
  };
}

export interface CallSketch {
  command?: string;
  kinds?: string[];
  edit?: string;
  status?: ToolCallFact["status"];
  exitCode?: number;
  error?: string;
  check?: CheckFact["kind"];
}

/** Builds facts from sketches. A check is recorded for each call that names one; recoveries are given by index. */
export function factsOf(options: {
  calls?: CallSketch[];
  statements?: (Partial<StatementFact> & { text: string })[];
  recoveries?: (Partial<RecoveryFact> & { failed: number; succeeded: number })[];
  words?: string[];
  skillWrites?: FileWriteFact[];
  outcome?: SessionFacts["outcome"];
}): SessionFacts {
  const checks: CheckFact[] = [];
  const filesWritten: FileWriteFact[] = [];
  const toolCalls = (options.calls ?? []).map((sketch, index): ToolCallFact => {
    const status = sketch.status ?? (sketch.error === undefined ? "ok" : "error");
    if (sketch.check !== undefined) {
      checks.push({ kind: sketch.check, command: sketch.command ?? "", passed: status === "ok", toolCall: index });
    }
    if (sketch.edit !== undefined && status === "ok") {
      filesWritten.push({ path: sketch.edit, toolCall: index, how: "tool" });
    }
    return {
      index,
      callId: `c${index}`,
      name: sketch.edit === undefined ? "Bash" : "Edit",
      capability: sketch.edit === undefined ? "shell" : "edit",
      ...(sketch.command === undefined ? {} : { command: sketch.command }),
      ...(sketch.command === undefined ? {} : { commandKinds: sketch.kinds ?? [kindOf(sketch.command)] }),
      ...(sketch.edit === undefined ? {} : { paths: [sketch.edit] }),
      status,
      ...(sketch.exitCode === undefined ? {} : { exitCode: sketch.exitCode }),
      ...(sketch.error === undefined ? {} : { errorExcerpt: sketch.error }),
      call: pointer(2 * index + 10),
      result: pointer(2 * index + 11, "tool"),
    };
  });
  const statements = (options.statements ?? []).map(
    (statement, index): StatementFact => ({
      kind: "standing_rule",
      language: "en",
      cue: "en.always",
      confidence: 0.9,
      pointer: pointer(index, "person", index + 1),
      ...statement,
    }),
  );
  const words = options.words ?? ["Please do the work"];
  return {
    toolCalls,
    recoveries: (options.recoveries ?? []).map((recovery) => ({
      kind: kindOf(toolCalls[recovery.failed]?.command ?? ""),
      between: [],
      earlier: [],
      commandChanged: toolCalls[recovery.failed]?.command !== toolCalls[recovery.succeeded]?.command,
      ...recovery,
    })),
    statements,
    checks,
    filesWritten,
    skillWrites: options.skillWrites ?? [],
    outcome: options.outcome ?? { status: "unknown" },
    ownRun: false,
    personTurns: words.length,
    personWords: words.map((text, index) => ({ text, pointer: pointer(index, "person", index + 1) })),
  };
}

function kindOf(command: string): string {
  return command.split(/\s+/).slice(0, 2).join(" ");
}
