/**
 * How a tool call ended and, when it failed, why in a few lines. The source's own status counts first; its text is asked
 * only for the fixed wordings in which hosts report an exit code, never for what a program printed.
 */
import type { ToolCallPart, ToolResultPart, ToolStatus } from "../model.ts";
import { exitCodeFromText } from "../readers/shared/exit-code-from-text.ts";
import type { FailureCause } from "./model.ts";
import { ownCopy } from "./own-copy.ts";

export interface CallEnd {
  status: ToolStatus;
  exitCode?: number;
}

/** Exit codes that mini-SWE-agent, OpenHands and Codex's JSON outputs put into text, beyond what readers know. */
const REPORTED_CODE =
  /<returncode>(-?\d+)<\/returncode>|\[The command completed with exit code (-?\d+)\.?\]|"exit_code":\s*(-?\d+)/;
/** The command goes on after the call returned: nothing is known about how it ended. */
const STILL_RUNNING =
  /^(?:Process running with session ID|Command running in background|Command is running in the background|<command with shellId: \S+ is still running)/m;
const HOST_ERROR = /^\s*<tool_use_error>/;

export function callEnd(call: ToolCallPart, result: ToolResultPart | undefined): CallEnd {
  if (result === undefined) return { status: call.status ?? "unknown" };
  if (result.exitCode !== undefined && result.exitCode !== 0)
    return { status: result.status === "cancelled" ? "cancelled" : "error", exitCode: result.exitCode };
  const declared = result.status === "unknown" ? (call.status ?? "unknown") : result.status;
  if (declared === "cancelled") return { status: declared };
  if (declared !== "error" && saysStillRunning(result.text)) return { status: "unknown" };
  if (declared !== "unknown")
    return result.exitCode === undefined ? { status: declared } : { status: declared, exitCode: result.exitCode };
  if (result.exitCode === 0) return { status: "ok", exitCode: 0 };
  const code = exitCodeFromText(result.text) ?? reportedCode(result.text);
  if (code !== undefined) return { status: code === 0 ? "ok" : "error", exitCode: code };
  return { status: HOST_ERROR.test(result.text) ? "error" : "unknown" };
}

function saysStillRunning(text: string): boolean {
  const beginning = text.slice(0, 2_000);
  return beginning.includes("running") && STILL_RUNNING.test(beginning);
}

function reportedCode(text: string): number | undefined {
  const match = REPORTED_CODE.exec(text.slice(-2_000)) ?? REPORTED_CODE.exec(text.slice(0, 2_000));
  const digits = match?.[1] ?? match?.[2] ?? match?.[3];
  return digits === undefined ? undefined : Number(digits);
}

const CAUSES: readonly (readonly [FailureCause, RegExp])[] = [
  [
    "denied",
    /doesn't want to (?:proceed|take this action)|tool use was rejected|rejected by (?:the )?user|user (?:rejected|declined|denied)|denied by (?:the )?(?:user|policy|permission)|requested permissions? to|haven't granted it|permission to use .{1,80} has been denied|blocked by (?:hook|policy)|not allowed in plan mode|requires? approval|operation cancelled by user|Could not request permission/i,
  ],
  [
    "cancelled",
    /\[Request interrupted by user|^aborted by user|^Tool execution aborted|command (?:was )?aborted|interrupted by (?:the )?user|sibling tool call errored/im,
  ],
  [
    "timeout",
    /\btimed[ -]out\b|timeout (?:exceeded|expired|reached|of \d+)|exceeded the timeout|command timed out|deadline exceeded/i,
  ],
  [
    "transient",
    /\bECONNRESET\b|\bETIMEDOUT\b|\bEAI_AGAIN\b|\bENETUNREACH\b|\bsocket hang up\b|rate limit(?:ed)?\b|too many requests|\b(?:HTTP|status|code|error)[ :/.\d]{0,8}\b(?:429|502|503|504)\b|temporary failure (?:in name resolution|resolving)|could ?n[o']t resolve host|network is unreachable|connection (?:reset by peer|timed out)|tls handshake timeout|service unavailable|bad gateway|overloaded_error/i,
  ],
  [
    "host_rule",
    /has not been read yet|must (?:be )?read (?:the file )?(?:first|before)|modified since (?:it was )?(?:last )?read|string to replace not found|old_(?:string|str)\b.{0,60}(?:not found|no match|did not appear|not unique|multiple)|found \d+ matches of the string|0 occurrences found|failed to find (?:expected lines|context)|no changes to make|could not find the exact text|Parameter `\w+` is required|Invalid `\w+` parameter|No replacement was performed|InputValidationError|file_path.{0,20}must be absolute|unsupported call:|no such tool available|invalid (?:tool|arguments)/i,
  ],
];

/** Why a failed call failed, as far as that decides whether anything can be learned from it. */
export function failureCause(status: ToolStatus, exitCode: number | undefined, text: string): FailureCause {
  if (status === "cancelled") return "cancelled";
  if (exitCode === 124) return "timeout";
  if (exitCode === 130 || exitCode === 137 || exitCode === 143) return "cancelled";
  const looked = text.length > 8_000 ? `${text.slice(0, 4_000)}\n${text.slice(-4_000)}` : text;
  // Host messages stand alone; what a test run prints about a rejected promise or a slow case is not one of them.
  const short = looked.length <= 1_200;
  for (const [cause, pattern] of CAUSES) {
    if (!short && (cause === "denied" || cause === "host_rule" || cause === "timeout")) continue;
    if (pattern.test(looked)) return cause;
  }
  return "ordinary";
}

export const EXCERPT_LENGTH = 400;
const MAX_LINE = 240;
/** Control sequences of a terminal (ECMA-48 §5.4, and operating system commands). */
export const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** Lines of the host or of a stack that say nothing about the cause. */
const NOISE =
  /^(?:\s*at\s.+[:(]\d+|\s*at async\s|\s*File "[^"]+", line \d+|\s*node:internal|\s*\^+\s*$|\s*[|│~^─━=_*-]{3,}\s*$|Traceback \(most recent call last\)|Exit code:? \d+|Error: Exit code \d+|(?:Process|Command) (?:exited|failed) with (?:exit )?code:? \d+|\s*(?:ERROR|Error|error):?\s*$|Chunk ID:|Wall time:|Original token count:|Output:\s*$|Total output lines:|npm (?:ERR!|error) (?:A complete log|code|errno|path|command|syscall|Lifecycle)|\s*\d+ \|\s|Node\.js v\d|<\/?tool_use_error>|\s*$|> \S+@\S+ \S+|> [\w:./ -]+$|\s*\.{3}\s*\d+ (?:lines|more)|\s*goroutine \d+|\s*from \S+:\d+:in |\s*#\d+ 0x|note: run with `RUST_BACKTRACE|\s*info: |\s*(?:INFO|DEBUG)\b)/;
const TELLING =
  /\b(?:errors?|fatal|failed|failure|failing|exception|cannot|can't|couldn't|could not|unable|not found|no such|not installed|not recogni[sz]ed|undefined|unexpected|denied|refused|missing|invalid|expected|assert\w*|panic\w*|unresolved|required?|does not exist|doesn't exist|unknown|unsupported|conflict|mismatch|incompatible|deprecated|must be|no upstream|not ok|rejected|aborted|illegal|forbidden|unauthorized|out of memory|already (?:exists|in use))\b|^\s*(?:E {3}|✖|✗|×|✘|FAIL\b|\*\* \()|错误|失败|找不到|无法|エラー|失敗|오류|실패|ошибка/iu;
const STRONG =
  /^(?:\s*(?:E {3}|error(?:\[\w+\])?[:\s]|fatal[:\s]|panic|\*\* \()|[\w.]*(?:Error|Exception)\b[:\s]|.*\berror TS\d+|.*: (?:error|fatal error): )/i;

/** The few lines that say what went wrong, at most 400 characters; undefined when the text has none. */
export function errorExcerpt(text: string): string | undefined {
  const looked = text.length > 24_000 ? `${text.slice(0, 12_000)}\n${text.slice(-12_000)}` : text;
  const lines = looked
    .replace(ANSI, "")
    .replace(/<\/?(?:tool_use_error|error|stderr|stdout|returncode|output)>/g, "\n")
    .split(/\r?\n|\r/)
    .filter((line) => !NOISE.test(line) && !/^.{0,3}\d{1,3}%/.test(line));
  if (lines.length === 0) return undefined;
  const telling = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => TELLING.test(line.slice(0, 1_000)) || STRONG.test(line.slice(0, 1_000)));
  if (telling.length === 0) return join(lines.slice(-3));
  // A Python traceback names its cause last, everything else names the first cause first.
  const strong = telling.filter(({ line }) => STRONG.test(line.slice(0, 1_000)));
  const start = looked.includes("Traceback (most recent call last)")
    ? (strong.at(-1) ?? telling.at(-1))
    : (strong[0] ?? telling[0]);
  const from = telling.findIndex(({ index }) => index === start?.index);
  return join(telling.slice(Math.max(0, from), from + 4).map(({ line }) => line));
}

function join(lines: readonly string[]): string | undefined {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    const trimmed = line.trim().replace(/\s+/g, " ");
    if (trimmed === "" || kept.includes(trimmed)) continue;
    const cut = trimmed.length > MAX_LINE ? `${trimmed.slice(0, MAX_LINE - 1)}…` : trimmed;
    if (length + cut.length + 1 > EXCERPT_LENGTH) break;
    kept.push(cut);
    length += cut.length + 1;
  }
  return kept.length === 0 ? undefined : ownCopy(kept.join("\n"), EXCERPT_LENGTH);
}
