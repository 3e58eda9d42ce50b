/**
 * The agent CLIs that can stand in for a model: how each is asked for one answer without tools, hooks, extensions and
 * history, and how its output is read. Options that not every version knows are given only where `--help` lists them.
 */
import { type AgentCliOutput, readClaude, readCodex, readGemini, readQwen } from "./read-output.ts";

export type AgentCliName = "claude-cli" | "codex-cli" | "gemini-cli" | "qwen-cli";

export interface AgentCliCall {
  model: string | undefined;
  /** An empty folder of this call alone, where it runs. */
  directory: string;
  knows(option: string): boolean;
}

export interface AgentCliCommand {
  args: string[];
  environment?: Record<string, string>;
  /** Written into the folder of the call first. */
  files?: Record<string, string>;
}

export interface AgentCli {
  name: AgentCliName;
  program: string;
  helpArgs: string[];
  /** Without these, tools or output could not be held to what is needed: the version is too old. */
  needs: string[];
  /** Variables of an agent around us, which would make this one take itself for a part of it. */
  unset: string[];
  command(call: AgentCliCall): AgentCliCommand;
  read(stdout: string): AgentCliOutput;
}

const SYSTEM = "You answer one request. You have no tools. Follow the form that the request asks for, exactly.";
const ASK = "Answer the request above. Use no tools.";
const NO_SUCH_NAME = "autoskill-none";

const option = (call: AgentCliCall, name: string, ...values: string[]): string[] =>
  call.knows(name) ? [name, ...values] : [];
const modelOption = ({ model }: AgentCliCall): string[] => (model === undefined ? [] : ["--model", model]);

const claude: AgentCli = {
  name: "claude-cli",
  program: "claude",
  helpArgs: ["--help"],
  needs: ["--print", "--output-format", "--tools"],
  unset: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"],
  command: (call) => ({
    args: [
      "--print",
      "--output-format",
      "json",
      "--tools",
      "",
      // `--bare` would do more at once, but also ignores the subscription's login.
      ...option(call, "--safe-mode"),
      ...option(call, "--no-session-persistence"),
      ...option(call, "--setting-sources", ""),
      ...option(call, "--settings", JSON.stringify({ disableAllHooks: true })),
      ...option(call, "--strict-mcp-config"),
      ...option(call, "--disable-slash-commands"),
      ...option(call, "--system-prompt", SYSTEM),
      ...modelOption(call),
    ],
    environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
  }),
  read: readClaude,
};

const codex: AgentCli = {
  name: "codex-cli",
  program: "codex",
  helpArgs: ["exec", "--help"],
  needs: ["--json", "--sandbox"],
  unset: [],
  command: (call) => ({
    args: [
      "exec",
      "--json",
      "--sandbox",
      "read-only",
      ...option(call, "--skip-git-repo-check"),
      ...option(call, "--ephemeral"),
      ...option(call, "--ignore-user-config"),
      ...option(call, "--ignore-rules"),
      ...[
        'approval_policy="never"',
        'history.persistence="none"',
        'web_search="disabled"',
        "project_doc_max_bytes=0",
        "check_for_update_on_startup=false",
        "analytics.enabled=false",
        ...["shell_tool", "unified_exec", "hooks", "plugins", "apps", "multi_agent", "memories"].map(
          (feature) => `features.${feature}=false`,
        ),
      ].flatMap((setting) => ["-c", setting]),
      ...modelOption(call),
      "-",
    ],
  }),
  read: readCodex,
};

/** Settings above the person's own; both Gemini CLI and Qwen Code read such a file. */
const overridingSettings = {
  tools: { core: [NO_SUCH_NAME] },
  mcp: { allowed: [NO_SUCH_NAME] },
  context: { fileName: [`${NO_SUCH_NAME}.md`] },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false },
};

const gemini: AgentCli = {
  name: "gemini-cli",
  program: "gemini",
  helpArgs: ["--help"],
  needs: ["--prompt", "--output-format"],
  unset: [],
  command: (call) => ({
    args: [
      "--prompt",
      ASK,
      "--output-format",
      "json",
      ...option(call, "--approval-mode", "default"),
      ...option(call, "--extensions", "none"),
      ...option(call, "--skip-trust"),
      ...modelOption(call),
    ],
    environment: {
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${call.directory}/settings.json`,
      GEMINI_SYSTEM_MD: `${call.directory}/system.md`,
    },
    files: {
      "settings.json": JSON.stringify({
        ...overridingSettings,
        hooksConfig: { enabled: false },
        skills: { enabled: false },
      }),
      "system.md": SYSTEM,
    },
  }),
  read: readGemini,
};

const qwen: AgentCli = {
  name: "qwen-cli",
  program: "qwen",
  helpArgs: ["--help"],
  needs: ["--prompt", "--output-format"],
  unset: [],
  command: (call) => ({
    args: [
      "--prompt",
      ASK,
      "--output-format",
      "json",
      ...option(call, "--safe-mode"),
      ...option(call, "--chat-recording", "false"),
      ...option(call, "--approval-mode", "default"),
      ...option(call, "--max-tool-calls", "0"),
      ...option(call, "--extensions", "none"),
      ...option(call, "--system-prompt", SYSTEM),
      ...modelOption(call),
    ],
    environment: { QWEN_CODE_SYSTEM_SETTINGS_PATH: `${call.directory}/settings.json` },
    files: {
      "settings.json": JSON.stringify({
        ...overridingSettings,
        disableAllHooks: true,
        memory: { enableAutoSkill: false, enableManagedAutoMemory: false },
      }),
    },
  }),
  read: readQwen,
};

/** In the order in which an installed one is taken. */
export const AGENT_CLIS: readonly AgentCli[] = [claude, codex, gemini, qwen];

export function agentCliNamed(name: string): AgentCli | undefined {
  return AGENT_CLIS.find((cli) => cli.name === name);
}
