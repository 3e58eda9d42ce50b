/**
 * D1 to D20 of the reference page on Qwen Code: what went wrong in a shipped system of this kind, each as a test of the whole
 * way from a scripted model to the live tree. The rest of them is elsewhere; docs/conformance.md names every test.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../model/scripted-model-server.test-helper.ts";
import { setConfiguration } from "../configuration.ts";
import { approve, pending, runOperation } from "../index.ts";
import { enqueueReview, type ReviewReport, review } from "./index.ts";
import { DONE, openReviewBench, type ReviewBench, SAID, savesRule, TEACHING } from "./review.test-helper.ts";

let bench: ReviewBench;
afterEach(() => bench.close());

const skills = () => join(bench.project, ".agents/skills");
const evidence = [{ rule: SAID, turns: ["T2.1"] }];
const body = `\n# Committing\n\n## Rules\n\n- ${SAID}\n`;
const head = (fields: string) => `---\n${fields}\n---\n${body}`;
const good = (name: string) => head(`name: ${name}\ndescription: "Committing here. Use before each commit."`);
const write = (path: string, content: string) => ({ name: "write_file", input: { path, content, evidence } });
const edit = (path: string, old_string: string, new_string: string) => ({
  name: "edit",
  input: { path, old_string, new_string, evidence },
});
const read = (path: string) => ({ name: "read_file", input: { path } });

/** Reviews under `auto`, so that whatever gets through is published. */
async function reviewWith(...replies: ScriptedReply[]): Promise<ReviewReport> {
  let first: number | undefined;
  bench = await openReviewBench(({ number }) => {
    first ??= number;
    return replies[number - first] ?? DONE;
  });
  await setConfiguration(bench.context, "approval", "auto");
  return runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
}

const outputs = () =>
  (bench.server.requests.at(-1)?.messages ?? []).flatMap((message) => message.results.map(({ output }) => output));
const live = () => (existsSync(skills()) ? readdirSync(skills(), { recursive: true }).map(String).sort() : []);

function put(path: string, text: string): string {
  const file = join(bench.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe("what the agent writes", () => {
  it("D1: a second create of one path in the same message does not write over the first", async () => {
    const path = ".agents/skills/committing/SKILL.md";
    await reviewWith({
      toolCalls: [write(path, good("committing")), write(path, good("committing").replace("Committing here", "Evil"))],
    });
    expect(outputs()[1]).toMatch(/there already/);
    expect(readFileSync(join(skills(), "committing/SKILL.md"), "utf8")).toContain("Committing here");
  });

  it("D1: a create does not write over what is there: a person's skill, one of ours, a folder", async () => {
    bench = await openReviewBench(({ number }) => {
      const names = ["mine", "ours", "folder"];
      return number === 0
        ? {
            toolCalls: names.map((name) =>
              write(`.agents/skills/${name}/SKILL.md`, good(name).replace(SAID, `${SAID} Evil.`)),
            ),
          }
        : DONE;
    });
    await setConfiguration(bench.context, "approval", "auto");
    const mine = put(".agents/skills/mine/SKILL.md", good("mine"));
    mkdirSync(join(skills(), "folder/SKILL.md"), { recursive: true });
    const bank = await bench.context.bank(bench.project);
    const text = good("ours").replace("\n---\n\n#", "\nmetadata:\n  source: auto-skill\n---\n\n#");
    const files = [{ path: "SKILL.md", content: text }];
    await bank.publish({
      scope: "project",
      slug: "ours",
      files,
      expect: { kind: "create" },
      actor: "distiller",
      reason: "x",
    });
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    expect(outputs()).toHaveLength(3);
    expect(readFileSync(mine, "utf8")).toBe(good("mine"));
    expect(readFileSync(join(skills(), "ours/SKILL.md"), "utf8")).toBe(text);
    expect(readdirSync(join(skills(), "folder/SKILL.md"))).toEqual([]);
  });

  it("D2: a text without frontmatter, name or description becomes no skill", async () => {
    const texts = ["no frontmatter at all", body, head("name: x"), head('description: "x"'), "---\nname: x\n"];
    await reviewWith({ toolCalls: texts.map((text, index) => write(`.agents/skills/plain-${index}/SKILL.md`, text)) });
    expect(live()).toEqual([]);
  });

  it("D3: an edit with an empty old_string creates no file", async () => {
    const paths = [".agents/skills/new-one/evil.sh", ".agents/skills/new-one/SKILL.md", "evil.sh"];
    await reviewWith({ toolCalls: paths.map((path) => edit(path, "", "echo evil")) });
    expect(live()).toEqual([]);
    expect(existsSync(join(bench.project, "evil.sh"))).toBe(false);
  });

  it.each([
    ['source: "auto-skill"', 'source: "user-made"'],
    ["metadata:", "allowed-tools: Bash\nmetadata:"],
    ["metadata:", "hooks:\n  Stop: []\nmetadata:"],
    ["metadata:", "model: other\nmetadata:"],
  ])("D4: an edit cannot take the marker away or bring in permissions: %j by %j", async (from, to) => {
    const path = ".agents/skills/committing/SKILL.md";
    bench = await openReviewBench([savesRule(), DONE, { toolCalls: [read(path), edit(path, from, to)] }, DONE]);
    await setConfiguration(bench.context, "approval", "auto");
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    const before = readFileSync(join(skills(), "committing/SKILL.md"), "utf8");
    const report = await runOperation(review, bench.context, { session: bench.transcript("two", TEACHING) });
    expect(report.runs).toMatchObject([{ state: "done", proposals: [] }]);
    expect(readFileSync(join(skills(), "committing/SKILL.md"), "utf8")).toBe(before);
    expect(await (await bench.context.bank(bench.project)).ownership("project", "committing")).toBe("ours");
  });

  it("D5: no skill is made in another's name, with hooks, in an odd folder, at the root or nested", async () => {
    await reviewWith({
      toolCalls: [
        write(".agents/skills/other-one/SKILL.md", good("mine")),
        write(
          ".agents/skills/hooked/SKILL.md",
          head('name: hooked\ndescription: "One. Use it."\nhooks:\n  Stop:\n    - command: id'),
        ),
        write(".agents/skills/with space/SKILL.md", good("with space")),
        write(".agents/skills/SKILL.md", good("skills")),
        write(".agents/skills/a/b/SKILL.md", good("b")),
      ],
    });
    expect(live().filter((path) => path.endsWith("SKILL.md"))).toEqual([]);
  });

  it("D6: nothing outside of the project is read, through a link or without", async () => {
    bench = await openReviewBench([
      { toolCalls: [read("link/secret.txt"), read("note.txt"), read("/etc/hostname"), read(".env")] },
      DONE,
    ]);
    mkdirSync(join(bench.folder, "outside"));
    writeFileSync(join(bench.folder, "outside/secret.txt"), "the-secret-text");
    symlinkSync(join(bench.folder, "outside"), join(bench.project, "link"));
    symlinkSync(join(bench.folder, "outside/secret.txt"), join(bench.project, "note.txt"));
    put(".env", "the-secret-text");
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    expect(outputs()).toHaveLength(4);
    for (const output of outputs()) expect(output).not.toContain("the-secret-text");
  });

  it("D7: no secret gets into a skill or a support file", async () => {
    const secrets = [`ghp_${"a1B2".repeat(9)}`, `AKIA${"QWERTY7890123456".slice(0, 16)}`];
    await reviewWith(
      {
        toolCalls: secrets.map((secret, index) =>
          write(
            `.agents/skills/leaky-${index}/SKILL.md`,
            good(`leaky-${index}`).replace(SAID, `${SAID}\n- Use ${secret} for it.`),
          ),
        ),
      },
      {
        toolCalls: [
          write(".agents/skills/committing/SKILL.md", good("committing")),
          write(".agents/skills/committing/references/key.md", `Key: ${secrets[0]}\n`),
        ],
      },
    );
    const files = live()
      .map((path) => join(skills(), path))
      .filter((path) => path.endsWith(".md"));
    for (const file of files) for (const secret of secrets) expect(readFileSync(file, "utf8")).not.toContain(secret);
  });
});

describe("around the agent", () => {
  it("D9: calls before and after a restart count together", async () => {
    bench = await openReviewBench([]);
    const looks = (count: number) => Array.from({ length: count }, (_, index) => ({ command: `cat file-${index}` }));
    const path = bench.transcript("resumed", [{ person: "Look." }, ...looks(12)]);
    expect(await enqueueReview(bench.another(), { path })).toMatchObject({ reason: "below_threshold", toolCalls: 12 });
    bench.transcript("resumed", [{ person: "Look." }, ...looks(24)]);
    expect(await enqueueReview(bench.another(), { path })).toMatchObject({ status: "scheduled", toolCalls: 24 });
  });

  it("D12: the request carries the review's own prompt, one transcript and nothing else", async () => {
    await reviewWith({ text: "Nothing to save." });
    const [request] = bench.server.requests;
    expect(request?.system.startsWith("<autoskill-own-run/>")).toBe(true);
    expect(request?.system.length).toBeLessThan(9_000);
    expect(request?.messages).toHaveLength(1);
  });

  it("D15: calls of one session never count for another", async () => {
    bench = await openReviewBench([]);
    const looks = (count: number) => Array.from({ length: count }, (_, index) => ({ command: `cat file-${index}` }));
    const first = bench.transcript("before-clear", [{ person: "Look." }, ...looks(19)]);
    const second = bench.transcript("after-clear", [{ person: "Something else." }, ...looks(3)]);
    for (const path of [first, second]) {
      expect(await enqueueReview(bench.context, { path })).toMatchObject({ reason: "below_threshold" });
    }
  });

  it("D16: a skill written in an early turn counts for the whole session", async () => {
    bench = await openReviewBench([]);
    const path = bench.transcript("early", [
      { person: "Write me a skill." },
      { write: ".qwen/skills/mine/SKILL.md" },
      ...TEACHING,
      { person: "And now something else." },
      { command: "git status" },
    ]);
    expect(await enqueueReview(bench.context, { path })).toMatchObject({ reason: "skills_modified_in_session" });
  });

  it("D18: writing a skill from the shell counts too", async () => {
    bench = await openReviewBench([]);
    const commands = [
      "cat > .qwen/skills/x/SKILL.md <<'EOF'\nhi\nEOF",
      "cd .agents/skills && mkdir y && echo hi > y/SKILL.md",
      "cp a.md .claude/skills/z/SKILL.md",
    ];
    for (const [index, command] of commands.entries()) {
      const path = bench.transcript(`shell-${index}`, [...TEACHING, { command }]);
      expect(await enqueueReview(bench.context, { path }), command).toMatchObject({
        reason: "skills_modified_in_session",
      });
    }
  });

  it("D19: a skill that a person made in the meantime is not replaced by an approval", async () => {
    bench = await openReviewBench([savesRule(), DONE]);
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    const file = put(".agents/skills/committing/SKILL.md", "mine");
    const report = await runOperation(approve, bench.context, { all: true });
    expect(report).toMatchObject({ published: [], failed: [{ name: "committing" }] });
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await runOperation(pending, bench.context, {})).proposals).toHaveLength(1);
  });

  it("D20: a line that only looks like the marker does not make a skill ours", async () => {
    const path = ".agents/skills/theirs/SKILL.md";
    const text = `${good("theirs")}\nsource: auto-skill\n`;
    bench = await openReviewBench([{ toolCalls: [read(path), edit(path, SAID, "Evil.")] }, DONE]);
    const file = put(path, text);
    await runOperation(review, bench.context, { session: bench.transcript("one", TEACHING) });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect((await runOperation(pending, bench.context, {})).proposals).toEqual([]);
  });
});
