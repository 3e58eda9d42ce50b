import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOperationContext, type OperationContext } from "../context.ts";
import { approve, pending, reject } from "../decide.ts";
import { remove } from "../history.ts";
import { list } from "../list.ts";
import { runOperation } from "../operation.ts";
import { why } from "../why.ts";
import { type LearnReport, learn } from "./learn.ts";

const DEMO = fileURLToPath(new URL("../../../examples/sessions/claude-code-parcel-api.jsonl", import.meta.url));

let folder: string;
let context: OperationContext;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-learn-")));
  context = createOperationContext({
    home: join(folder, "home"),
    userHome: folder,
    workingDirectory: folder,
    environment: {},
  });
});
afterEach(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The demo's session as another one would have left it: other ids, and the words that `change` puts in. */
function sessionFile(name: string, change: (text: string) => string = (text) => text): string {
  const path = join(folder, `${name}.jsonl`);
  const text = readFileSync(DEMO, "utf8")
    .replaceAll("6f1d2c34-5a6b-4c7d-8e9f-0a1b2c3d4e5f", name)
    .replaceAll(/"(uuid|parentUuid)":"/g, `"$1":"${name}-`)
    .replaceAll("_demo_", `_${name}_`);
  writeFileSync(path, change(text));
  return path;
}

function project(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

const learnFrom = (path: string, root: string, more: object = {}): Promise<LearnReport> =>
  runOperation(learn, context, { paths: [path], project: root, ...more });

const commitRule =
  "From now on write commit messages in the imperative and reference the ticket, like `PAR-42: add return reason`.";

describe("learning from several sessions", () => {
  it("adds a second session about the same job to the proposal that waits, not beside it", async () => {
    const root = project("app");
    const first = await learnFrom(sessionFile("one"), root);
    const second = await learnFrom(sessionFile("two"), root);
    expect(second.sessions[0]?.placements.map((placement) => placement.kind)).toEqual(["extended", "extended"]);
    const { proposals } = await runOperation(pending, context, {});
    expect(proposals.map((proposal) => proposal.name).sort()).toEqual(
      first.proposals.map((proposal) => proposal.name).sort(),
    );
    for (const proposal of proposals) {
      for (const rule of proposal.rules) {
        expect(new Set(rule.evidence.map((evidence) => evidence.sessionId)), rule.text).toEqual(
          new Set(["one", "two"]),
        );
      }
    }
  });

  it("gives a published skill more evidence without changing it, when a session says nothing new", async () => {
    const root = project("app");
    await learnFrom(sessionFile("one"), root, { publish: true });
    const before = (await runOperation(list, context, { project: root })).skills;
    const again = await learnFrom(sessionFile("two"), root, { publish: true });
    expect(again.published).toEqual([]);
    expect(again.sessions[0]?.placements.map((placement) => placement.kind)).toEqual(["reinforced", "reinforced"]);
    expect((await runOperation(list, context, { project: root })).skills).toEqual(before);
    const explained = await runOperation(why, context, { name: "commit-conventions", project: root });
    const rule = explained.rules.find((candidate) => candidate.section === "Rules");
    expect(rule?.evidence.map((evidence) => evidence.sessionId).sort()).toEqual(["one", "two"]);
    expect(rule?.evidence.every((evidence) => evidence.status === "verified")).toBe(true);
  });

  it("makes what a session adds an update of the published skill, and keeps every line of it", async () => {
    const root = project("app");
    await learnFrom(sessionFile("one"), root, { publish: true });
    const path = join(root, ".agents", "skills", "commit-conventions", "SKILL.md");
    const before = readFileSync(path, "utf8");
    const other = sessionFile("two", (text) =>
      text.replace(JSON.stringify(commitRule).slice(1, -1), "From now on always sign commits with `git commit -S`."),
    );
    const report = await learnFrom(other, root, { publish: true });
    expect(report.published).toMatchObject([{ name: "commit-conventions", action: "update", revision: 2 }]);
    const after = readFileSync(path, "utf8");
    expect(after).toContain("git commit -S");
    for (const line of before.split("\n").filter((line) => line.startsWith("- "))) expect(after).toContain(line);
  });

  it("never writes to a skill of the person's own, and takes another name", async () => {
    const root = project("app");
    const own = join(root, ".agents", "skills", "commit-conventions");
    mkdirSync(own, { recursive: true });
    const text = "---\nname: commit-conventions\ndescription: Mine.\n---\n\n- My rule.\n";
    writeFileSync(join(own, "SKILL.md"), text);
    const report = await learnFrom(sessionFile("one"), root, { publish: true });
    expect(report.notPublished).toEqual([]);
    expect(report.published.map((item) => item.name)).toContain("commit-conventions-2");
    expect(readFileSync(join(own, "SKILL.md"), "utf8")).toBe(text);
  });

  it("remembers what was turned down for the project where it was, and for no other", async () => {
    const [here, there] = [project("here"), project("there")];
    await learnFrom(sessionFile("one"), here);
    await runOperation(reject, context, { all: true });
    const again = await learnFrom(sessionFile("two"), here);
    expect(again.proposals).toEqual([]);
    expect(again.sessions[0]?.placements.map((placement) => placement.kind)).toEqual([
      "rejected_before",
      "rejected_before",
    ]);
    expect((await learnFrom(sessionFile("three"), there)).proposals.length).toBeGreaterThan(0);
  });

  it("publishes a person's edit of a proposal as their own revision, which later updates keep", async () => {
    const root = project("app");
    const { proposals } = await learnFrom(sessionFile("one"), root);
    const proposal = proposals.find((candidate) => candidate.name === "commit-conventions");
    const text = `${proposal?.text ?? ""}- Ask before force-pushing.\n`;
    const report = await runOperation(approve, context, { ids: [proposal?.id], text });
    expect(report.failed).toEqual([]);
    const explained = await runOperation(why, context, { name: "commit-conventions", project: root });
    const added = explained.rules.find((rule) => rule.text === "Ask before force-pushing.");
    expect(added).toMatchObject({ byUser: true, evidence: [] });
    expect(explained.rules.some((rule) => rule.evidence.length > 0)).toBe(true);
  });

  it("does not make a new skill of what only adds to one that was removed", async () => {
    const root = project("app");
    await learnFrom(sessionFile("one"), root, { publish: true });
    const other = sessionFile("two", (text) =>
      text.replace(JSON.stringify(commitRule).slice(1, -1), "From now on always sign commits with `git commit -S`."),
    );
    await learnFrom(other, root);
    await runOperation(remove, context, { name: "commit-conventions", project: root });
    const report = await runOperation(approve, context, { ids: ["commit-conventions"] });
    expect(report).toMatchObject({ published: [], failed: [{ error: { code: "SKILL_REMOVED" } }] });
  });

  it("stops when asked, keeps what is finished, and goes on where it stopped", async () => {
    const root = project("app");
    const files = project("transcripts");
    for (const name of ["one", "two", "three"]) {
      writeFileSync(join(files, `${name}.jsonl`), readFileSync(sessionFile(name)));
    }
    const interruption = new AbortController();
    const stopping = createOperationContext({
      home: join(folder, "home"),
      userHome: folder,
      workingDirectory: folder,
      environment: {},
      signal: interruption.signal,
      progress: ({ done }) => {
        if (done === 1) interruption.abort(new Error("stop"));
      },
    });
    const stopped = await runOperation(learn, stopping, { paths: [files], project: root });
    await stopping.close();
    expect(stopped.interrupted).toBe(true);
    expect(stopped.sessions).toHaveLength(1);
    const resumed = await learnFrom(files, root);
    expect(resumed.files).toMatchObject({ unchanged: 1, read: 2, failed: [] });
  });

  it("refuses a second run at the same time", async () => {
    const root = project("app");
    const path = sessionFile("one");
    const results = await Promise.allSettled([learnFrom(path, root), learnFrom(path, root)]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toMatchObject({ code: "ALREADY_RUNNING" });
  });
});
