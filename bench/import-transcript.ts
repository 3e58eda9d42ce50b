/**
 * Writes a Claude Code transcript of any size. The text is made here: prose, code, logs, diffs. The mix follows what real
 * transcripts of 2.0 and 2.1 hold, by bytes: a third `toolUseResult`, a fifth progress records, a sixth tool results, a
 * twentieth tool inputs; half of the lines under 1 KB, one in a hundred over 30 KB, a few of 600 KB.
 */
import { closeSync, openSync, writeSync } from "node:fs";

/** Small, fast, seeded: the same file in every run. (mulberry32) */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = (
  "parser stream the of and to in it is was for on that with as be this by from queue worker session index cache lease " +
  "request response handler build test passes fails because retry after before commit branch merge config module import " +
  "export function return value error warning timeout socket buffer chunk record schema table column migrate deploy rollback"
).split(" ");
const FILES =
  "src/queue/worker.ts src/http/router.ts lib/parse.py app/models/user.rb cmd/server/main.go docs/setup.md".split(" ");

export interface WrittenTranscript {
  bytes: number;
  records: number;
}

export function writeTranscript(path: string, mib: number): WrittenTranscript {
  const random = randomSource(20261129);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const between = (low: number, high: number): number => Math.floor(low + random() * (high - low));
  const hex = (length: number): string => {
    let text = "";
    while (text.length < length)
      text += Math.floor(random() * 0x100000000)
        .toString(16)
        .padStart(8, "0");
    return text.slice(0, length);
  };
  const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;

  const lineMakers: (() => string)[] = [
    () => Array.from({ length: between(6, 18) }, () => pick(WORDS)).join(" "),
    () => `  const ${pick(WORDS)} = await ${pick(WORDS)}(${pick(WORDS)}, { ${pick(WORDS)}: ${between(1, 900)} });`,
    () => `  if (${pick(WORDS)} !== undefined) return ${pick(WORDS)}.${pick(WORDS)}("${pick(FILES)}");`,
    () =>
      `2026-11-${between(10, 29)}T1${between(0, 9)}:2${between(0, 9)}:3${between(0, 9)}Z INFO ${pick(WORDS)}: ${pick(WORDS)} took ${between(1, 999)} ms`,
    () => `${pick(["+", "-", " "])}    "${pick(WORDS)}": "${pick(WORDS)}-${between(1, 99)}.${between(0, 9)}.0",`,
    () => `ok ${between(1, 400)} - ${pick(WORDS)} ${pick(WORDS)} (${between(1, 90)} ms)`,
    () => `${pick(FILES)}:${between(1, 800)}:${between(1, 90)}: ${pick(WORDS)} ${pick(WORDS)}`,
  ];
  const pool = Array.from({ length: 30_000 }, () => pick(lineMakers)()).join("\n");
  const prose = Array.from({ length: 4_000 }, () => lineMakers[0]?.() ?? "").join(". ");
  const foreign = "整理一下这个函数，然后运行测试。Проверь очередь и повтори запрос. ";
  const cut = (from: string, length: number): string => {
    const start = between(0, Math.max(1, from.length - length));
    return from.slice(start, start + length);
  };
  /** Most outputs are short, some long, a few very long. */
  const outputSize = (): number => {
    const draw = random();
    if (draw < 0.7) return between(60, 1500);
    if (draw < 0.95) return between(1500, 8000);
    return draw < 0.9985 ? between(8000, 30_000) : 300_000;
  };

  const sessionId = uuid();
  const file = openSync(path, "w");
  let parent: string | null = null;
  let bytes = 0;
  let records = 0;
  let minute = 0;
  let pending: string[] = [];
  let pendingSize = 0;
  const write = (record: object): void => {
    const line = `${JSON.stringify(record)}\n`;
    pending.push(line);
    pendingSize += line.length;
    records++;
    if (pendingSize > 4_000_000) flush();
  };
  const flush = (): void => {
    bytes += writeSync(file, pending.join(""));
    pending = [];
    pendingSize = 0;
  };
  const base = (): object => {
    const id = uuid();
    const at = new Date(Date.UTC(2026, 10, 1) + minute++ * 1000).toISOString();
    const record = {
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: "/home/dev/work/queue",
      sessionId,
      version: "2.1.332",
      gitBranch: "main",
      uuid: id,
      timestamp: at,
    };
    parent = id;
    return record;
  };
  const say = (content: object[], id: string): void =>
    write({
      ...base(),
      type: "assistant",
      requestId: `req_${hex(20)}`,
      message: {
        id,
        type: "message",
        role: "assistant",
        model: "claude-opus-5-5",
        content,
        stop_reason: null,
        usage: {
          input_tokens: between(1, 9),
          cache_read_input_tokens: between(1000, 90_000),
          output_tokens: between(1, 900),
        },
      },
    });
  const toolRound = (): void => {
    const id = `msg_${hex(24)}`;
    if (random() < 0.5) say([{ type: "thinking", thinking: cut(prose, between(100, 1500)), signature: hex(400) }], id);
    if (random() < 0.4) say([{ type: "text", text: cut(prose, between(40, 600)) }], id);
    const call = `toolu_${hex(24)}`;
    const filePath = `/home/dev/work/queue/${pick(FILES)}`;
    const draw = random();
    if (draw < 0.5) {
      say(
        [
          {
            type: "tool_use",
            id: call,
            name: "Bash",
            input: { command: `npm test -- ${pick(FILES)}`, description: cut(prose, 40) },
          },
        ],
        id,
      );
      const failed = random() < 0.1;
      const stdout = cut(pool, outputSize());
      const text = failed ? `Exit code 1\n${stdout}` : stdout;
      result(
        call,
        text,
        failed,
        failed ? `Error: ${text}` : { stdout, stderr: "", interrupted: false, isImage: false },
      );
    } else if (draw < 0.7) {
      say([{ type: "tool_use", id: call, name: "Read", input: { file_path: filePath } }], id);
      const content = cut(pool, outputSize());
      result(call, content, false, {
        type: "text",
        file: { filePath, content, numLines: 100, startLine: 1, totalLines: 100 },
      });
    } else {
      const oldString = cut(pool, between(40, 1500));
      const newString = cut(pool, between(40, 1500));
      say(
        [
          {
            type: "tool_use",
            id: call,
            name: "Edit",
            input: { file_path: filePath, old_string: oldString, new_string: newString },
          },
        ],
        id,
      );
      const extra = {
        filePath,
        oldString,
        newString,
        originalFile: cut(pool, between(1000, 20_000)),
        structuredPatch: [],
      };
      result(call, `The file ${filePath} has been updated.`, false, extra);
    }
    for (let count = between(0, 6); count > 0; count--) {
      write({
        ...base(),
        type: "progress",
        data: progress(),
      });
    }
  };
  const progress = (): object =>
    random() < 0.5
      ? { type: "hook_progress", hookEvent: "PostToolUse", hookName: "PostToolUse:Edit", command: cut(prose, 60) }
      : {
          type: "bash_progress",
          output: cut(pool, between(50, 2500)),
          elapsedTimeSeconds: between(2, 90),
          totalLines: 40,
        };
  const result = (call: string, content: string, failed: boolean, toolUseResult: unknown): void =>
    write({
      ...base(),
      type: "user",
      message: { role: "user", content: [{ tool_use_id: call, type: "tool_result", content, is_error: failed }] },
      toolUseResult,
    });

  while (bytes + pendingSize < mib * 1024 * 1024) {
    const words = random() < 0.15 ? foreign : cut(prose, between(20, 500));
    write({ ...base(), type: "user", message: { role: "user", content: words } });
    write({
      type: "file-history-snapshot",
      messageId: parent,
      snapshot: { trackedFileBackups: {} },
      isSnapshotUpdate: false,
    });
    for (let rounds = between(3, 25); rounds > 0; rounds--) toolRound();
    say([{ type: "text", text: cut(prose, between(100, 2500)) }], `msg_${hex(24)}`);
  }
  flush();
  closeSync(file);
  return { bytes, records };
}
