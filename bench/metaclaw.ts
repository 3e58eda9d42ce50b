/**
 * `npm run bench:metaclaw [-- --set metaclaw|costume --rounds FILE --budget 800 --keep DIR --model scripted --failures]`: days of work with
 * a worker that obeys only the rules that it finds in the injected text. Each evening the day's transcript is learned
 * from; each turn gets the block that `context` gives for the question. Beside it, with the same worker: no skills
 * (`floor`), the rules given from the first day (`ceiling`), and all earlier transcripts whole (`rawTranscript`).
 *
 * `metaclaw` (default; needs ../shared) is MetaClaw-Bench. `costume` is a smaller set of our own of the same shape.
 *
 * With `--model scripted` there is a second run, through the extractor alone: a scripted model behind real HTTP quotes the
 * person's corrections, sentence by sentence, and code decides what of it is kept (`scripted` in the result).
 * With `--failures` each check that failed is printed with the block that the worker had.
 *
 * It measures the plumbing (extract, merge, retrieve, inject), not a model: the figures must not stand beside those of
 * models. Prints progress, and as its last line one JSON object.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  createOperationContext,
  extract,
  learn,
  type OperationContext,
  renderContext,
  runOperation,
} from "../src/operations/index.ts";
import { costumeSet } from "./metaclaw/costume-set.ts";
import { metaclawSet } from "./metaclaw/metaclaw-set.ts";
import { startQuotingModel } from "./metaclaw/quoting-model.ts";
import { type RuleSource, type RunReport, run } from "./metaclaw/run.ts";
import type { CheckedTask, TaskSet } from "./metaclaw/task-set.ts";

const { values } = parseArgs({
  options: {
    set: { type: "string", default: "metaclaw" },
    rounds: { type: "string" },
    budget: { type: "string", default: "800" },
    keep: { type: "string" },
    model: { type: "string", default: "none" },
    failures: { type: "boolean", default: false },
  },
});
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const rounds =
  values.rounds ??
  at(values.set === "costume" ? "data/costume-rounds.jsonl" : "../../shared/bench/metaclaw/rounds.jsonl");
if (!existsSync(rounds)) {
  console.log(`${rounds} is not here; nothing was measured.`);
  process.exit(1);
}
const base = values.keep ?? mkdtempSync(join(tmpdir(), "autoskill-metaclaw-"));
try {
  if (values.set === "costume") await measure(costumeSet(rounds));
  else await measure(metaclawSet(rounds));
} finally {
  if (values.keep === undefined) rmSync(base, { recursive: true, force: true });
}

async function measure<Name extends string, Task extends CheckedTask<Name>>(set: TaskSet<Name, Task>): Promise<void> {
  const skills = await learned(set);
  console.log(`skills: ${JSON.stringify(skills)}`);
  const scripted = values.model === "scripted" ? await extractedByScript(set) : undefined;
  const floor = await run(set, { textFor: async () => "" });
  const ceiling = await run(set, { textFor: async () => set.given, hasAll: true });
  const rawTranscript = await run(set, transcripts());
  const brief = ({ checksPassed, tokensPerTurn }: RunReport) => ({ checksPassed, tokensPerTurn });
  console.log("It measures the plumbing with a scripted worker, not a model.");
  console.log(
    JSON.stringify({
      set: set.name,
      ...skills,
      ...(scripted === undefined ? {} : { scripted }),
      floor: brief(floor),
      ceiling: brief(ceiling),
      rawTranscript: brief(rawTranscript),
    }),
  );
}

/** One run in a home of its own, with what `evening` learns from each day's transcript. */
async function runAndLearn<Name extends string, Task extends CheckedTask<Name>>(
  set: TaskSet<Name, Task>,
  name: string,
  environment: Record<string, string>,
  evening: (context: OperationContext, project: string, path: string, day: number) => Promise<void>,
): Promise<RunReport> {
  const folder = join(base, name);
  const project = join(folder, "project");
  mkdirSync(project, { recursive: true });
  const context = createOperationContext({
    home: join(folder, ".autoskill"),
    userHome: folder,
    workingDirectory: project,
    environment,
  });
  try {
    const source: RuleSource = {
      textFor: async (question) => {
        const asked = { query: question.slice(0, 2_000), budget: Number(values.budget), project };
        return (await runOperation(renderContext, context, asked)).text;
      },
      endOfDay: async (day, messages) => {
        const path = join(folder, `day${String(day).padStart(2, "0")}.json`);
        writeFileSync(path, JSON.stringify({ messages }));
        await evening(context, project, path, day);
      },
    };
    return await run(set, source, (rule, { id, question }, text) => {
      if (values.failures) console.log(`failed ${rule} ${id}: ${question.slice(0, 160)}\n${text}`);
    });
  } finally {
    await context.close();
  }
}

function learned<Name extends string, Task extends CheckedTask<Name>>(set: TaskSet<Name, Task>): Promise<RunReport> {
  return runAndLearn(set, "learned", {}, async (context, project, path, day) => {
    const report = await runOperation(learn, context, { paths: [path], project, publish: true });
    console.log(`day ${day}: ${report.sessions[0]?.reason ?? "no session"}${namesOf(report.published)}`);
    tellFailures(report.notPublished);
  });
}

/** The extractor alone, at the end of each day, with a model that quotes. */
async function extractedByScript<Name extends string, Task extends CheckedTask<Name>>(
  set: TaskSet<Name, Task>,
): Promise<Record<string, unknown>> {
  const model = await startQuotingModel(set.skillNames);
  try {
    const report = await runAndLearn(set, "scripted", model.environment, async (context, project, path, day) => {
      const found = await runOperation(extract, context, { path, project, window: 100, publish: true });
      const left = Object.entries(Object.groupBy(found.problems, ({ code }) => code)).map(
        ([code, all]) => `${code} ${all?.length}`,
      );
      console.log(
        `scripted day ${day}: ${found.outcome}${namesOf(found.published)}; left out: ${left.join(", ") || "nothing"}`,
      );
      tellFailures(found.notPublished);
    });
    console.log(`scripted: ${JSON.stringify(report)}`);
    return { ...report, requests: model.requests(), problems: model.problems() };
  } finally {
    await model.close();
  }
}

function namesOf(published: readonly { name: string; revision: number }[]): string {
  return published.length === 0 ? "" : ` → ${published.map(({ name, revision }) => `${name} r${revision}`).join(", ")}`;
}

function tellFailures(failed: readonly { name: string; error: { message: string } }[]): void {
  for (const { name, error } of failed) console.log(`  not published: ${name}: ${error.message}`);
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
