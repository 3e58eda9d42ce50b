/** Every agent that autoskill knows. */
import { aider } from "./aider/host.ts";
import { antigravity } from "./antigravity/host.ts";
import { autoskill } from "./autoskill/host.ts";
import { claudeCode } from "./claude-code/host.ts";
import { codex } from "./codex/host.ts";
import { copilotCli } from "./copilot-cli/host.ts";
import { cursor } from "./cursor/host.ts";
import { factoryDroid } from "./factory-droid/host.ts";
import { geminiCli } from "./gemini-cli/host.ts";
import { grokCli } from "./grok-cli/host.ts";
import { hermes } from "./hermes/host.ts";
import type { Host } from "./host.ts";
import { kimiCli } from "./kimi-cli/host.ts";
import { openClaw } from "./openclaw/host.ts";
import { openCode } from "./opencode/host.ts";
import { pi } from "./pi/host.ts";
import { qwenCode } from "./qwen-code/host.ts";

export const hosts: readonly Host[] = [
  claudeCode,
  codex,
  qwenCode,
  geminiCli,
  openCode,
  copilotCli,
  cursor,
  pi,
  openClaw,
  kimiCli,
  factoryDroid,
  grokCli,
  hermes,
  antigravity,
  aider,
  autoskill,
];
