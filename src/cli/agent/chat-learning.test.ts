/** `chat` in this process: what it says of skills, what it learns meanwhile, and the commands for both. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type ScriptedModelServer,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { createOperationContext } from "../../operations/index.ts";
import { chatCommand } from "./chat.ts";

let folder = "";
let project = "";
let server: ScriptedModelServer | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-chat-")));
  project = join(folder, "project");
  mkdirSync(project);
});
afterEach(async () => {
  const problems = server?.problems ?? [];
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
  expect(problems).toEqual([]);
});

const RULE = "Always sign letters with my full name.";
const isExtraction = (request: ScriptedRequest) => request.system.includes("skills for later");
const skills = (...rules: string[]) => ({
  text: JSON.stringify({
    skills: rules.map((text) => ({
      name: "letters",
      description: "How letters are written and signed. Use when a letter is to be written.",
      prompt: [{ part: "constraint", text, messages: ["T1.1", "T2.1", "T3.1", "T4.1"] }],
      triggers: ["write a letter"],
      confidence: 0.9,
    })),
  }),
});

async function chat(lines: string[], settings: object = {}): Promise<string> {
  server = await startScriptedModelServer({
    replies: (request) => (isExtraction(request) ? skills(RULE) : { text: "Very well." }),
  });
  mkdirSync(join(folder, ".autoskill"), { recursive: true });
  writeFileSync(join(folder, ".autoskill", "config.json"), JSON.stringify(settings));
  let out = "";
  const write = (text: string): void => {
    out += text;
  };
  const environment = {
    HOME: folder,
    AUTOSKILL_USER: "tester",
    AUTOSKILL_MODEL: "openai-compatible:scripted",
    AUTOSKILL_BASE_URL: server.openaiBaseUrl,
    AUTOSKILL_API_KEY: server.apiKey,
  };
  const stdin = new PassThrough();
  stdin.end(`${lines.join("\n")}\n`);
  await chatCommand(
    {
      terminal: { out: write, err: write, interactive: false, redraws: false, columns: 200 },
      json: false,
      run: async () => {},
      setExitCode: () => {},
      withContext: async (work) => {
        const context = createOperationContext({ userHome: folder, environment, workingDirectory: project });
        try {
          return await work(context);
        } finally {
          await context.close();
        }
      },
    },
    { review: false },
    stdin,
  );
  return out;
}

it("learns on /extract, shows which skill is used and why, explains it, and takes it back", async () => {
  const out = await chat(
    [
      "Write a letter.",
      `From now on ${RULE.toLowerCase()}`,
      "/extract how letters are signed",
      "/why letters",
      "Write a letter and sign it.",
      "/undo",
      "/skills",
      "/undo",
      "/why",
      "/quit",
    ],
    { approval: "auto" },
  );
  expect(out).toMatch(/looked at/);
  expect(out).toContain("✓ letters (new)");
  expect(out).toContain(RULE);
  expect(out).toMatch(/◇ letters \d*%? ?\((?:for all work|[^)]*letter)/);
  expect(out).toContain("There are no skills here yet.");
  expect(out).toContain("There is nothing to take back.");
  expect(out).toContain("/why NAME");
});

it("looks at the conversation in the background, after so many turns, without holding it up", async () => {
  const out = await chat(
    ["Write a letter.", `From now on ${RULE.toLowerCase()}`, "Thanks, that is all.", "/extract", "/quit"],
    {
      approval: "auto",
      extract: { everyTurns: 2 },
    },
  );
  expect(out).toMatch(/✦ learned letters \(revision 1\)/);
  expect(server?.requests.filter(isExtraction).length).toBeGreaterThanOrEqual(2);
});

it("does not look by itself where the settings say never", async () => {
  await chat(["Write a letter.", `From now on ${RULE.toLowerCase()}`, "Thanks.", "/quit"], {
    extract: { mode: "never", everyTurns: 1 },
  });
  expect(server?.requests.filter(isExtraction)).toEqual([]);
});
