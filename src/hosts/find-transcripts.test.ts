import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SOURCE_KINDS } from "../session/index.ts";
import { type FindOptions, findTranscripts, hosts, usedHosts } from "./index.ts";

let root = "";
let userHome = "";
const PROJECT = "/home/dev/work/my_app";
const ID = "0d9f7e2a-6a51-4d7e-9a56-0a7c2b7d0f11";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "autoskill-hosts-"));
  userHome = join(root, "home");
  mkdirSync(userHome);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

let clock = Date.parse("2026-01-01T00:00:00Z");

/** Writes a file, each one minute newer than the one before. */
function put(path: string, folder = userHome): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, "{}\n");
  clock += 60_000;
  utimesSync(whole, clock / 1000, clock / 1000);
  return whole;
}

async function find(options: Partial<FindOptions> = {}) {
  const { items, diagnostics } = await findTranscripts({ userHome, environment: {}, ...options });
  return { items, diagnostics, paths: items.map(({ path }) => relative(userHome, path)) };
}

/** For each agent: its sessions, its sub-agents, and files beside them that are neither. */
const LAYOUTS: readonly { agent: string; sessions: string[]; subAgents?: string[]; others?: string[] }[] = [
  {
    agent: "claude-code",
    sessions: [`.claude/projects/-home-dev-work-my-app/${ID}.jsonl`, `.config/claude/projects/-x/${ID}.jsonl`],
    subAgents: [
      `.claude/projects/-home-dev-work-my-app/${ID}/subagents/agent-a1.jsonl`,
      ".claude/projects/-home-dev-work-my-app/agent-0b1c.jsonl",
    ],
    others: [
      `.claude/projects/-home-dev-work-my-app/${ID}/subagents/agent-a1.meta.json`,
      `.claude/projects/-home-dev-work-my-app/${ID}/subagents/journal.jsonl`,
      `.claude/projects/-home-dev-work-my-app/${ID}/tool-results/t.txt`,
      ".claude/projects/-home-dev-work-my-app/memory/note.md",
      ".claude/history.jsonl",
    ],
  },
  {
    agent: "codex",
    sessions: [
      `.codex/sessions/2026/01/02/rollout-2026-01-02T03-04-05-${ID}.jsonl`,
      `.codex/archived_sessions/rollout-2025-12-01T00-00-00-${ID}.jsonl`,
    ],
    others: [".codex/history.jsonl", ".codex/sessions/2026/01/02/other.jsonl"],
  },
  {
    agent: "qwen-code",
    sessions: [`.qwen/projects/-home-dev-work-my-app/chats/${ID}.jsonl`],
    subAgents: [`.qwen/projects/-home-dev-work-my-app/subagents/${ID}/agent-1.jsonl`],
    others: [
      `.qwen/projects/-home-dev-work-my-app/chats/${ID}.runtime.json`,
      ".qwen/projects/-home-dev-work-my-app/meta.json",
      ".qwen/usage_record.jsonl",
    ],
  },
  {
    agent: "gemini-cli",
    sessions: [
      ".gemini/tmp/my-app/chats/session-2026-01-01T00-00-0a1b2c3d.jsonl",
      `.gemini/tmp/${"ab".repeat(32)}/chats/session-2025-01-01T00-00-0a1b2c3d.json`,
    ],
    subAgents: [`.gemini/tmp/my-app/chats/${ID}/reviewer.jsonl`],
    others: [".gemini/tmp/my-app/logs.json", ".gemini/projects.json"],
  },
  {
    agent: "opencode",
    sessions: [".local/share/opencode/storage/session/proj/ses_1.json"],
    others: [
      ".local/share/opencode/storage/message/ses_1/msg_1.json",
      ".local/share/opencode/storage/part/msg_1/prt_1.json",
    ],
  },
  {
    agent: "copilot-cli",
    sessions: [`.copilot/session-state/${ID}/events.jsonl`, ".copilot/session-state/old.jsonl"],
    others: [`.copilot/session-state/${ID}/workspace.yaml`],
  },
  {
    agent: "cursor",
    sessions: [
      `.cursor/projects/home-dev-work-my-app/agent-transcripts/${ID}.jsonl`,
      ".cursor/projects/home-dev-work-my-app/agent-transcripts/b/b.jsonl",
    ],
    subAgents: [".cursor/projects/home-dev-work-my-app/agent-transcripts/b/subagents/c.jsonl"],
    others: [".cursor/chats/0123/b/store.db"],
  },
  { agent: "pi", sessions: [".pi/agent/sessions/--home-dev-work-my_app--/2026_a.jsonl"] },
  {
    agent: "openclaw",
    sessions: [`.openclaw/agents/main/sessions/${ID}.jsonl`, `.clawdbot/agents/main/sessions/${ID}.jsonl`],
    others: [
      ".openclaw/agents/main/sessions/sessions.json",
      `.openclaw/agents/main/sessions/${ID}.trajectory.jsonl`,
      `.openclaw/agents/main/sessions/${ID}.jsonl.lock`,
    ],
  },
  {
    agent: "kimi-cli",
    sessions: [
      ".kimi-code/sessions/wd_my_app_0123456789ab/session_1/agents/main/wire.jsonl",
      ".kimi/sessions/0a0b/s1/wire.jsonl",
    ],
    subAgents: [".kimi-code/sessions/wd_my_app_0123456789ab/session_1/agents/agent-0/wire.jsonl"],
    others: [".kimi-code/sessions/wd_my_app_0123456789ab/session_1/state.json", ".kimi/sessions/0a0b/s1/context.jsonl"],
  },
  {
    agent: "factory-droid",
    sessions: [`.factory/sessions/-home-dev-work-my-app/${ID}.jsonl`, ".factory/sessions/flat.jsonl"],
    others: [`.factory/sessions/-home-dev-work-my-app/${ID}.settings.json`],
  },
  {
    agent: "grok-cli",
    sessions: [`.grok/sessions/%2Fhome%2Fdev%2Fwork%2Fmy_app/${ID}/chat_history.jsonl`],
    others: [`.grok/sessions/%2Fhome%2Fdev%2Fwork%2Fmy_app/${ID}/summary.json`],
  },
  {
    agent: "hermes",
    sessions: [".hermes/sessions/session_20260101_000000_ab.json"],
    others: [".hermes/sessions/sessions.json", ".hermes/state.db"],
  },
  {
    agent: "antigravity",
    sessions: [`.gemini/antigravity-cli/brain/${ID}/.system_generated/logs/transcript.jsonl`],
    others: [`.gemini/antigravity-cli/brain/${ID}/task.md`],
  },
  {
    agent: "autoskill",
    sessions: [`.autoskill/sessions/my_app-0123456789ab/20260102-030405-${ID}.jsonl`],
    others: [".autoskill/config.json", ".autoskill/sessions/my_app-0123456789ab/note.txt"],
  },
];

describe("findTranscripts", () => {
  it.each(LAYOUTS)("tells the sessions of $agent from its sub-agents and other files", async (layout) => {
    for (const path of [...layout.sessions, ...(layout.subAgents ?? []), ...(layout.others ?? [])]) put(path);
    const { items, diagnostics } = await find();
    expect(diagnostics).toEqual([]);
    expect(new Set(items.map(({ agent }) => agent))).toEqual(new Set([layout.agent]));
    const pathsOf = (subAgent: boolean) =>
      items
        .filter((item) => item.subAgent === subAgent)
        .map(({ path }) => relative(userHome, path))
        .sort();
    expect(pathsOf(false)).toEqual([...layout.sessions].sort());
    expect(pathsOf(true)).toEqual([...(layout.subAgents ?? [])].sort());
  });

  it("has a layout in this test for every agent that keeps transcripts in the home folder", () => {
    const tested = LAYOUTS.map(({ agent }) => agent);
    expect(hosts.map(({ id }) => id).filter((id) => !tested.includes(id))).toEqual(["aider"]);
  });

  it("names agents like the kinds of their transcripts", () => {
    for (const { id } of hosts) expect(SOURCE_KINDS).toContain(id);
  });

  it("lists the newest first, across agents, with size and time", async () => {
    put(`.claude/projects/-a/${ID}.jsonl`);
    put(`.codex/sessions/2026/01/02/rollout-${ID}.jsonl`);
    put(".pi/agent/sessions/--a--/x.jsonl");
    const { items } = await find();
    expect(items.map(({ agent }) => agent)).toEqual(["pi", "codex", "claude-code"]);
    expect(items[0]).toMatchObject({ sizeBytes: 3, kind: "transcript", subAgent: false });
    expect(items[0]?.modifiedAt).toBe(new Date(clock).toISOString());
  });

  it("takes only the agents asked for, and says which it does not know", async () => {
    put(`.claude/projects/-a/${ID}.jsonl`);
    put(".pi/agent/sessions/--a--/x.jsonl");
    const { items, diagnostics } = await find({ agents: ["pi", "emacs"] });
    expect(items.map(({ agent }) => agent)).toEqual(["pi"]);
    expect(diagnostics).toMatchObject([{ code: "UNKNOWN_AGENT", agent: "emacs" }]);
  });

  it("takes only what changed since a time, that time included", async () => {
    put(".pi/agent/sessions/--a--/old.jsonl");
    put(".pi/agent/sessions/--a--/new.jsonl");
    for (const since of [new Date(clock), new Date(clock).toISOString()]) {
      const { paths } = await find({ since });
      expect(paths).toEqual([".pi/agent/sessions/--a--/new.jsonl"]);
    }
  });

  it.each([
    ["claude-code", "CLAUDE_CONFIG_DIR", `projects/-a/${ID}.jsonl`],
    ["codex", "CODEX_HOME", `sessions/2026/01/02/rollout-${ID}.jsonl`],
    ["qwen-code", "QWEN_HOME", `projects/-a/chats/${ID}.jsonl`],
    ["qwen-code", "QWEN_RUNTIME_DIR", `projects/-a/chats/${ID}.jsonl`],
    ["gemini-cli", "GEMINI_CLI_HOME", ".gemini/tmp/a/chats/session-1.jsonl"],
    ["opencode", "XDG_DATA_HOME", "opencode/opencode.db"],
    ["copilot-cli", "COPILOT_HOME", `session-state/${ID}/events.jsonl`],
    ["pi", "PI_CODING_AGENT_DIR", "sessions/--a--/x.jsonl"],
    ["openclaw", "OPENCLAW_STATE_DIR", "agents/main/sessions/x.jsonl"],
    ["kimi-cli", "KIMI_CODE_HOME", "sessions/w/s/agents/main/wire.jsonl"],
    ["kimi-cli", "KIMI_SHARE_DIR", "sessions/0a/s/wire.jsonl"],
    ["hermes", "HERMES_HOME", "sessions/session_1.json"],
  ])("follows %s to where %s points", async (agent, variable, path) => {
    const elsewhere = join(root, "elsewhere");
    const expected = put(path, elsewhere);
    const { items } = await find({ environment: { [variable]: elsewhere } });
    expect(items).toMatchObject([{ agent, path: expected }]);
    const { items: byTilde } = await find({ environment: { [variable]: "~/../elsewhere" } });
    expect(byTilde).toMatchObject([{ agent, path: expected }]);
  });

  it("keeps to a project where paths tell the project, and adds what lies in it", async () => {
    const project = join(root, "my_app");
    const dashed = project.replace(/[^A-Za-z0-9]/g, "-");
    const own = [
      put(`.claude/projects/${dashed}/${ID}.jsonl`),
      put(`.qwen/projects/${dashed}/chats/${ID}.jsonl`),
      put(`.cursor/projects/${dashed.slice(1)}/agent-transcripts/${ID}.jsonl`),
      put(`.pi/agent/sessions/--${project.slice(1).replaceAll("/", "-")}--/x.jsonl`),
      put(`.grok/sessions/${encodeURIComponent(project)}/${ID}/chat_history.jsonl`),
      put(`.codex/sessions/2026/01/02/rollout-${ID}.jsonl`),
      put(".aider.chat.history.md", project),
    ];
    put(`.claude/projects/-other/${ID}.jsonl`);
    put(`.qwen/projects/-other/chats/${ID}.jsonl`);
    put(".pi/agent/sessions/--other--/x.jsonl");
    put(`.grok/sessions/%2Fother/${ID}/chat_history.jsonl`);
    put(`.cursor/projects/other/agent-transcripts/${ID}.jsonl`);
    const { items } = await find({ projectRoot: project });
    expect(items.map(({ path }) => path).sort()).toEqual(own.sort());
    expect(items.find(({ agent }) => agent === "aider")?.path).toBe(join(project, ".aider.chat.history.md"));
  });

  it("knows the shortened folder name of a very long project path", async () => {
    const long = `/${"deep/".repeat(60)}end`;
    const name = long.replace(/[^A-Za-z0-9]/g, "-").slice(0, 200);
    put(`.claude/projects/${name}-1a2b3c/${ID}.jsonl`);
    put(`.claude/projects/-other/${ID}.jsonl`);
    const { paths } = await find({ projectRoot: long });
    expect(paths).toEqual([`.claude/projects/${name}-1a2b3c/${ID}.jsonl`]);
  });

  it("lists OpenCode's database instead of the files it came from, as new as its write-ahead log", async () => {
    put(".local/share/opencode/storage/session/proj/ses_1.json");
    const database = put(".local/share/opencode/opencode.db");
    put(".local/share/opencode/opencode.db-wal");
    const { items } = await find();
    expect(items).toEqual([
      {
        agent: "opencode",
        kind: "opencode-db",
        path: database,
        modifiedAt: new Date(clock).toISOString(),
        sizeBytes: 6,
        subAgent: false,
      },
    ]);
  });

  it("is at home on a machine without agents", async () => {
    expect(await find()).toEqual({ items: [], diagnostics: [], paths: [] });
    expect(await usedHosts({ userHome, environment: {} })).toEqual([]);
  });

  it("ends on links that loop, follows links that lead somewhere, and lists nothing twice", async () => {
    put(`.claude/projects/-a/${ID}.jsonl`);
    const elsewhere = join(root, "moved");
    put(`other-${ID}.jsonl`, elsewhere);
    symlinkSync(elsewhere, join(userHome, ".claude/projects/-moved"));
    symlinkSync(join(userHome, ".claude/projects"), join(userHome, ".claude/projects/-loop"));
    symlinkSync(join(userHome, ".claude/projects/-a"), join(userHome, ".claude/projects/-again"));
    symlinkSync(join(userHome, "nowhere"), join(userHome, ".claude/projects/-dangling"));
    const { paths, diagnostics } = await find();
    expect(paths.map((path) => path.split("/").at(-1)).sort()).toEqual([`${ID}.jsonl`, `other-${ID}.jsonl`].sort());
    expect(diagnostics).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)("reports a folder that cannot be read and goes on", async () => {
    put(`.claude/projects/-a/${ID}.jsonl`);
    put(`.claude/projects/-locked/${ID}.jsonl`);
    chmodSync(join(userHome, ".claude/projects/-locked"), 0o000);
    const { paths, diagnostics } = await find();
    chmodSync(join(userHome, ".claude/projects/-locked"), 0o700);
    expect(paths).toEqual([`.claude/projects/-a/${ID}.jsonl`]);
    expect(diagnostics).toMatchObject([{ code: "FOLDER_UNREADABLE", agent: "claude-code" }]);
  });

  it("is not led astray by a file where a folder should be, or a folder named like a transcript", async () => {
    put(".codex/sessions");
    mkdirSync(join(userHome, `.claude/projects/-a/${ID}.jsonl`), { recursive: true });
    expect(await find()).toEqual({ items: [], diagnostics: [], paths: [] });
  });
});

describe("usedHosts", () => {
  it("names the agents of which a folder exists", async () => {
    mkdirSync(join(userHome, ".claude"));
    mkdirSync(join(userHome, ".local/share/opencode"), { recursive: true });
    mkdirSync(join(root, "codex"));
    const place = { userHome, environment: { CODEX_HOME: join(root, "codex") } };
    expect(await usedHosts(place)).toEqual(["claude-code", "codex", "opencode"]);
  });
});

it("the project path in these layouts is the one they stand for", () => {
  expect(PROJECT.replace(/[^A-Za-z0-9]/g, "-")).toBe("-home-dev-work-my-app");
});
