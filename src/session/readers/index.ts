/**
 * The one list of transcript formats. A new format is one file here and one line in this list (see docs/sessions.md).
 * Order matters only between equal confidences: the earlier wins.
 */
import type { TranscriptFormat } from "../reader.ts";
import { aider } from "./aider.ts";
import { antigravity } from "./antigravity.ts";
import { autoskill } from "./autoskill.ts";
import { chatGpt } from "./chatgpt.ts";
import { claudeAi } from "./claude-ai.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { codexExec } from "./codex-exec.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { factoryDroid } from "./factory-droid.ts";
import { geminiApps } from "./gemini-apps.ts";
import { geminiCliDocument, geminiCliLines } from "./gemini-cli.ts";
import { grokCli } from "./grok-cli.ts";
import { hermes } from "./hermes.ts";
import { kimiCli } from "./kimi-cli.ts";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { openWebUi } from "./open-webui.ts";
import { openAiChatDocument, openAiChatLines } from "./openai-chat.ts";
import { openClaw } from "./openclaw.ts";
import { openCodeDocument } from "./opencode.ts";
import { openCodeRun } from "./opencode-run.ts";
import { openHandsDocument, openHandsRuns } from "./openhands.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";
import { qwenCodeStream } from "./qwen-code-stream.ts";
import { shareGptDocument, shareGptLines } from "./sharegpt.ts";
import { sweAgent } from "./swe-agent.ts";
import { tauBench } from "./tau-bench.ts";

export const transcriptFormats: readonly TranscriptFormat[] = [
  autoskill,
  codexExec,
  codex,
  claudeCode,
  qwenCode,
  qwenCodeStream,
  geminiCliLines,
  geminiCliDocument,
  kimiCli,
  factoryDroid,
  grokCli,
  hermes,
  antigravity,
  openCodeDocument,
  openCodeRun,
  copilotCli,
  cursor,
  openClaw,
  pi,
  sweAgent,
  miniSweAgent,
  tauBench,
  openHandsRuns,
  openHandsDocument,
  chatGpt,
  claudeAi,
  geminiApps,
  openWebUi,
  openAiChatDocument,
  openAiChatLines,
  shareGptDocument,
  shareGptLines,
  aider,
];
