/**
 * `npm run eval:secrets [-- --count 300]`: secrets of twelve kinds planted on every way in, and looked for on every way
 * out. In: what a person says, commands, their output, errors, files, the agent's own words, a model's answers. The ways:
 * `learn`, `review` with a scripted model that also writes secrets into its skill, `import` of conversations, documents and skills,
 * `run` with its request log, `context`, `search`, `export` with evidence. Out: everything below the home and the project but what was planted, and every request that a model got.
 * Last line: one JSON object `{planted, kinds, found, skills, requests, requestsWithSecrets, problems}`. Ends with code 1 when
 * one was found. Needs nothing but this repository.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { unzipSync } from "fflate";
import { startScriptedModelServer } from "../src/model/scripted-model-server.test-helper.ts";
import { run } from "../src/operations/agent/run.ts";
import { exportSkills } from "../src/operations/export/export.ts";
import { importArchives } from "../src/operations/import/import.ts";
import { createOperationContext, learn, renderContext, runOperation, search } from "../src/operations/index.ts";
import { review } from "../src/operations/review/index.ts";
import { type PlantedStep, withSteps } from "./planted/claude-records.ts";
import { findInFiles, findInText, type Leak } from "./secrets/find-secrets.ts";
import { plantedSecrets } from "./secrets/kinds.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "300" } } });
const secrets = plantedSecrets(Number(values.count));
const base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-secrets-")));
const [home, project, planted] = [join(base, "home"), join(base, "project"), join(base, "planted")];
for (const folder of [project, planted]) mkdirSync(folder);

let next = 0;
/** The next secret; each stands in one place only. */
const secret = () => secrets[next++ % secrets.length]?.value ?? "";

/** A session with a secret in each place where one can stand. */
function sessionWithSecrets(seed: string): string {
  const steps: PlantedStep[] = [
    { say: `Please deploy the shop, the key is ${secret()}` },
    { run: `export TOKEN=${secret()} && npm run deploy`, output: `Error: token ${secret()} was refused`, failed: true },
    { run: "npm run deploy -- --region eu", output: `deployed with ${secret()}` },
    { agent: `It worked with ${secret()}.` },
    { say: `From now on always pass --key ${secret()} when you deploy the shop.` },
    { run: `curl -H "Authorization: Bearer ${secret()}" https://api.example.com`, output: "ok" },
    { run: "npm test", output: `1 failed: expected ${secret()}`, failed: true },
    { run: "npm test -- --update", output: "14 passed" },
    { say: `No, we never store ${secret()} in this repo, use the vault.` },
    { run: `git remote add origin https://user:${secret()}@git.example.com/shop.git`, output: "" },
    { say: `Remember: the staging password is "${secret()}", run npm run lint before every commit.` },
    { run: "npm run lint", output: "ok" },
    { run: "git push origin main", output: `remote: token ${secret()} expires soon` },
  ];
  const opening = JSON.stringify({
    type: "user",
    uuid: `00000000-0000-4000-8000-${seed.padStart(12, "0")}`,
    parentUuid: null,
    sessionId: `session-${seed}`,
    cwd: project,
    version: "2.0.0",
    isSidechain: false,
    userType: "external",
    timestamp: "2026-01-05T10:00:00.000Z",
    message: { role: "user", content: "Get the shop ready for release." },
  });
  return withSteps(`${opening}\n`, steps, seed);
}

/** A folder of archives: conversations, a document of the person's own, and a skill of somebody else. */
function archives(): string {
  const folder = join(planted, "archives");
  mkdirSync(join(folder, "skill-with-key"), { recursive: true });
  const conversation = {
    messages: [
      { role: "user", content: `Set the mailer up with ${secret()}.` },
      { role: "assistant", content: `It is set up with ${secret()}.` },
      { role: "user", content: `From now on always send mails with the key ${secret()}, never by hand.` },
      { role: "assistant", content: "Understood." },
    ],
  };
  writeFileSync(join(folder, "chats.jsonl"), `${JSON.stringify(conversation)}\n`);
  const rules = `# How we work\n\n## Rules\n\n- Always sign builds with ${secret()}.\n- Always run the linter before you push.\n`;
  writeFileSync(join(folder, "handbook.md"), rules);
  const head = '---\nname: skill-with-key\ndescription: "Signs builds. Use when a build is signed."\n---\n';
  writeFileSync(join(folder, "skill-with-key", "SKILL.md"), `${head}\n# Sign\n\n- Sign with ${secret()}.\n`);
  return folder;
}

/** A model that reads a file with a secret, and then writes one into the skill that it proposes. */
const server = await startScriptedModelServer({
  replies: ({ body, messages }) => {
    const reviews = JSON.stringify(body).includes('"read_turn"');
    const step = messages.filter((message) => message.role === "assistant").length;
    if (step === 0) return { toolCalls: [{ name: "read_file", input: { path: "config/settings.txt" } }] };
    if (!reviews || step > 2) return { text: reviews ? "Nothing to save." : "It is deployed." };
    const name = `deploy-shop-${next}`;
    const rule = `Pass --key ${secret()} when you deploy the shop.`;
    const content = `---\nname: ${name}\ndescription: "Deploys the shop. Use when deploying."\n---\n\n# Deploy\n\n## Rules\n\n- ${rule}\n`;
    const evidence = [{ rule: "Pass --key", turns: ["T1", "T2"] }];
    return {
      text: `The key is ${secret()}.`,
      toolCalls: [{ name: "write_file", input: { path: `.agents/skills/${name}/SKILL.md`, content, evidence } }],
    };
  },
});
const environment = {
  AUTOSKILL_MODEL: "scripted",
  AUTOSKILL_BASE_URL: server.openaiBaseUrl,
  AUTOSKILL_API_KEY: server.apiKey,
};
const context = createOperationContext({ home, userHome: base, workingDirectory: project, environment });
const leaks: Leak[] = [];
let requestsWithSecrets = 0;
try {
  mkdirSync(join(project, "config"));
  const plantedFiles = new Set([join(project, "config", "settings.txt")]);
  writeFileSync(join(project, "config", "settings.txt"), `key = ${secret()}\nother = ${secret()}\n`);
  const rounds = Math.max(1, Math.floor((secrets.length - 40) / 13));
  for (let round = 0; round < rounds; round += 1) {
    const path = join(planted, `session-${round}.jsonl`);
    writeFileSync(path, sessionWithSecrets(String(round)));
    await runOperation(learn, context, { paths: [path], project, publish: true });
    if (round % 4 === 0) await runOperation(review, context, { session: path, project, publish: true });
  }
  await runOperation(importArchives, context, { paths: [archives()], project, mine: true, publish: true });
  for (let at = 0; at < 6; at += 1) {
    const said = `Deploy with ${secret()} and tell me when it is done.`;
    await runOperation(run, context, { prompt: said, project, approval: "yolo", logRequests: join(base, "requests") });
  }
  for (const query of [`deploy the shop with ${secret()}`, "how do we deploy the shop"]) {
    const block = await runOperation(renderContext, context, { query, project });
    leaks.push(...findInText(block.text, secrets, "context"));
    leaks.push(
      ...findInText(
        JSON.stringify((await runOperation(search, context, { query, project })).skills),
        secrets,
        "search",
      ),
    );
  }
  await runOperation(exportSkills, context, { to: join(base, "export"), project, withEvidence: true });
  await runOperation(exportSkills, context, { to: join(base, "export.zip"), project, withEvidence: true });
  const zipped = unzipSync(readFileSync(join(base, "export.zip")));
  for (const [name, bytes] of Object.entries(zipped)) {
    leaks.push(...findInText(Buffer.from(bytes).toString("latin1"), secrets, `export.zip: ${name}`));
  }
  const { skills } = await (await context.bank(project)).list();
  await context.close();
  for (const request of server.requests) {
    // What the model said itself comes back to it as it said it.
    const told = request.messages.filter((message) => message.role !== "assistant");
    const found = findInText(JSON.stringify([request.system, told]), secrets, "request to a model");
    if (found.length > 0) requestsWithSecrets += 1;
    leaks.push(...found);
  }
  leaks.push(...findInFiles(base, secrets, (path) => path.startsWith(planted) || plantedFiles.has(path)));
  const kinds = new Set(secrets.map(({ kind }) => kind)).size;
  for (const leak of leaks.slice(0, 40)) console.log(`found: ${leak.kind} (${leak.form}) in ${leak.place}`);
  console.log(
    JSON.stringify({
      planted: Math.min(next, secrets.length),
      kinds,
      found: leaks.length,
      skills: skills.length,
      requests: server.requests.length,
      requestsWithSecrets,
      problems: server.problems.slice(0, 3),
    }),
  );
  process.exitCode = leaks.length === 0 ? 0 : 1;
} finally {
  await context.close();
  await server.close();
  rmSync(base, { recursive: true, force: true });
}
