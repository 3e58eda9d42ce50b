import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ScratchCommandLine, scratchCommandLine } from "./scratch-terminal.test-helper.ts";

let cli: ScratchCommandLine;
beforeEach(() => {
  cli = scratchCommandLine();
});
afterEach(() => cli.remove());

describe("the command line", () => {
  it("answers a wrong command line with exit 2, as text and as JSON", async () => {
    expect((await cli.run("no-such-command")).code).toBe(2);
    const { code, document } = await cli.json("show");
    expect(code).toBe(2);
    expect(document).toMatchObject({ ok: false, error: { code: "USAGE" } });
    expect((await cli.json("config", "set", "no.such.key", "1")).document.error.code).toBe("INVALID_INPUT");
  });

  it("answers a failure with exit 1, a code and a next step", async () => {
    const { code, document } = await cli.json("show", "nothing-here");
    expect(code).toBe(1);
    expect(document.ok).toBe(false);
    expect(document.error).toMatchObject({ code: "SKILL_NOT_FOUND", next: expect.stringContaining("autoskill list") });
    const text = await cli.run("show", "nothing-here");
    expect(text.err).toContain("SKILL_NOT_FOUND");
    expect(text.out).toBe("");
  });

  it("shows what sessions and skills say without letting it act on the terminal", async () => {
    const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e";
    const own = join(cli.project, ".agents", "skills", "own");
    mkdirSync(own, { recursive: true });
    writeFileSync(
      join(own, "SKILL.md"),
      `---\nname: own\ndescription: a ${hostile} b\n---\n# Own\n\n- c ${hostile} d\n`,
    );
    writeFileSync(
      cli.session,
      readFileSync(cli.session, "utf8").replaceAll(/"sessionId":"/g, `$&${JSON.stringify(hostile).slice(1, -1)}`),
    );
    for (const args of [
      ["list"],
      ["show", "own"],
      ["learn", cli.session],
      ["pending"],
      ["show", hostile],
      ["lint", own],
    ]) {
      for (const json of [[], ["--json"]]) {
        const { out, err } = await cli.run(...args, ...json);
        expect(out + err).not.toBe("");
        expect((out + err).replaceAll(/\u001b\[\d+m/g, "")).not.toMatch(/[\u0007\u001b\u009b\u202e]/);
      }
    }
  });

  it("diagnoses a state that it cannot open, instead of failing on it", async () => {
    writeFileSync(join(cli.folder, ".autoskill"), "not a folder");
    const { code, document } = await cli.json("doctor");
    expect(code).toBe(1);
    const state = document.data.checks.find((check: { name: string }) => check.name === "state");
    expect(state).toMatchObject({ status: "failure", next: expect.any(String) });
  });

  it("tells which agents do not see a skill, because something else lies in its place", async () => {
    const skills = join(cli.project, ".claude", "skills");
    const outside = join(cli.folder, "outside");
    mkdirSync(outside);
    mkdirSync(join(cli.project, ".claude"));
    symlinkSync(outside, skills);
    const learned = await cli.run("learn", cli.session, "--project", cli.project, "--yes");
    expect(learned.out).toContain(`not at ${join(skills, "commit-conventions")}: that folder leads out of its root`);
    rmSync(skills);
    mkdirSync(join(skills, "commit-conventions"), { recursive: true });
    writeFileSync(join(skills, "commit-conventions", "SKILL.md"), "# Mine\n");
    const removed = await cli.run("remove", "commit-conventions", "--project", cli.project);
    expect(removed.out).toContain(`left as it is: ${join(skills, "commit-conventions")}`);
    expect(existsSync(join(skills, "commit-conventions"))).toBe(true);
  });

  it("ends with 130 when a person stops it", async () => {
    const stopped = cli.json("lint", cli.project, cli.project);
    mkdirSync(join(cli.project, "a"));
    writeFileSync(join(cli.project, "a", "SKILL.md"), "# A\n");
    process.emit("SIGINT");
    expect(await stopped).toMatchObject({ code: 130, document: { ok: false, error: { code: "INTERRUPTED" } } });
  });

  it("answers help, version and nothing at all with one JSON document, too", async () => {
    expect((await cli.json("learn", "--help")).document).toMatchObject({
      ok: true,
      data: { text: expect.stringContaining("--dry-run") },
    });
    expect((await cli.json("--version")).document.data.text).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await cli.json()).toMatchObject({ code: 2, document: { error: { message: "no command given" } } });
  });

  it("refuses an agent that nobody knows, and names those that are", async () => {
    for (const command of ["sessions", "learn"]) {
      const { code, document } = await cli.json(command, "--agent", "no-such-agent");
      expect(code).toBe(2);
      expect(document.error).toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("claude-code") });
    }
  });

  it.skipIf(process.platform === "win32")("does not wait for what is no file", async () => {
    const pipe = join(cli.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    expect((await cli.json("learn", pipe)).document.error.code).toBe("PATH_UNREADABLE");
    expect((await cli.json("lint", pipe)).document.data.files[0].exception.code).toBe("NOT_A_FILE");
  });

  it("shows the whole path of a session, and tells of proposals that an earlier run left", async () => {
    const folder = join(cli.folder, ".claude", "projects", "-home-somebody-with-a-long-name-and-a-long-project");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "6f1d2c34-5a6b-4c7d-8e9f-0a1b2c3d4e5f.jsonl");
    writeFileSync(path, readFileSync(cli.session));
    expect((await cli.run("sessions")).out).toContain(path);
    await cli.run("learn", path, "--user");
    expect((await cli.run("learn", path, "--user", "--yes")).out).toContain("2 proposals waiting from before");
  });

  it("refuses a setting that does not fit, and a project that is not there", async () => {
    const wrong = await cli.json("config", "set", "learn.enabled", "maybe");
    expect(wrong.code).toBe(2);
    expect(wrong.document.error.code).toBe("INVALID_INPUT");
    const gone = join(cli.folder, "gone");
    const { document } = await cli.json("config", "set", "learn.enabled", "false", "--project", gone);
    expect(document.error.code).toBe("PROJECT_NOT_FOUND");
    expect(existsSync(gone)).toBe(false);
  });

  it("learns nothing into the project without being told to, and keeps proposals out of every agent's sight", async () => {
    const { code, document } = await cli.json("learn", cli.session, "--project", cli.project);
    expect(code).toBe(0);
    expect(document.data.proposals.length).toBeGreaterThan(0);
    expect(document.data.published).toEqual([]);
    expect(existsSync(join(cli.project, ".agents"))).toBe(false);
    const { document: pending } = await cli.json("pending");
    const ids = (proposals: { id: string }[]) => proposals.map((proposal) => proposal.id).sort();
    expect(ids(pending.data.proposals)).toEqual(ids(document.data.proposals));
  });

  it("writes nothing at all in a dry run", async () => {
    const { document } = await cli.json("learn", cli.session, "--project", cli.project, "--dry-run");
    expect(document.data.proposals.length).toBeGreaterThan(0);
    expect((await cli.json("pending")).document.data.proposals).toEqual([]);
    expect((await cli.json("learn", cli.session, "--project", cli.project)).document.data.files.unchanged).toBe(0);
  });

  it("publishes what is approved where agents look, and explains every rule with evidence that verifies", async () => {
    await cli.json("learn", cli.session, "--project", cli.project);
    const { document } = await cli.json("approve", "--all");
    expect(document.data.failed).toEqual([]);
    expect(document.data.published.length).toBeGreaterThan(0);
    for (const { name, path } of document.data.published) {
      expect(path).toBe(join(cli.project, ".agents", "skills", name, "SKILL.md"));
      expect(readFileSync(join(cli.project, ".claude", "skills", name, "SKILL.md"), "utf8")).toBe(
        readFileSync(path, "utf8"),
      );
      const { document: why } = await cli.json("why", name);
      const rules = why.data.rules.filter((rule: { section: string }) => rule.section !== "When to use");
      expect(rules.length).toBeGreaterThan(0);
      for (const rule of rules) {
        expect(rule.evidence.length, rule.text).toBeGreaterThan(0);
        for (const evidence of rule.evidence) expect(evidence.status).toBe("verified");
      }
    }
    expect((await cli.json("pending")).document.data.proposals).toEqual([]);
    expect((await cli.run("lint", join(cli.project, ".agents"))).code).toBe(0);
  });

  it("does no session twice, and takes up a session that grew", async () => {
    await cli.json("learn", cli.session, "--project", cli.project, "--yes");
    const again = (await cli.json("learn", cli.session, "--project", cli.project, "--yes")).document.data;
    expect(again).toMatchObject({ files: { unchanged: 1, read: 0 }, proposals: [], published: [] });

    const last = JSON.parse(readFileSync(cli.session, "utf8").trim().split("\n").at(-1) ?? "{}");
    const more = {
      parentUuid: last.uuid,
      isSidechain: false,
      cwd: last.cwd,
      sessionId: last.sessionId,
      version: last.version,
      type: "user",
      uuid: "00000000-0000-4000-8000-000000000001",
      timestamp: "2026-11-20T12:00:00.000Z",
      message: { role: "user", content: "From now on, never commit directly to main; always open a pull request." },
    };
    appendFileSync(cli.session, `${JSON.stringify(more)}\n`);
    const grown = (await cli.json("learn", cli.session, "--project", cli.project)).document.data;
    expect(grown.sessions[0]).toMatchObject({ decision: "learn" });
    expect(JSON.stringify(grown.proposals)).toContain("pull request");
  });

  it("does not propose again what was turned down", async () => {
    await cli.json("learn", cli.session, "--project", cli.project);
    expect((await cli.json("reject", "--all", "--reason", "not ours")).document.data.rejected.length).toBeGreaterThan(
      0,
    );
    const again = (await cli.json("learn", cli.session, "--project", cli.project, "--again")).document.data;
    expect(again.proposals).toEqual([]);
  });

  it("keeps a person's edit, shows it in diff and history, and rolls back byte for byte", async () => {
    await cli.json("learn", cli.session, "--project", cli.project, "--yes");
    const { document } = await cli.json("list");
    const { name, directory } = document.data.skills[0];
    const path = join(directory, "SKILL.md");
    const before = readFileSync(path, "utf8");
    writeFileSync(path, `${before}\n- A line of my own.\n`);
    expect((await cli.json("list")).document.data.skills[0].ownership).toBe("ours_edited");
    expect((await cli.json("diff", name)).document.data.diff).toContain("+- A line of my own.");
    expect((await cli.json("rollback", name, "1")).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(before);
    const revisions = (await cli.json("history", name)).document.data.revisions;
    expect(revisions.map((revision: { actor: string }) => revision.actor)).toContain("user");
  });

  it("shows what waits for a project that is gone, and lets it be turned down", async () => {
    await cli.run("learn", cli.session, "--project", cli.project);
    rmSync(cli.project, { recursive: true });
    const { code, document } = await cli.json("pending");
    expect(code).toBe(0);
    expect(document.data.proposals).toHaveLength(2);
    expect((await cli.json("approve", "--all")).document.data.failed[0].error.code).toBe("ROOT_GONE");
    expect((await cli.json("reject", "--all")).document.data.rejected).toHaveLength(2);
  });

  it("removes a skill from sight and brings it back", async () => {
    await cli.json("learn", cli.session, "--project", cli.project, "--yes");
    const { name, directory } = (await cli.json("list")).document.data.skills[0];
    const { document } = await cli.json("remove", name);
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(join(cli.project, ".claude", "skills", name))).toBe(false);
    expect((await cli.json("show", name)).document.error.code).toBe("SKILL_REMOVED");
    await cli.json("rollback", name, String(document.data.revision));
    expect(existsSync(join(directory, "SKILL.md"))).toBe(true);
  });

  it("gives every command a text for people as well", async () => {
    const learned = await cli.run("learn", cli.session, "--project", cli.project, "--yes");
    expect(learned.out).toContain("why: autoskill why");
    const { name } = (await cli.json("list")).document.data.skills[0];
    for (const args of [
      ["list"],
      ["show", name],
      ["why", name],
      ["diff", name],
      ["history", name],
      ["doctor"],
      ["config", "list"],
    ]) {
      const { code, out } = await cli.run(...args);
      expect(code, args.join(" ")).toBe(0);
      expect(out.length, args.join(" ")).toBeGreaterThan(10);
    }
  });

  it("accounts for every record of a transcript", async () => {
    const { document } = await cli.json("sessions", "check", cli.session);
    expect(document.data.files).toHaveLength(1);
    expect(document.data.files[0]).toMatchObject({
      kind: "claude-code",
      unaccounted: 0,
      brokenLines: [],
      userTurns: 3,
    });
  });

  it("lets a person set what holds for all projects or for one, and a project only tighten approval", async () => {
    const policy = async (...args: string[]) => {
      const { value, origin } = (await cli.json("config", "get", "approval", ...args)).document.data;
      return `${value} from ${origin}`;
    };
    const inProject = ["--project", cli.project];
    expect(await policy(...inProject)).toBe("ask from default");
    mkdirSync(join(cli.project, ".autoskill"));
    const committed = join(cli.project, ".autoskill", "config.json");
    writeFileSync(committed, '{"approval":"auto"}');
    expect(await policy(...inProject)).toBe("ask from default");
    writeFileSync(committed, '{"approval":"review"}');
    expect(await policy(...inProject)).toBe("review from project");
    writeFileSync(committed, "{}");

    expect((await cli.json("config", "set", "approval", "auto", ...inProject)).code).toBe(0);
    expect(readFileSync(committed, "utf8")).toBe("{}");
    expect([await policy(), await policy(...inProject)]).toEqual(["ask from default", "auto from user_for_project"]);
    writeFileSync(committed, '{"approval":"ask"}');
    expect(await policy(...inProject)).toBe("ask from project");
    writeFileSync(committed, "{}");
    expect((await cli.json("config", "set", "approval", "default", ...inProject)).code).toBe(0);
    expect((await cli.json("config", "set", "approval", "auto")).code).toBe(0);
    expect(await policy(...inProject)).toBe("auto from user");
    const learned = await cli.json("learn", cli.session, ...inProject);
    expect(learned.document.data.published.length).toBeGreaterThan(0);
  });
});
