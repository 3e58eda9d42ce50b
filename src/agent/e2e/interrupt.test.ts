/** Ctrl-C and `run`: an answer that is stopped, and a review that is left for later. */
import { spawn } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { looking, openScene, type Scene, SOURCE_CLI } from "./end-to-end.test-helper.ts";

const TIMEOUT = 120_000;
let scene: Scene;
afterEach(() => scene.close());

/** Sends SIGINT once `ready` holds; the lines of stdout and the exit code. */
async function interruptedRun(ready: () => boolean) {
  const args = [SOURCE_CLI, "run", "Look around.", "--approval-mode", "yolo", "--output-format", "stream-json"];
  const child = spawn(process.execPath, args, { cwd: scene.project, env: scene.environment });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  while (!ready() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
  child.kill("SIGINT");
  const code = await ended;
  return {
    code,
    lines: out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

it("stops an answer, tells so, and keeps the session", { timeout: TIMEOUT }, async () => {
  const agent = [...looking(7), { hang: true }, { text: "Here we are again." }];
  scene = await openScene({ wire: "openai", script: { agent } });
  const { code, lines } = await interruptedRun(() => scene.agentRequests().length === 2);
  expect(code).toBe(130);
  expect(lines.at(-1)).toMatchObject({
    type: "result",
    isError: true,
    ended: "cancelled",
    toolCalls: 7,
    exitCode: 130,
  });
  const again = await scene.agent("Go on.", "--continue");
  expect(again.line("result")).toMatchObject({ text: "Here we are again.", exitCode: 0 });
  expect(scene.agentRequests().at(-1)?.messages.at(-1)?.text).toBe("Go on.");
});

it("leaves a review that is under way in the queue, which `review` takes up", { timeout: TIMEOUT }, async () => {
  const agent = [...looking(20), { text: "Seen." }];
  scene = await openScene({
    wire: "anthropic",
    script: { agent, review: [{ hang: true }, { text: "Nothing to save." }] },
  });
  const { code, lines } = await interruptedRun(() => scene.reviewRequests().length === 1);
  expect(lines.find(({ type }) => type === "result")).toMatchObject({ text: "Seen.", exitCode: 0 });
  expect(lines.at(-1)).toMatchObject({ type: "skill_review_done", state: "released" });
  expect(code).toBe(0);
  const later = JSON.parse((await scene.cli("review", "--json")).out);
  expect(later.data.runs).toMatchObject([{ state: "done", outcome: "nothing_to_save" }]);
});
