/** Small transcripts of our own, in the shapes that the agents write. Shared by the readers' tests. */

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

export function qwenRecord(uuid: string, parentUuid: string | null, type: string, more: object): object {
  return { uuid, parentUuid, sessionId: "qs-1", timestamp: at(0), type, cwd: "/work/demo", version: "0.24.0", ...more };
}

export const qwenFixture: object[] = [
  qwenRecord("u1", null, "user", {
    provenance: "real_user",
    systemPayload: { displayText: "Run the tests" },
    message: {
      role: "user",
      parts: [
        { text: "Run the tests" },
        { text: "<qwen:user-prompt-submit-context>\nfrom a hook\n</qwen:user-prompt-submit-context>" },
      ],
    },
  }),
  qwenRecord("t1", "u1", "system", {
    subtype: "ui_telemetry",
    systemPayload: { uiEvent: { "event.name": "qwen-code.tool_call", call_id: "background_1" } },
  }),
  qwenRecord("a1", "t1", "assistant", {
    model: "test-model",
    message: {
      role: "model",
      parts: [
        { text: "thinking about it", thought: true },
        { text: "I run them." },
        { functionCall: { id: "c1", name: "run_shell_command", args: { command: "make test" } } },
        { functionCall: { id: "c2", name: "list_directory", args: { path: "." } } },
      ],
    },
  }),
  qwenRecord("r1", "a1", "tool_result", {
    message: {
      role: "user",
      parts: [{ functionResponse: { id: "c1", name: "run_shell_command", response: { output: "no rule to make" } } }],
    },
    toolCallResult: { callId: "c1", status: "success", resultDisplay: { type: "shell_result", exitCode: 2 } },
  }),
  qwenRecord("r2", "r1", "tool_result", {
    message: {
      role: "user",
      parts: [{ functionResponse: { id: "c2", name: "list_directory", response: { error: "tool is off" } } }],
    },
    toolCallResult: { callId: "c2", status: "error", executionStatus: "not_started" },
  }),
  qwenRecord("t2", "r2", "system", { subtype: "ui_telemetry", systemPayload: {} }),
  qwenRecord("n1", "t2", "user", {
    subtype: "notification",
    timestamp: at(7),
    message: { role: "user", parts: [{ text: "A background task ended" }] },
  }),
];

const geminiCall = {
  id: "c1",
  name: "run_shell_command",
  args: { command: "npm test" },
  result: [
    {
      functionResponse: {
        id: "c1",
        name: "run_shell_command",
        response: { output: "Output: 1 failing\nExit Code: 1\nProcess Group PGID: 7" },
      },
    },
  ],
  status: "success",
};

export const geminiFixture: object[] = [
  { sessionId: "gs-1", projectHash: "abc", startTime: at(0), lastUpdated: at(0), kind: "main" },
  {
    $set: {
      messages: [
        {
          id: "ctx",
          timestamp: at(0),
          type: "user",
          content: [{ text: "<session_context>\nLinux\n</session_context>" }],
        },
      ],
    },
  },
  { id: "m1", timestamp: at(1), type: "user", content: [{ text: "Make the tests pass" }] },
  { $set: { lastUpdated: at(2), summary: "Fixing tests", directories: ["/work/demo"] } },
  { id: "m2", timestamp: at(2), type: "gemini", content: "I run them.", model: "test-model", thoughts: [] },
  {
    id: "m2",
    timestamp: at(2),
    type: "gemini",
    content: "I run them.",
    model: "test-model",
    thoughts: [{ subject: "Plan", description: "run first" }],
    toolCalls: [geminiCall],
  },
  { id: "m3", timestamp: at(3), type: "user", content: geminiCall.result },
  { id: "m4", timestamp: at(4), type: "info", content: "Request cancelled." },
  { id: "m5", timestamp: at(5), type: "gemini", content: "One test fails." },
];

export const geminiDocumentFixture: object = {
  sessionId: "gs-2",
  projectHash: "abc",
  startTime: at(0),
  lastUpdated: at(9),
  messages: [
    { id: "m1", type: "user", content: "Hello", displayContent: "Hello" },
    { id: "m2", type: "gemini", content: "", toolCalls: [geminiCall] },
    { id: "m3", type: "model", parts: [{ text: "Done." }] },
  ],
};

const openCodePart = (messageID: string, n: number, more: object): object => ({
  id: `prt_${messageID}_${n}`,
  sessionID: "ses_1",
  messageID,
  ...more,
});

export const openCodeInfo = {
  id: "ses_1",
  projectID: "proj",
  directory: "/work/demo",
  title: "Fix the tests",
  version: "1.18.0",
  time: { created: 1_760_000_000_000, updated: 1_760_000_009_000 },
};

export const openCodeMessages = [
  {
    info: { id: "msg_1", sessionID: "ses_1", role: "user", time: { created: 1_760_000_001_000 } },
    parts: [
      openCodePart("msg_1", 1, { type: "text", text: "Make the tests pass" }),
      openCodePart("msg_1", 2, { type: "text", text: "Called the Read tool", synthetic: true }),
    ],
  },
  {
    info: {
      id: "msg_2",
      sessionID: "ses_1",
      role: "assistant",
      modelID: "test-model",
      time: { created: 1_760_000_002_000 },
      error: { name: "MessageAbortedError", data: { message: "stopped" } },
    },
    parts: [
      openCodePart("msg_2", 1, { type: "step-start" }),
      openCodePart("msg_2", 2, { type: "reasoning", text: "run first" }),
      openCodePart("msg_2", 3, {
        type: "tool",
        tool: "bash",
        callID: "c1",
        state: { status: "completed", input: { command: "npm test" }, output: "1 failing", metadata: { exit: 1 } },
      }),
      openCodePart("msg_2", 4, { type: "step-finish", reason: "tool-calls" }),
      openCodePart("msg_2", 5, { type: "step-start" }),
      openCodePart("msg_2", 6, {
        type: "tool",
        tool: "edit",
        callID: "c2",
        state: { status: "error", input: {}, error: "The user rejected permission to use this tool" },
      }),
      openCodePart("msg_2", 7, { type: "tool", tool: "read", callID: "c3", state: { status: "running", input: {} } }),
      openCodePart("msg_2", 8, { type: "patch", hash: "0", files: [] }),
    ],
  },
  {
    info: { id: "msg_3", sessionID: "ses_1", role: "user", time: { created: 1_760_000_003_000 } },
    parts: [openCodePart("msg_3", 1, { type: "compaction", auto: true })],
  },
  {
    info: { id: "msg_4", sessionID: "ses_1", role: "assistant", summary: true, time: { created: 1_760_000_004_000 } },
    parts: [openCodePart("msg_4", 1, { type: "text", text: "So far: one test fails." })],
  },
];

export const openCodeRunFixture: object[] = openCodeMessages
  .filter((message) => message.info.role === "assistant")
  .flatMap((message) => message.parts.map((part) => ({ type: "part", timestamp: 1, sessionID: "ses_1", part })));

export function copilotEvent(id: string, type: string, data: object, more: object = {}): object {
  return { type, data, id, timestamp: at(1), parentId: null, ...more };
}

export const copilotFixture: object[] = [
  copilotEvent("e1", "session.start", {
    sessionId: "cs-1",
    copilotVersion: "1.0.0",
    startTime: at(0),
    context: { cwd: "/work/demo/sub", gitRoot: "/work/demo" },
  }),
  copilotEvent("e2", "hook.start", { hookInvocationId: "h1" }),
  copilotEvent("e3", "user.message", {
    content: "Make the tests pass",
    transformedContent: "<current_datetime>now</current_datetime>\n\nMake the tests pass",
    attachments: [{ type: "file", path: "/work/demo/a.png", displayName: "a.png" }],
  }),
  copilotEvent("e4", "assistant.message", {
    content: "I run them.",
    model: "test-model",
    toolRequests: [{ toolCallId: "c1", name: "bash", arguments: { command: "npm test" } }],
  }),
  copilotEvent("e5", "tool.execution_start", {
    toolCallId: "c1",
    toolName: "bash",
    arguments: { command: "npm test" },
  }),
  copilotEvent("e6", "tool.execution_complete", {
    toolCallId: "c1",
    success: true,
    shellExecution: { exitCode: 1 },
    result: { content: "1 failing" },
  }),
  copilotEvent("e7", "skill.invoked", {
    name: "run-tests",
    path: "/skills/run-tests/SKILL.md",
    content: "# Run tests",
  }),
  copilotEvent("e8", "user.message", { content: "sub task" }, { agentId: "agent-1" }),
  copilotEvent(
    "e9",
    "tool.execution_start",
    { toolCallId: "c2", toolName: "view", arguments: {} },
    { agentId: "agent-1" },
  ),
  copilotEvent("e10", "session.compaction_complete", { success: true, summaryContent: "So far: one test fails." }),
  copilotEvent("e11", "user.message", { content: "Skill text", source: "skill-run-tests" }),
  copilotEvent("e12", "session.shutdown", { shutdownType: "routine" }),
];

export const cursorFixture: object[] = [
  {
    role: "user",
    message: {
      content: [
        {
          type: "text",
          text: "<attached_files>\na.ts\n</attached_files>\n<user_query>\nList the files\n</user_query>",
        },
      ],
    },
  },
  {
    role: "assistant",
    message: {
      content: [
        { type: "thinking", thinking: "ls will do" },
        { type: "tool_use", name: "Shell", input: { command: "ls" } },
        { type: "tool_use", name: "Read", input: { path: "a.ts" } },
      ],
    },
  },
  {
    role: "user",
    message: {
      content: [
        { type: "tool_result", tool_use_id: "t9", content: [{ type: "text", text: "a.ts" }] },
        { type: "tool-result", name: "Read", content: "no such file", is_error: true },
      ],
    },
  },
  { role: "assistant", message: { content: [{ type: "text", text: "One file." }] } },
  { role: "user", message: { content: "Thanks" } },
];

export function piEntry(id: string, parentId: string | null, message: object): object {
  return { type: "message", id, parentId, timestamp: at(2), message };
}

export const piFixture: object[] = [
  { type: "session", version: 3, id: "ps-1", timestamp: at(0), cwd: "/work/demo" },
  { type: "model_change", id: "mc", parentId: null, timestamp: at(1), provider: "p", modelId: "test-model" },
  piEntry("u1", "mc", { role: "user", content: [{ type: "text", text: "Make the tests pass" }] }),
  piEntry("a1", "u1", {
    role: "assistant",
    api: "x",
    model: "test-model",
    content: [
      { type: "thinking", thinking: "run first" },
      { type: "toolCall", id: "c1", name: "bash", arguments: { command: "npm test" } },
    ],
    stopReason: "toolUse",
  }),
  piEntry("r1", "a1", {
    role: "toolResult",
    toolCallId: "c1",
    toolName: "bash",
    content: [{ type: "text", text: "1 failing\n\nCommand exited with code 1" }],
    isError: true,
  }),
  { type: "compaction", id: "k1", parentId: "r1", timestamp: at(3), summary: "So far: one test fails." },
  piEntry("b1", "k1", { role: "bashExecution", command: "git status", output: "clean", exitCode: 0 }),
  {
    type: "custom_message",
    id: "x1",
    parentId: "b1",
    timestamp: at(4),
    customType: "ext",
    content: "From an extension",
  },
  piEntry("a2", "x1", { role: "assistant", content: [], stopReason: "aborted", errorMessage: "Request was aborted." }),
  { type: "session_info", id: "i1", parentId: "a2", timestamp: at(5), name: "Fix the tests" },
];

export const openClawFixture: object[] = [
  { type: "session", version: 3, id: "os-1", timestamp: at(0) },
  { type: "custom", id: "s1", parentId: null, timestamp: at(1), customType: "model-snapshot", data: {} },
  piEntry("u1", "s1", {
    role: "user",
    content: [
      {
        type: "text",
        text: 'Conversation info (untrusted metadata):\n```json\n{"sender": "x"}\n```\n\nSystem: [2026-01-01 UTC] Node connected\nTidy the notes',
      },
    ],
  }),
  piEntry("a1", "u1", {
    role: "assistant",
    content: [{ type: "toolCall", id: "c1", name: "exec", arguments: { command: "ls" } }],
  }),
  piEntry("r1", "c1", { role: "toolResult", toolCallId: "c1", toolName: "exec", content: "notes.md", isError: false }),
  piEntry("u2", "r1", { role: "user", content: "Read HEARTBEAT.md if it exists. Follow it strictly." }),
];

export const qwenStreamFixture: object[] = [
  {
    type: "system",
    subtype: "init",
    session_id: "qs-1",
    cwd: "/work/demo",
    model: "test-model",
    qwen_code_version: "0.24.0",
  },
  { type: "stream_event", session_id: "qs-1", event: { type: "goal_state" } },
  {
    type: "assistant",
    uuid: "a1",
    session_id: "qs-1",
    parent_tool_use_id: null,
    message: {
      role: "assistant",
      model: "test-model",
      content: [{ type: "tool_use", id: "c1", name: "run_shell_command", input: { command: "npm test" } }],
    },
  },
  {
    type: "user",
    uuid: "r1",
    session_id: "qs-1",
    parent_tool_use_id: null,
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", is_error: false, content: "ok" }] },
  },
  {
    type: "user",
    uuid: "s1",
    session_id: "qs-1",
    parent_tool_use_id: "c1",
    message: { role: "user", content: [{ type: "text", text: "sub task" }] },
  },
  { type: "result", subtype: "success", session_id: "qs-1", is_error: false },
];
