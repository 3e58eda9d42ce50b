/** `chat` in a process of its own: lines from a pipe, and, where `script` can make one, a terminal. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { looking, openScene, type Scene, SOURCE_CLI } from "./end-to-end.test-helper.ts";

const TIMEOUT = 120_000;
let scene: Scene;
afterEach(() => scene.close());

const script = () => ({
  agent: [...looking(20), { text: "Twenty looks." }],
  review: [{ text: "Nothing to save." }],
});

it("talks, obeys its commands, asks, and looks the session over on /quit; lines from a pipe", {
  timeout: TIMEOUT,
}, async () => {
  scene = await openScene({
    wire: "openai",
    script: {
      agent: [
        { text: "May I?", toolCalls: [{ name: "shell", input: { command: "echo yes > asked.txt" } }] },
        { text: "Thank you." },
        ...script().agent,
      ],
      review: script().review,
    },
  });
  const child = spawn(process.execPath, [SOURCE_CLI, "chat"], { cwd: scene.project, env: scene.environment });
  child.stdin.end("/help\n/skills\nAsk me.\ny\n/dance\nLook \\\naround.\n/quit\n");
  const { code, out } = await ended(child);
  expect(code).toBe(0);
  expect(out).toMatch(/autoskill chat openai-compatible:scripted in .*, mode ask/);
  expect(out).toContain("/review");
  expect(out).toContain("There are no skills here yet.");
  expect(out).toContain("May I?\n● shell echo yes > asked.txt\nThank you.");
  expect(scene.get("project/asked.txt")).toBe("yes\n");
  expect(out).toContain("no command /dance");
  expect(out).toContain("Twenty looks.");
  expect(out).toContain("Skill review: nothing to save.");
  expect(
    scene
      .agentRequests()
      .at(-1)
      ?.messages.findLast(({ role }) => role === "user")?.text,
  ).toBe("Look \naround.");
});

const makesTerminals = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
if (!makesTerminals) console.warn("chat at a terminal is skipped: no `script` of util-linux here");

it.skipIf(!makesTerminals)(
  "at a terminal: shows what it does, and Ctrl-C during the review leaves it queued",
  { timeout: TIMEOUT },
  async () => {
    scene = await openScene({ wire: "anthropic", script: { agent: script().agent, review: [{ hang: true }] } });
    const command = `${process.execPath} ${SOURCE_CLI} chat --approval-mode yolo`;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: scene.project,
      env: { ...scene.environment, TERM: "xterm" },
    });
    const screen = watch(child);
    await screen.until("› ");
    child.stdin.write("Look around.\r");
    await screen.until("Twenty looks.");
    child.stdin.write("/quit\r");
    await screen.until("Ctrl-C leaves it for later");
    await untilAsked(child);
    child.stdin.write("\u0003");
    const { code, out } = await ended(child, screen);
    expect(code).toBe(0);
    expect(out).toContain("The skill review waits: autoskill review");
    const waiting = JSON.parse((await scene.cli("review", "--list", "--json")).out);
    expect(waiting.data.waiting).toMatchObject([{ state: "queued" }]);
  },
);

async function untilAsked(child: ChildProcessWithoutNullStreams): Promise<void> {
  while (scene.reviewRequests().length === 0 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

interface Screen {
  text(): string;
  until(text: string): Promise<void>;
}

function watch(child: ChildProcessWithoutNullStreams): Screen {
  let shown = "";
  let wake = (): void => {};
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    wake();
  });
  child.on("close", () => wake());
  return {
    text: () => shown,
    until: async (text) => {
      while (!shown.includes(text)) {
        if (child.exitCode !== null) throw new Error(`ended without ${JSON.stringify(text)}:\n${shown}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function ended(
  child: ChildProcessWithoutNullStreams,
  screen = watch(child),
): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out: screen.text() }));
  });
}
