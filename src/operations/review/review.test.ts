import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Clock } from "../../base/index.ts";
import { findJob, listJobs } from "../../store/index.ts";
import { setConfiguration } from "../configuration.ts";
import { approve, pending, reject, runOperation, why } from "../index.ts";
import { learn } from "../learn/learn.ts";
import { usage } from "../model/usage.ts";
import { enqueueReview, type ReviewFinding, review, runReviewJobs } from "./index.ts";
import {
  DONE,
  NOTHING,
  openReviewBench,
  type ReviewBench,
  SAID,
  savesRule,
  TEACHING,
  writeTranscript,
} from "./review.test-helper.ts";

let bench: ReviewBench;
afterEach(() => bench.close());

/** A clock that stands still until it is moved. */
function movableClock(): Clock & { move(ms: number): void } {
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => new Date(time),
    move: (ms) => {
      time += ms;
    },
  };
}

const skillFile = (name = "committing") => join(bench.project, ".agents/skills", name, "SKILL.md");

describe("the gate of reviews", () => {
  it("queues a session that taught something, once", async () => {
    bench = await openReviewBench([]);
    const path = bench.transcript("one", TEACHING);
    const first = await enqueueReview(bench.context, { path });
    expect(first).toMatchObject({ status: "scheduled", why: "stated_by_person", sessionId: "one", toolCalls: 5 });
    const again = await enqueueReview(bench.context, { path });
    expect(again).toMatchObject({ status: "skipped", reason: "already_running" });
    expect(await listJobs(await bench.context.store())).toHaveLength(1);
    expect(bench.server.requests).toEqual([]);
  });

  it("skips what is too little, and counts calls from a threshold", async () => {
    bench = await openReviewBench([]);
    const looks = Array.from({ length: 19 }, (_, index) => ({ command: `cat file-${index}` }));
    const short = bench.transcript("short", [{ person: "Explain." }, ...looks]);
    expect(await enqueueReview(bench.context, { path: short })).toMatchObject({
      reason: "below_threshold",
      toolCalls: 19,
    });
    const long = bench.transcript("long", [{ person: "Explain." }, ...looks, { command: "cat more" }]);
    expect(await enqueueReview(bench.context, { path: long })).toMatchObject({
      status: "scheduled",
      why: "tool_calls",
    });
    expect(await enqueueReview(bench.context, { path: short, threshold: 5 })).toMatchObject({ status: "scheduled" });
  });

  it("skips a session in which skills were changed by hand, whatever folder they lie in", async () => {
    bench = await openReviewBench([]);
    for (const [index, folder] of [".qwen/skills", ".agents/skills", ".claude/skills"].entries()) {
      const path = bench.transcript(`own-${index}`, [...TEACHING, { write: `${folder}/mine/SKILL.md` }]);
      expect(await enqueueReview(bench.context, { path }), folder).toMatchObject({
        reason: "skills_modified_in_session",
      });
    }
  });

  it("skips when it is switched off, by the person or by the project, which cannot switch it on", async () => {
    bench = await openReviewBench([]);
    const path = bench.transcript("one", TEACHING);
    await setConfiguration(bench.context, "memory.enableAutoSkill", false);
    expect(await enqueueReview(bench.context, { path })).toMatchObject({ reason: "disabled" });
    expect(await enqueueReview(bench.context, { path, asked: true })).toMatchObject({
      status: "scheduled",
      why: "stated_by_person",
    });
  });

  it("skips without a model", async () => {
    bench = await openReviewBench([], { environment: {} });
    const path = bench.transcript("one", TEACHING);
    expect(await enqueueReview(bench.context, { path })).toMatchObject({ reason: "no_model" });
  });

  it("skips a session that has nothing new, and takes it again when it grew", async () => {
    bench = await openReviewBench(() => NOTHING);
    const path = bench.transcript("one", TEACHING);
    await enqueueReview(bench.context, { path });
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "done", outcome: "nothing_to_save" }]);
    expect(await enqueueReview(bench.context, { path })).toMatchObject({ reason: "nothing_new" });
    bench.transcript("one", [...TEACHING, { person: "And never push to main." }, { command: "git diff" }]);
    expect(await enqueueReview(bench.context, { path })).toMatchObject({ status: "scheduled" });
  });

  it("leaves out its own runs and sub-agents", async () => {
    bench = await openReviewBench([]);
    const own = bench.transcript("own", [
      { person: "<autoskill-own-run/> You look back over a session." },
      ...TEACHING,
    ]);
    expect(await enqueueReview(bench.context, { path: own, asked: true })).toMatchObject({ reason: "own_run" });
  });

  it("reviews what a session became, not each state that it was in", async () => {
    bench = await openReviewBench(() => NOTHING);
    const path = bench.transcript("one", TEACHING);
    await enqueueReview(bench.context, { path });
    bench.transcript("one", [...TEACHING, { person: "Go on." }, { command: "git diff" }]);
    await enqueueReview(bench.context, { path });
    const jobs = await listJobs(await bench.context.store());
    expect(jobs.map((job) => job.state).sort()).toEqual(["cancelled", "queued"]);
    expect(await runReviewJobs(bench.context)).toHaveLength(1);
  });
});

describe("running reviews", () => {
  it("leaves a proposal that waits, with evidence that can be verified, and publishes it on approval", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    const path = bench.transcript("one", TEACHING);
    const report = await runOperation(review, bench.context, { session: path });
    expect(report.asked).toMatchObject({ status: "scheduled" });
    expect(report.runs).toMatchObject([{ state: "done", outcome: "proposed", turns: 2, published: [] }]);
    expect(existsSync(skillFile())).toBe(false);
    const { proposals } = await runOperation(pending, bench.context, {});
    expect(proposals).toMatchObject([{ name: "committing", action: "create", projectRoot: bench.project }]);
    await runOperation(approve, bench.context, { all: true });
    expect(readFileSync(skillFile(), "utf8")).toContain(`- ${SAID}`);
    const explained = await runOperation(why, bench.context, { name: "committing", project: bench.project });
    const rule = explained.rules.find((candidate) => candidate.text === SAID);
    expect(rule?.evidence).toMatchObject([{ support: "user_said", status: "verified" }]);
    expect(bench.server.problems).toEqual([]);
  });

  it("shows no more of a session than half of what the model takes, so that it can be looked over at all", async () => {
    const command = { command: "npm test", exit: 1, output: "Error: the module is missing\n".repeat(200) };
    const long = [...TEACHING, ...Array.from({ length: 30 }, () => command)];
    const shown: number[] = [];
    for (const contextTokens of [0, 8000]) {
      bench = await openReviewBench([NOTHING]);
      await setConfiguration(bench.context, "model.contextTokens", contextTokens);
      await runOperation(review, bench.context, { session: bench.transcript("long", long) });
      const jobs = await listJobs(await bench.context.store());
      shown.push(...jobs.map(({ result }) => (result as ReviewFinding).session.tokens));
      if (contextTokens === 0) await bench.close();
    }
    expect(shown[0]).toBeGreaterThan(8000);
    expect(shown[1]).toBeLessThanOrEqual(4000);
  });

  it("publishes at once under `auto`, with our own marker, id and version, and tells", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    await setConfiguration(bench.context, "approval", "auto");
    const report = await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    expect(report.runs).toMatchObject([{ state: "done", published: [{ name: "committing", action: "create" }] }]);
    const text = readFileSync(skillFile(), "utf8");
    expect(text).toMatch(/source: "auto-skill"/);
    expect(text).toMatch(/extracted_at: "20\d\d-/);
    expect(text).toMatch(/version: "0\.1\.0"/);
  });

  it("adds to a published skill by edits, and keeps every other byte", async () => {
    const rule = "Never push to the main branch.";
    const path = ".agents/skills/committing/SKILL.md";
    bench = await openReviewBench([
      savesRule(),
      DONE,
      {
        toolCalls: [
          { name: "read_file", input: { path } },
          {
            name: "edit",
            input: {
              path,
              old_string: `- ${SAID}`,
              new_string: `- ${SAID}\n- ${rule}`,
              evidence: [{ rule, turns: ["T2.1"] }],
            },
          },
        ],
      },
      DONE,
    ]);
    await setConfiguration(bench.context, "approval", "auto");
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    const before = readFileSync(skillFile(), "utf8");
    const two = bench.transcript("two", [
      { person: "Push it." },
      { command: "git push origin main" },
      { person: "From now on never push to the main branch." },
    ]);
    const report = await runOperation(review, bench.context, { session: two });
    expect(report.runs).toMatchObject([{ state: "done", published: [{ action: "update", revision: 2 }] }]);
    const after = readFileSync(skillFile(), "utf8");
    const change = (text: string) => text.split("\n").filter((line) => !/^ {2}(?:version|extracted_at)/.test(line));
    expect(change(after)).toEqual([...change(before).slice(0, -1), `- ${rule}`, ""]);
  });

  it("publishes a reworded rule in the place of the old one, and takes out what the person spoke against", async () => {
    const path = ".agents/skills/committing/SKILL.md";
    const reworded = "Always run the formatter and the linter before you commit.";
    const wrong = "Never push to the main branch.";
    const first = JSON.parse(JSON.stringify(savesRule()).replace(`- ${SAID}\\n`, `- ${SAID}\\n- ${wrong}\\n`));
    first.toolCalls[0].input.evidence.push({ rule: wrong, turns: ["T3.1"] });
    bench = await openReviewBench([
      first,
      DONE,
      {
        toolCalls: [
          { name: "read_file", input: { path } },
          {
            name: "edit",
            input: { path, old_string: SAID, new_string: reworded, evidence: [{ rule: reworded, turns: ["T2.1"] }] },
          },
          {
            name: "edit",
            input: { path, old_string: `- ${wrong}\n`, new_string: "", evidence: [{ rule: wrong, turns: ["T3.1"] }] },
          },
        ],
      },
      DONE,
    ]);
    await setConfiguration(bench.context, "approval", "auto");
    const before = [...TEACHING, { person: "From now on never push to the main branch." }, { command: "git diff" }];
    await runOperation(review, bench.context, { session: bench.transcript("one", before) });
    expect(readFileSync(skillFile(), "utf8")).toContain(`- ${SAID}\n- ${wrong}\n`);
    const two = bench.transcript("two", [
      { person: "Push it." },
      { command: "git push origin main" },
      { person: "From now on always run the formatter and the linter before you commit." },
      { command: "git status" },
      { person: "From now on always push to the main branch, we have no other." },
      { command: "git status" },
    ]);
    const report = await runOperation(review, bench.context, { session: two });
    expect(report.runs).toMatchObject([{ state: "done", published: [{ action: "update", revision: 2 }] }]);
    const after = readFileSync(skillFile(), "utf8");
    expect(after).toContain(`- ${reworded}\n`);
    expect(after).not.toContain(SAID);
    expect(after).not.toContain(wrong);
  });

  it("keeps a rejected idea from coming back", async () => {
    bench = await openReviewBench(({ number }) => (number % 2 === 0 ? savesRule() : DONE));
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    await runOperation(reject, bench.context, { all: true });
    const again = await runOperation(review, bench.context, { session: bench.transcript("two", TEACHING) });
    expect(again.runs).toMatchObject([{ outcome: "refused", problems: [{ code: "rejected_before" }], proposals: [] }]);
  });

  it("tries a failed review again later, then keeps it as given up; asked for, it begins anew", async () => {
    const clock = movableClock();
    let broken = true;
    bench = await openReviewBench(() => (broken ? { status: 400, text: "no" } : NOTHING), { clock });
    const path = bench.transcript("one", TEACHING);
    const scheduled = await enqueueReview(bench.context, { path });
    const jobId = "jobId" in scheduled ? scheduled.jobId : undefined;
    for (const minutes of [1, 5, 25, 120]) {
      expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "queued", error: { code: "MODEL_REFUSED" } }]);
      expect(await runReviewJobs(bench.context)).toEqual([]);
      clock.move(minutes * 60_000);
    }
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "dead", attempts: 5 }]);
    const dead = await findJob(await bench.context.store(), jobId ?? "");
    expect(dead).toMatchObject({
      state: "dead",
      error: { code: "MODEL_REFUSED" },
      payload: { path, sessionId: "one" },
    });
    const list = await runOperation(review, bench.context, { list: true });
    expect(list.waiting).toMatchObject([{ state: "dead", error: { code: "MODEL_REFUSED" } }]);
    broken = false;
    const report = await runOperation(review, bench.context, { session: path });
    expect(report.runs).toMatchObject([{ state: "done", outcome: "nothing_to_save", attempts: 1 }]);
  });

  it("gives up at once on a transcript that is gone", async () => {
    bench = await openReviewBench([]);
    const path = bench.transcript("one", TEACHING);
    await enqueueReview(bench.context, { path });
    rmSync(path);
    expect(await runReviewJobs(bench.context)).toMatchObject([
      { state: "dead", error: { code: "TRANSCRIPT_UNREADABLE" } },
    ]);
  });

  it("puts a stopped review back as it was", async () => {
    const stop = new AbortController();
    bench = await openReviewBench(({ number }) => {
      if (number === 0) setTimeout(() => stop.abort(new Error("stop")), 20);
      return number === 0 ? { hang: true } : NOTHING;
    });
    await enqueueReview(bench.context, { path: bench.transcript("one", TEACHING) });
    expect(await runReviewJobs(bench.context, { signal: stop.signal })).toMatchObject([{ state: "released" }]);
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  it("runs one review of a project at a time, whoever runs them", async () => {
    let running = 0;
    let most = 0;
    bench = await openReviewBench(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 60));
      running -= 1;
      return NOTHING;
    });
    for (const name of ["one", "two", "three"]) {
      await enqueueReview(bench.context, { path: bench.transcript(name, TEACHING) });
    }
    const runs = await Promise.all([runReviewJobs(bench.context), runReviewJobs(bench.another())]);
    expect(most).toBe(1);
    expect(runs.flat().length).toBeGreaterThanOrEqual(1);
    await runReviewJobs(bench.context);
    const jobs = await listJobs(await bench.context.store());
    expect(jobs.map((job) => job.state)).toEqual(["done", "done", "done"]);
  });

  it("drops what it found when its lease was lost meanwhile", async () => {
    const clock = movableClock();
    bench = await openReviewBench(
      async ({ number }) => {
        if (number === 0) {
          clock.move(3_600_000);
          await runReviewJobs(bench.another());
        }
        return number === 0 ? savesRule() : number === 1 ? NOTHING : DONE;
      },
      { clock },
    );
    await enqueueReview(bench.context, { path: bench.transcript("one", TEACHING) });
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "lost" }]);
    expect((await runOperation(pending, bench.context, {})).proposals).toEqual([]);
    expect(await listJobs(await bench.context.store())).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  it("begins nothing without a model, says why, and costs the review no attempt", async () => {
    bench = await openReviewBench(() => NOTHING);
    await enqueueReview(bench.context, { path: bench.transcript("one", TEACHING) });
    const none = bench.another({ environment: {} });
    expect(await runReviewJobs(none)).toEqual([]);
    await expect(runOperation(review, none, {})).rejects.toMatchObject({ code: "NO_MODEL" });
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "done", attempts: 1 }]);
  });

  it("learns into the person's own bank what no project is there for", async () => {
    bench = await openReviewBench(({ number, system }) => {
      const folder = /New skills go to (\S+)\/<name>\/SKILL\.md/.exec(system)?.[1] ?? "nowhere";
      const reply = JSON.stringify(savesRule()).replace(".agents/skills", folder);
      return number === 0 ? JSON.parse(reply) : DONE;
    });
    const path = writeTranscript(bench.folder, join(bench.folder, "gone"), "one", TEACHING);
    const report = await runOperation(review, bench.context, { session: path, publish: true });
    expect(report.runs).toMatchObject([{ state: "done", published: [{ name: "committing", scope: "user" }] }]);
    const file = join(bench.home, "SkillBank/Users", bench.context.userName, "committing/SKILL.md");
    expect(readFileSync(file, "utf8")).toContain(SAID);
  });

  it("records what it cost under its own purpose", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    const { purposes } = await runOperation(usage, bench.context, {});
    expect(purposes).toMatchObject([{ purpose: "review", calls: 2 }]);
  });

  it("survives a transcript that goes on while it is read", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    const path = bench.transcript("one", TEACHING);
    await enqueueReview(bench.context, { path });
    appendFileSync(path, '{"type":"user","message":{"role":"us');
    expect(await runReviewJobs(bench.context)).toMatchObject([{ state: "done", outcome: "proposed" }]);
  });
});

describe("learn with a model", () => {
  it("takes a second look, and both proposals meet in one", async () => {
    bench = await openReviewBench([
      savesRule("commit-conventions", "Always run the formatter before you commit."),
      DONE,
    ]);
    const path = bench.transcript("one", TEACHING);
    const report = await runOperation(learn, bench.context, { paths: [path], project: bench.project });
    expect(report.reviews.runs).toMatchObject([{ state: "done", outcome: "proposed" }]);
    const { proposals } = await runOperation(pending, bench.context, {});
    const about = proposals.filter((proposal) => proposal.text.includes("formatter"));
    expect(about).toHaveLength(1);
    expect(new Set(report.proposals.map(({ id }) => id))).toEqual(new Set(proposals.map(({ id }) => id)));
  });

  it("stands as the distiller made it when the model cannot be asked", async () => {
    bench = await openReviewBench(() => ({ status: 400, text: "no" }));
    const path = bench.transcript("one", TEACHING);
    const report = await runOperation(learn, bench.context, { paths: [path], project: bench.project });
    expect(report.proposals.length).toBeGreaterThan(0);
    expect(report.reviews.runs).toMatchObject([{ state: "queued", error: { code: "MODEL_REFUSED" } }]);
  });

  it("takes up the reviews that an earlier process left", async () => {
    bench = await openReviewBench(() => NOTHING);
    await enqueueReview(bench.context, { path: bench.transcript("left", TEACHING) });
    const input = { paths: [bench.transcript("trivial", [{ person: "Hi." }])], project: bench.project };
    const report = await runOperation(learn, bench.context, input);
    expect(report.reviews.runs).toMatchObject([{ state: "done", sessionId: "left" }]);
  });

  it("asks no model without one, in a dry run, or when told not to", async () => {
    bench = await openReviewBench(() => NOTHING);
    const path = bench.transcript("one", TEACHING);
    const input = { paths: [path], project: bench.project };
    await runOperation(learn, bench.context, { ...input, dryRun: true });
    await runOperation(learn, bench.another({ environment: {} }), input);
    await runOperation(learn, bench.context, { ...input, again: true, review: false });
    expect(bench.server.requests).toEqual([]);
  });

  it("looks over no more sessions than it is allowed to, the newest", async () => {
    bench = await openReviewBench(() => NOTHING);
    await setConfiguration(bench.context, "review.sessionsPerLearn", 1);
    const paths = ["one", "two", "three"].map((name) => bench.transcript(name, TEACHING));
    const report = await runOperation(learn, bench.context, { paths, project: bench.project });
    expect(report.reviews).toMatchObject({ runs: [{ state: "done", sessionId: "three" }], beyondLimit: 2 });
  });
});
