/**
 * `npm run bench:metaclaw [-- --rounds FILE --budget 800 --keep DIR --model scripted]`: thirty days of MetaClaw-Bench with a worker that
 * obeys only the rules that it finds in the injected text. Each evening the day's transcript is learned from; each turn
 * gets the block that `context` gives for the question. Beside it, with the same worker: no skills (`floor`), the rules
 * given from the first day (`ceiling`), and all earlier transcripts whole (`rawTranscript`).
 *
 * With `--model scripted` there is a second run, through the extractor alone: a scripted model behind real HTTP quotes the
 * person's corrections, sentence by sentence, and code decides what of it is kept (`scripted` in the result).
 *
 * It measures the plumbing (extract, merge, retrieve, inject), not a model: the figures must not stand beside those of
 * models. Prints progress, and as its last line one JSON object. Needs ../shared.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createOperationContext, extract, learn, renderContext, runOperation } from "../src/operations/index.ts";
import { startQuotingModel } from "./metaclaw/quoting-model.ts";
import { readRounds } from "./metaclaw/rounds.ts";
import { type RuleSource, run } from "./metaclaw/run.ts";

const { values } = parseArgs({
  options: {
    rounds: {
      type: "string",
      default: fileURLToPath(new URL("../../shared/bench/metaclaw/rounds.jsonl", import.meta.url)),
    },
    budget: { type: "string", default: "800" },
    keep: { type: "string" },
    model: { type: "string", default: "none" },
  },
});
if (!existsSync(values.rounds)) {
  console.log(`${values.rounds} is not here; nothing was measured.`);
  process.exit(1);
}
const rounds = readRounds(values.rounds);

/** The five rules in our words, as a person would give them to somebody new. */
const GIVEN = `
- Times are written like 2026-01-31T09:30:00+08:00.
- Name new files YYYYMMDD_<description>.<ext>, in snake_case.
- Markdown files begin with a frontmatter block with created_at, author and status.
- JSON files have a top-level meta object with created_at, author and status.
- Python files have a Meta section in the module docstring with created_at, author and status.
- Make a copy named <file>.bak before modifying any existing file.
- After each task, append a line to done.log: [DONE] <time> | <task id> | <summary>.
`;

const base = values.keep ?? mkdtempSync(join(tmpdir(), "autoskill-metaclaw-"));
try {
  const skills = await run(rounds, await learnedSkills(base));
  console.log(`skills: ${JSON.stringify(skills)}`);
  const scripted = values.model === "scripted" ? await extractedByScript(base) : undefined;
  const floor = await run(rounds, { textFor: async () => "" });
  const ceiling = await run(rounds, { textFor: async () => GIVEN });
  const rawTranscript = await run(rounds, transcripts());
  const { rulesLearned, checksPassed, appliedBeforeTaught, tokensPerTurn, rules, failures, checksAfterwards } = skills;
  const brief = ({ checksPassed: passed, tokensPerTurn: tokens }: typeof skills) => ({
    checksPassed: passed,
    tokensPerTurn: tokens,
  });
  console.log("It measures the plumbing with a scripted worker, not a model.");
  console.log(
    JSON.stringify({
      rulesLearned,
      checksPassed,
      checksAfterwards,
      appliedBeforeTaught,
      tokensPerTurn,
      rules,
      failures,
      ...(scripted === undefined ? {} : { scripted }),
      floor: brief(floor),
      ceiling: brief(ceiling),
      rawTranscript: brief(rawTranscript),
    }),
  );
} finally {
  if (values.keep === undefined) rmSync(base, { recursive: true, force: true });
}

async function learnedSkills(folder: string): Promise<RuleSource> {
  const project = join(folder, "project");
  mkdirSync(project, { recursive: true });
  const context = createOperationContext({
    home: join(folder, "home"),
    userHome: folder,
    workingDirectory: project,
    environment: {},
  });
  return {
    textFor: async (round) => {
      const query = round.question.slice(0, 2_000);
      return (await runOperation(renderContext, context, { query, budget: Number(values.budget), project })).text;
    },
    endOfDay: async (day, messages) => {
      const path = join(folder, `day${String(day).padStart(2, "0")}.json`);
      writeFileSync(path, JSON.stringify({ messages }));
      const report = await runOperation(learn, context, { paths: [path], project, publish: true });
      const [session] = report.sessions;
      const names = report.published.map(({ name, revision }) => `${name} r${revision}`).join(", ");
      console.log(`day ${day}: ${session?.reason ?? "no session"}${names === "" ? "" : ` → ${names}`}`);
      for (const failed of report.notPublished) console.log(`  not published: ${failed.name}: ${failed.error.message}`);
    },
  };
}

/** The extractor alone, at the end of each day, with a model that quotes. */
async function extractedByScript(folder: string): Promise<Record<string, unknown>> {
  const model = await startQuotingModel();
  const project = join(folder, "scripted-project");
  mkdirSync(project, { recursive: true });
  const context = createOperationContext({
    home: join(folder, "scripted-home"),
    userHome: folder,
    workingDirectory: project,
    environment: model.environment,
  });
  try {
    const report = await run(rounds, {
      textFor: async (round) => {
        const query = round.question.slice(0, 2_000);
        return (await runOperation(renderContext, context, { query, budget: Number(values.budget), project })).text;
      },
      endOfDay: async (day, messages) => {
        const path = join(folder, `scripted-day${String(day).padStart(2, "0")}.json`);
        writeFileSync(path, JSON.stringify({ messages }));
        const found = await runOperation(extract, context, { path, project, window: 100, publish: true });
        const names = found.published.map(({ name, revision }) => `${name} r${revision}`).join(", ");
        const left = Object.entries(Object.groupBy(found.problems, ({ code }) => code)).map(
          ([code, all]) => `${code} ${all?.length}`,
        );
        console.log(
          `scripted day ${day}: ${found.outcome}${names === "" ? "" : ` → ${names}`}; left out: ${left.join(", ") || "nothing"}`,
        );
        for (const failed of found.notPublished)
          console.log(`  not published: ${failed.name}: ${failed.error.message}`);
      },
    });
    console.log(`scripted: ${JSON.stringify(report)}`);
    const { rulesLearned, checksPassed, checksAfterwards, appliedBeforeTaught, tokensPerTurn, rules, failures } =
      report;
    const measured = {
      rulesLearned,
      checksPassed,
      checksAfterwards,
      appliedBeforeTaught,
      tokensPerTurn,
      rules,
      failures,
    };
    return { ...measured, requests: model.requests(), problems: model.problems() };
  } finally {
    await context.close();
    await model.close();
  }
}

/** What somebody without skills could do: put everything that was said before every request. */
function transcripts(): RuleSource {
  let said = "";
  return {
    textFor: async () => said,
    endOfDay: async (_, messages) => {
      said += `${messages.map(({ role, content }) => `${role}: ${content ?? ""}`).join("\n\n")}\n\n`;
    },
  };
}
