import { afterEach, describe, expect, it } from "vitest";
import { approve, pending, runOperation, why } from "../index.ts";
import { answers, begins, type EvolveBench, openEvolveBench, SLUG, states } from "./evolve.test-helper.ts";
import { evolve } from "./index.ts";

let bench: EvolveBench;
afterEach(() => bench.close());

const TENSE = "Always write commit messages in the imperative mood.";
const run = (sessions: string[], more: object = {}) =>
  runOperation(evolve, bench.context, { name: SLUG, sessions, ...more });

describe("evolve without a model", () => {
  it("adds what persons said about the skill's work, with the evidence of every session", async () => {
    bench = await openEvolveBench(() => answers(), { environment: {} });
    const rule = "Always run the linter before you commit with `git commit`.";
    const paths = ["a", "b"].map((name) => bench.transcript(name, states(name, `From now on, ${rule}`)));
    const report = await run(paths);
    expect(report).toMatchObject({ stoppedBy: undefined, notBegun: 0, failed: [] });
    expect(report.accepted).toMatchObject([{ change: { op: "add" }, support: { sessions: 2, said: 2 } }]);
    expect(report.accepted[0]?.evidence.map(({ sessionId }) => sessionId)).toEqual(["a", "b"]);
    const [proposal] = (await runOperation(pending, bench.context, { ids: [] })).proposals;
    expect(proposal).toMatchObject({ action: "update", name: SLUG, proposer: "evolver", conflicts: [] });
  });
});

describe("evolve with a model", () => {
  it("replaces a rule that two sessions contradict, and publishes it with the evidence of both", async () => {
    bench = await openEvolveBench(() => answers());
    const rule = await bench.rule("Write commit messages");
    const said = "From now on always write commit messages in the imperative mood.";
    const paths = ["a", "b"].map((name) => bench.transcript(name, states(name, said)));
    await bench.close();
    bench = await openEvolveBench(() => answers({ op: "replace", rule, text: TENSE, turns: ["T2"] }));
    const again = ["a", "b"].map((name) => bench.transcript(name, states(name, said)));
    expect(paths.length).toBe(again.length);
    const report = await run(again);
    expect(report.sessions.flatMap(({ refused }) => refused)).toEqual([]);
    expect(report.accepted).toMatchObject([{ change: { op: "replace", rule }, support: { sessions: 2, said: 2 } }]);
    const [proposal] = report.proposals;
    await runOperation(approve, bench.context, { ids: [proposal?.id ?? ""] });
    const text = await bench.text();
    expect(text).toContain(`- ${TENSE}`);
    expect(text).not.toContain("past tense");
    const grounds = await runOperation(why, bench.context, { name: SLUG });
    expect(JSON.stringify(grounds)).toContain('"a"');
    expect(bench.server.problems).toEqual([]);
    expect(begins("a")).toBeDefined();
  });
});
