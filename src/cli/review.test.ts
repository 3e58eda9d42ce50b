import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  DONE,
  modelEnvironment,
  NOTHING,
  openReviewBench,
  type ReviewBench,
  SAID,
  savesRule,
  TEACHING,
} from "../operations/review/review.test-helper.ts";
import { runCommandLine } from "./run-command-line.ts";

let bench: ReviewBench;
afterEach(() => bench.close());

async function run(args: string[], environment: Record<string, string> = modelEnvironment(bench.server)) {
  let out = "";
  let err = "";
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    interactive: false,
    redraws: false,
    columns: 100,
  };
  const code = await runCommandLine(["--home", bench.home, ...args], {
    terminal,
    environment: { HOME: bench.folder, ...environment },
    workingDirectory: bench.project,
  });
  return { code, out, err };
}

describe("autoskill review", () => {
  it("looks over one session, shows what it proposes with its evidence, and what it left out", async () => {
    const guess = "Prefer small commits.";
    const reply = JSON.parse(JSON.stringify(savesRule()).replace(`- ${SAID}\\n`, `- ${SAID}\\n- ${guess}\\n`));
    bench = await openReviewBench([reply, DONE]);
    const { code, out } = await run(["review", bench.transcript("one", TEACHING)]);
    expect(code).toBe(0);
    expect(out).toContain("committing");
    expect(out).toContain(SAID);
    expect(out).toMatch(/left out \(committing\): “Prefer small commits\.”/);
    expect(out).toMatch(/1 proposal waiting/);
  });

  it("publishes with --yes, and tells where", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    const { code, out } = await run(["review", bench.transcript("one", TEACHING), "--yes"]);
    expect(code).toBe(0);
    const file = join(bench.project, ".agents/skills/committing/SKILL.md");
    expect(out).toContain(file);
    expect(readFileSync(file, "utf8")).toContain(SAID);
  });

  it("says that nothing was worth saving, and gives the same as JSON", async () => {
    bench = await openReviewBench(() => NOTHING);
    const path = bench.transcript("one", TEACHING);
    expect((await run(["review", path])).out).toContain("Nothing to save.");
    const { out } = await run(["review", path, "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      data: { runs: [{ state: "done", outcome: "nothing_to_save" }] },
    });
  });

  it("tells of a failure, when it is tried again, and lists it", async () => {
    bench = await openReviewBench(() => ({ status: 400, text: "no such model" }));
    const failed = await run(["review", bench.transcript("one", TEACHING)]);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/MODEL_REFUSED.*tried again later/);
    expect((await run(["review", "--list"])).out).toMatch(/^waits: one .*MODEL_REFUSED/);
  });

  it("says that no review waits, whether they are to be listed or begun", async () => {
    bench = await openReviewBench([]);
    for (const args of [["review", "--list"], ["review"]]) {
      expect(await run(args)).toEqual({ code: 0, out: "No review waits.\n", err: "" });
    }
  });

  it("says why a session is not reviewed, and what to do where it knows no such session", async () => {
    bench = await openReviewBench([]);
    const own = bench.transcript("own", [{ person: "<autoskill-own-run/> Look back." }, ...TEACHING]);
    expect((await run(["review", own])).out).toContain("autoskill ran it itself");
    const none = await run(["review", bench.transcript("one", TEACHING)], {});
    expect(none.out).toContain("no language model is set up");
    const unknown = await run(["review", "no-such-session"]);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain("autoskill sessions");
    expect((await run(["review", "x", "--latest"])).code).toBe(2);
  });

  it("is told of by learn, beside what the distiller found", async () => {
    bench = await openReviewBench([savesRule("commit-conventions"), DONE]);
    const { code, out } = await run(["learn", bench.transcript("one", TEACHING), "--project", bench.project]);
    expect(code).toBe(0);
    expect(out).toMatch(/review one proposed/);
  });
});
