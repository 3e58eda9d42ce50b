import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ruleId } from "../../skill/index.ts";
import { listCandidates, listDrafts, listJobs } from "../../store/index.ts";
import { setConfiguration } from "../configuration.ts";
import { approve, pending, reject, runOperation, sessionsForget, usage } from "../index.ts";
import { answers, begins, type EvolveBench, openEvolveBench, SLUG, skillText, states } from "./evolve.test-helper.ts";
import { EVOLVE_JOB_KIND, evolve } from "./index.ts";

let bench: EvolveBench;
afterEach(() => bench.close());

const PAST = ruleId("Write commit messages in the past tense.");
const SAID = "From now on always write commit messages in the imperative mood.";
const IMPERATIVE = "Always write commit messages in the imperative mood.";
const replaces = answers({ op: "replace", rule: PAST, text: IMPERATIVE, turns: ["T2"] });

const run = (sessions: string[], more: object = {}) =>
  runOperation(evolve, bench.context, { name: SLUG, sessions, ...more });
const session = (name: string, ...said: string[]) => bench.transcript(name, states(name, ...said));

describe("evolve without a model", () => {
  it("adds what persons said about the skill's work, with the evidence of every session", async () => {
    bench = await openEvolveBench(() => answers(), { environment: {} });
    const rule = "From now on, always put the ticket into the first line of commit messages.";
    const report = await run([session("a", rule), session("b", rule)]);
    expect(report).toMatchObject({ notBegun: 0, failed: [], skipped: [], usage: { inputTokens: 0 } });
    expect(report.model).toBeUndefined();
    expect(report.accepted).toMatchObject([{ change: { op: "add" }, support: { sessions: 2, said: 2 } }]);
    expect(report.accepted[0]?.evidence.map(({ sessionId }) => sessionId)).toEqual(["a", "b"]);
    const { proposals } = await runOperation(pending, bench.context, { ids: [] });
    expect(proposals).toMatchObject([{ action: "update", name: SLUG, proposer: "evolver", conflicts: [] }]);
  });

  it("replaces what persons contradict, and leaves what is about other work", async () => {
    bench = await openEvolveBench(() => answers(), { environment: {} });
    const said = "From now on, never push to the main branch when the tests pass.";
    const other = "From now on, always write tables in the report with three columns.";
    const { accepted } = await run([session("a", said, other), session("b", said)]);
    expect(accepted.map(({ change }) => change.op)).toEqual(["replace"]);
    expect(accepted[0]?.change).toMatchObject({ rule: ruleId("Push to the main branch when the tests pass.") });
    expect(JSON.stringify(accepted)).not.toContain("columns");
  });
});

describe("evolve with a model", () => {
  it("replaces a rule that two sessions contradict, and publishes it with the evidence of both", async () => {
    bench = await openEvolveBench(() => replaces);
    const report = await run([session("a", SAID), session("b", SAID)]);
    expect(report.sessions.flatMap(({ refused }) => refused)).toEqual([]);
    expect(report.accepted).toMatchObject([
      { change: { op: "replace", rule: PAST }, support: { sessions: 2, said: 2 } },
    ]);
    await runOperation(approve, bench.context, { ids: [report.proposals[0]?.id ?? ""] });
    const text = await bench.text();
    expect(text).toContain(`- ${IMPERATIVE}`);
    expect(text).not.toContain("past tense");
    const bank = await bench.context.bank(bench.project);
    const group = (await bank.evidence("project", SLUG)).find(({ ruleId: id }) => id === ruleId(IMPERATIVE));
    expect(group?.evidence.map(({ sessionId }) => sessionId).sort()).toEqual(["a", "b"]);
    expect(bench.server.problems).toEqual([]);
  });

  it("shows each analyst one session and the frozen skill, as material", async () => {
    bench = await openEvolveBench(() => answers());
    await run([session("a", SAID), session("b", "From now on always sign the commits.")]);
    expect(bench.server.requests).toHaveLength(2);
    for (const request of bench.server.requests) {
      const text = request.messages[0]?.text ?? "";
      expect(text).toContain(`Rule ${PAST} in "Rules":\n| Write commit messages in the past tense.`);
      expect([text.includes("imperative mood"), text.includes("sign the commits")].filter(Boolean)).toHaveLength(1);
      expect(request.tools).toEqual([]);
    }
  });

  it("is the same whatever the order of the sessions and however many are looked at together", async () => {
    const ids: string[] = [];
    for (const [order, parallel] of [
      [["a", "b", "c"], 1],
      [["c", "a", "b"], 3],
    ] as const) {
      bench = await openEvolveBench((name) =>
        name === "c" ? answers({ op: "add", section: "Rules", text: "Sign the commits.", turns: ["T2"] }) : replaces,
      );
      for (const name of ["a", "b"]) session(name, SAID);
      session("c", "From now on always sign the commits.");
      const paths = order.map((name) => join(bench.folder, `${name}.jsonl`));
      const report = await run(paths, { parallel, dryRun: true });
      ids.push(
        JSON.stringify([
          report.accepted.map(({ what, support }) => ({ what, support })),
          report.sessions.map((one) => one.sessionId),
        ]),
      );
      await bench.close();
    }
    expect(ids[0]).toBe(ids[1]);
    bench = await openEvolveBench(() => answers());
  });

  it("takes no step from a session that ended badly", async () => {
    bench = await openEvolveBench(() =>
      answers({ op: "add", section: "Steps", text: "Check the types: `npx tsc`", turns: ["T1"] }),
    );
    const steps = (name: string, end: number) => [
      begins(name),
      { write: "src/a.ts" },
      { command: "npx tsc", output: "ok" },
      { command: "npm test", exit: end, output: end === 0 ? "3 passed" : "1 failed" },
    ];
    const good = await run([bench.transcript("good", steps("good", 0))], { dryRun: true });
    expect(good.sessions).toMatchObject([{ outcome: "success", edits: 1 }]);
    const bad = await run([bench.transcript("bad", steps("bad", 1))], { dryRun: true });
    expect(bad.sessions).toMatchObject([{ outcome: "failure", edits: 0, refused: [{ code: "failed_path" }] }]);
    expect(bench.server.requests.map(({ system }) => /ended (?:well|badly)/.exec(system)?.[0])).toEqual([
      "ended well",
      "ended badly",
    ]);
  });

  it("records that a session supports a rule that is there, and changes no file for it", async () => {
    const rule = "Sign the commits with your own key.";
    bench = await openEvolveBench(() => answers({ op: "keep", rule: ruleId(rule), turns: ["T2"] }), {
      text: skillText({ Rules: [rule, "Write commit messages in the past tense."] }),
    });
    const before = await bench.text();
    const report = await run([session("a", "From now on always sign the commits with your own key.")]);
    expect(report).toMatchObject({ kept: 1, accepted: [], proposals: [] });
    expect(await bench.text()).toBe(before);
    const bank = await bench.context.bank(bench.project);
    const group = (await bank.evidence("project", SLUG)).find(({ ruleId: id }) => id === ruleId(rule));
    expect(group?.evidence.map(({ sessionId }) => sessionId)).toEqual(["a"]);
  });
});

describe("approval", () => {
  it("is that of every proposal", async () => {
    bench = await openEvolveBench(() => replaces);
    await setConfiguration(bench.context, "approval", "auto");
    const report = await run([session("a", SAID)]);
    expect(report.published).toMatchObject([{ name: SLUG, revision: 2 }]);
  });

  it("does not propose again what a person turned down", async () => {
    bench = await openEvolveBench(() => replaces);
    const first = await run([session("a", SAID)]);
    await runOperation(reject, bench.context, { ids: [first.proposals[0]?.id ?? ""] });
    expect((await run([session("b", SAID)])).placement).toEqual({ kind: "rejected_before", slug: SLUG });
  });

  it("leaves lines that a person wrote, and skills that are not ours", async () => {
    bench = await openEvolveBench(() => replaces);
    const file = join(bench.project, ".agents/skills", SLUG, "SKILL.md");
    const mine = "Write commit messages in the past tense, please.";
    writeFileSync(file, readFileSync(file, "utf8").replace("Write commit messages in the past tense.", mine));
    await bench.close();
    bench = await openEvolveBench(() =>
      answers({ op: "replace", rule: ruleId(mine), text: IMPERATIVE, turns: ["T2"] }),
    );
    const path = join(bench.project, ".agents/skills", SLUG, "SKILL.md");
    writeFileSync(path, readFileSync(path, "utf8").replace("Write commit messages in the past tense.", mine));
    const report = await run([session("a", SAID)]);
    expect(report.sessions).toMatchObject([{ refused: [{ code: "person_line" }] }]);
    expect(report.proposals).toEqual([]);
    writeFileSync(path, readFileSync(path, "utf8").replace(/^ {2}source: .*\n/m, ""));
    await expect(run([session("a", SAID)])).rejects.toMatchObject({ code: "NOT_OURS" });
  });
});

describe("a run", () => {
  it("proposes and changes nothing when it is dry, and does not pay twice", async () => {
    bench = await openEvolveBench(() => replaces);
    const before = await bench.text();
    const paths = [session("a", SAID), session("b", SAID)];
    const dry = await run(paths, { dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, wordsAdded: 1, placement: { kind: "proposed" } });
    expect(dry.proposals[0]?.diff).toContain(`+- ${IMPERATIVE}`);
    expect(await listCandidates(await bench.context.store(), "pending")).toEqual([]);
    expect(await bench.text()).toBe(before);
    const real = await run(paths);
    expect(bench.server.requests).toHaveLength(2);
    expect(real.sessions.map(({ kept }) => kept)).toEqual([true, true]);
    expect(real.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    expect(real.proposals).toHaveLength(1);
  });

  it("asks again when the skill or the session is another one", async () => {
    bench = await openEvolveBench(() => replaces);
    await run([session("a", SAID)], { publish: true });
    await run([session("a", SAID)]);
    await run([session("a", SAID, "From now on always sign the commits.")]);
    expect(bench.server.requests).toHaveLength(3);
  });

  it("stops when it is told to, and goes on behind what was done", async () => {
    const stop = new AbortController();
    bench = await openEvolveBench((name) => {
      if (name === "b") stop.abort();
      return replaces;
    });
    const paths = ["a", "b", "c"].map((name) => session(name, SAID));
    const stopped = await runOperation(evolve, bench.another({ signal: stop.signal }), {
      name: SLUG,
      sessions: paths,
      parallel: 1,
    });
    expect(stopped).toMatchObject({ stoppedBy: "person", notBegun: 2, proposals: [] });
    expect(await listCandidates(await bench.context.store(), "pending")).toEqual([]);
    const report = await run(paths, { parallel: 1 });
    expect(report.sessions.map(({ kept }) => kept)).toEqual([true, false, false]);
    expect(report.accepted).toMatchObject([{ support: { sessions: 3 } }]);
  });

  it("ends at its budget and says how many sessions it did not look at", async () => {
    bench = await openEvolveBench(() => ({ ...replaces, usage: { inputTokens: 900, outputTokens: 200 } }));
    await setConfiguration(bench.context, "model.prices", { scripted: { input: 2, output: 10 } });
    const paths = ["a", "b", "c"].map((name) => session(name, SAID));
    const report = await run(paths, { parallel: 1, maxTokens: 1_500 });
    expect(report).toMatchObject({ stoppedBy: "budget", notBegun: 1, usage: { inputTokens: 1800, cost: 0.0076 } });
    expect(report.accepted).toMatchObject([{ support: { sessions: 2 } }]);
    expect((await runOperation(usage, bench.context, {})).purposes).toMatchObject([{ purpose: "evolve", calls: 2 }]);
  });

  it("goes on without a session whose analyst fails", async () => {
    bench = await openEvolveBench((name) => (name === "b" ? { text: "I would rather not." } : replaces));
    const report = await run(["a", "b", "c"].map((name) => session(name, SAID)));
    expect(report.failed).toMatchObject([{ sessionId: "b", error: { code: "MODEL_OUTPUT_INVALID" } }]);
    expect(report.accepted).toMatchObject([{ support: { sessions: 2 } }]);
  });

  it("repairs an answer of the wrong form once", async () => {
    let asked = 0;
    bench = await openEvolveBench(() => (asked++ === 0 ? { text: '{"edits":[{"op":"rewrite"}]}' } : replaces));
    const report = await run([session("a", SAID)]);
    expect(report.accepted).toHaveLength(1);
    expect(bench.server.requests).toHaveLength(2);
  });

  it("does not ask a model that fails for every session", async () => {
    bench = await openEvolveBench(() => ({ status: 400, text: "no such model" }));
    const paths = ["a", "b", "c", "d", "e"].map((name) => session(name, SAID));
    const report = await run(paths, { parallel: 1 });
    expect(report).toMatchObject({ stoppedBy: "model_failures", notBegun: 2, accepted: [] });
    expect(report.failed).toHaveLength(3);
  });

  it("counts a session once that lies in two files, or went on under another name", async () => {
    bench = await openEvolveBench(() => replaces);
    const first = session("a", SAID, "Thanks, go on.");
    const copy = join(bench.folder, "copy.jsonl");
    copyFileSync(first, copy);
    const forked = join(bench.folder, "fork.jsonl");
    const more = readFileSync(bench.transcript("a", states("a", SAID, "Thanks, go on.", "One more thing.")), "utf8");
    writeFileSync(forked, more.replaceAll('"sessionId":"a"', '"sessionId":"fork"'));
    session("a", SAID, "Thanks, go on.");
    const report = await run([first, copy, forked], { dryRun: true });
    expect(report.skipped.map(({ reason }) => reason)).toEqual(["copy", "copy"]);
    expect(report.sessions.map(({ sessionId }) => sessionId)).toEqual(["fork"]);
    expect(report.accepted).toMatchObject([{ support: { sessions: 1 } }]);
  });

  it("reads what is no transcript as nothing, and says so", async () => {
    bench = await openEvolveBench(() => replaces);
    await expect(run([join(bench.folder, "missing.jsonl")])).rejects.toMatchObject({ code: "PATH_UNREADABLE" });
    writeFileSync(join(bench.folder, "notes.txt"), "Not a session.\n");
    expect(await run([join(bench.folder, "notes.txt")])).toMatchObject({ notTranscripts: 1, sessions: [] });
    await expect(run(["."], { name: "no-such-skill" })).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
  });

  it("keeps what only one session suggests as a draft, and proposes it when another one suggests it too", async () => {
    const text = "Look at the tree with `git status` before you commit.";
    bench = await openEvolveBench(() => answers({ op: "add", section: "Rules", text, turns: ["T2"] }));
    const first = await run([session("a", SAID)]);
    expect(first).toMatchObject({ accepted: [], drafts: 1, leftOut: [{ reason: "inferred_once" }], proposals: [] });
    const drafts = async () => listDrafts(await bench.context.store(), { slug: SLUG });
    expect(await drafts()).toMatchObject([{ text, section: "Rules" }]);
    expect(await run([session("a", SAID)])).toMatchObject({ drafts: 1, proposals: [] });
    const second = await run([session("b", SAID)]);
    expect(second.proposals).toMatchObject([{ name: SLUG, action: "update", rules: [{ text }] }]);
    expect(second.proposals[0]?.rules[0]?.evidence.map(({ sessionId }) => sessionId).sort()).toEqual(["a", "b"]);
    expect(await drafts()).toEqual([]);
  });

  it("forgets a session with what analysts said about it", async () => {
    const retire = answers({ op: "retire", rule: PAST, turns: ["T2"] });
    bench = await openEvolveBench(() => retire);
    const said = "From now on never write commit messages in the past tense.";
    const paths = [session("a", said), session("b", said)];
    const report = await run(paths);
    expect(report.accepted).toMatchObject([{ change: { op: "retire", rule: PAST }, support: { sessions: 2 } }]);
    const store = await bench.context.store();
    const about = async () => (await listJobs(store, { kind: EVOLVE_JOB_KIND })).map(({ payload }) => payload);
    expect(await about()).toEqual(["a", "b"].map((sessionId) => ({ slug: SLUG, sessionId })));
    await runOperation(sessionsForget, bench.context, { session: "a" });
    expect(await about()).toEqual([{ slug: SLUG, sessionId: "b" }]);
    const [waiting] = await listCandidates(store, "pending");
    expect(JSON.stringify(waiting?.payload)).not.toContain('"sessionId":"a"');
    expect(JSON.stringify(waiting?.payload)).toContain('"op":"retire"');
    expect((await run(paths)).skipped).toMatchObject([{ sessionId: "a", reason: "forgotten" }]);
    await runOperation(sessionsForget, bench.context, { session: "b" });
    expect(await listCandidates(store, "pending")).toEqual([]);
  });
});
