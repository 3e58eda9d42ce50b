import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApprovalMode, type AskPerson, createPermissions, type PermissionRequest } from "../approval.ts";
import { OUTPUT_LIMIT, type ToolContext } from "./agent-tool.ts";
import { AGENT_TOOLS, callTool } from "./tool-set.ts";

let folder = "";
let root = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-tools-")));
  root = join(folder, "project");
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, content: string): void => writeFileSync(join(root, path), content);
const get = (path: string): string => readFileSync(join(root, path), "utf8");

interface CallOptions {
  mode?: ApprovalMode;
  ask?: AskPerson;
  context?: Partial<ToolContext>;
}

async function call(name: string, input: unknown, { mode = "yolo", ask, context = {} }: CallOptions = {}) {
  const tool = AGENT_TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const toolContext: ToolContext = {
    folders: { root, alsoAllowed: [], userHome: folder },
    environment: { PATH: process.env.PATH, HOME: folder },
    signal: new AbortController().signal,
    commandTimeoutMs: 20_000,
    ...context,
  };
  return callTool(tool, input, toolContext, createPermissions(mode, ask));
}

const fakeKey = (): string => `sk-ant-${"api03"}-${"Ab9".repeat(31)}AA`;

describe("read_file", () => {
  it("gives a file, or the part of it that was asked for and how to go on", async () => {
    put("a.txt", "one\ntwo\nthree\n");
    expect(await call("read_file", { path: "a.txt" })).toEqual({
      status: "ok",
      output: "one\ntwo\nthree\n",
      path: join(root, "a.txt"),
    });
    const part = await call("read_file", { path: "a.txt", offset: 2, limit: 1 });
    expect(part.output).toBe("two\n\n[lines 2 to 2 of 3. Go on with offset 3.]");
    expect((await call("read_file", { path: "a.txt", offset: 9 })).status).toBe("error");
  });

  it("gives a long file in parts that together are the whole", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `line number ${index}\n`);
    put("long.txt", lines.join(""));
    let text = "";
    for (let offset = 1; offset <= lines.length; ) {
      const { output } = await call("read_file", { path: "long.txt", offset });
      expect(output.length).toBeLessThanOrEqual(OUTPUT_LIMIT);
      const note = output.lastIndexOf("\n[lines ");
      text += output.slice(0, note);
      offset = Number(/to (\d+) of/.exec(output.slice(note))?.[1]) + 1;
    }
    expect(text).toBe(lines.join(""));
  });

  it("says what is no text file, and that a file is not there", async () => {
    put("b.bin", "a\0b");
    expect((await call("read_file", { path: "b.bin" })).output).toMatch(/binary file of 3 bytes/);
    expect((await call("read_file", { path: "." })).output).toMatch(/is a folder; use ls/);
    expect((await call("read_file", { path: "none" })).output).toBe("none does not exist.");
    expect(await call("read_file", { path: "a\0b" })).toMatchObject({ status: "error" });
    expect(await call("read_file", {})).toMatchObject({ status: "error" });
  });

  it("shows no secret, also not the middle of one", async () => {
    const key = `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${"QUJD".repeat(16)}\n${"REVG".repeat(16)}\n-----END RSA ${"PRIVATE"} KEY-----\n`;
    put("config", `token=${fakeKey()}\n${key}end\n`);
    const whole = await call("read_file", { path: "config" });
    expect(whole.output).toContain("[redacted:");
    const parts = await Promise.all([1, 2, 3].map((offset) => call("read_file", { path: "config", offset, limit: 1 })));
    for (const { output } of [whole, ...parts]) expect(output).not.toMatch(/Ab9Ab9|QUJDQUJD|REVGREVG/);
  });
});

describe("write_file and edit", () => {
  it("create, replace and change files, keeping their rights", async () => {
    expect((await call("write_file", { path: "src/new/a.sh", content: "echo 1\n" })).output).toBe(
      "Created src/new/a.sh: 1 lines.",
    );
    chmodSync(join(root, "src/new/a.sh"), 0o755);
    await call("edit", { path: "src/new/a.sh", old_string: "1", new_string: "2" });
    expect(get("src/new/a.sh")).toBe("echo 2\n");
    await call("write_file", { path: "src/new/a.sh", content: "echo 3\n" });
    expect(get("src/new/a.sh")).toBe("echo 3\n");
    expect(statSync(join(root, "src/new/a.sh")).mode & 0o777).toBe(0o755);
  });

  it("edit changes exactly one place, or says why not and changes nothing", async () => {
    put("a.txt", "x\nx\ny\n");
    expect((await call("edit", { path: "a.txt", old_string: "x", new_string: "z" })).output).toMatch(
      /not unique.*2 times/,
    );
    expect((await call("edit", { path: "a.txt", old_string: "q", new_string: "z" })).output).toMatch(/not found/);
    expect((await call("edit", { path: "a.txt", old_string: "", new_string: "z" })).status).toBe("error");
    expect((await call("edit", { path: "a.txt", old_string: "y", new_string: "y" })).status).toBe("error");
    expect((await call("edit", { path: "none", old_string: "y", new_string: "z" })).output).toMatch(/use write_file/);
    expect(get("a.txt")).toBe("x\nx\ny\n");
    await call("edit", { path: "a.txt", old_string: "x", new_string: "$&", replace_all: true });
    expect(get("a.txt")).toBe("$&\n$&\ny\n");
  });

  it("edit keeps the line ends of a file", async () => {
    put("crlf.txt", "a\r\nb\r\nc\r\n");
    await call("edit", { path: "crlf.txt", old_string: "a\nb", new_string: "1\n2" });
    expect(get("crlf.txt")).toBe("1\r\n2\r\nc\r\n");
  });

  it("never write a placeholder over the secret it stands for", async () => {
    const key = fakeKey();
    put(".env", `KEY=${key}\nDEBUG=0\n`);
    const { output } = await call("read_file", { path: ".env" });
    const refused = await call("write_file", { path: ".env", content: output.replace("DEBUG=0", "DEBUG=1") });
    expect(refused).toMatchObject({ status: "error" });
    expect(refused.output).toMatch(/stands for a secret/);
    await call("edit", { path: ".env", old_string: "DEBUG=0", new_string: "DEBUG=1" });
    expect(get(".env")).toBe(`KEY=${key}\nDEBUG=1\n`);
  });
});

it("ls lists a folder: folders with a slash, links with where they lead", async () => {
  mkdirSync(join(root, "src"));
  put("b.txt", "");
  symlinkSync("b.txt", join(root, "link"));
  expect((await call("ls", {})).output).toBe("b.txt\nlink -> b.txt\nsrc/");
  expect((await call("ls", { path: "src" })).output).toBe("(empty folder)");
  expect((await call("ls", { path: "b.txt" })).output).toMatch(/is a file; use read_file/);
});

describe("shell", () => {
  it("runs in the project and tells how it ended", async () => {
    expect(await call("shell", { command: "pwd" })).toEqual({ status: "ok", exitCode: 0, output: root });
    expect(await call("shell", { command: "echo out; echo bad >&2; exit 3" })).toMatchObject({
      status: "error",
      exitCode: 3,
      output: expect.stringMatching(/^Exit code: 3\n(?:out\nbad|bad\nout)$/),
    });
    expect((await call("shell", { command: "true" })).output).toBe("(no output)");
    expect((await call("shell", { command: "cat" })).output).toBe("(no output)");
  });

  it("stops a command and its children when time is up or the person stops", async () => {
    const slow = await call("shell", { command: "sleep 60 & sleep 60", timeout_seconds: 1 });
    expect(slow).toMatchObject({ status: "error", exitCode: 124 });
    expect(slow.output).toMatch(/timed out after 1 s/);
    const stopping = new AbortController();
    const stopped = call(
      "shell",
      { command: "trap '' TERM; echo begun; sleep 60" },
      { context: { signal: stopping.signal } },
    );
    setTimeout(() => stopping.abort(), 300);
    expect(await stopped).toMatchObject({ status: "cancelled", output: expect.stringContaining("interrupted") });
  });

  it("does not wait for what a command leaves running", async () => {
    const result = await call("shell", { command: "(sleep 5; echo late) & echo started" });
    expect(result).toMatchObject({ status: "ok", output: "started" });
  });

  it("keeps both ends of a long output and says how much is missing", async () => {
    const { output } = await call("shell", { command: "echo begin; seq 1 200000; echo end" });
    expect(output.length).toBeLessThan(OUTPUT_LIMIT + 200);
    expect(output).toMatch(/^begin\n1\n/);
    expect(output).toMatch(/characters left out/);
    expect(output).toMatch(/200000\nend$/);
  });

  it("shows no secret, and holds back our own key", async () => {
    const environment = { PATH: process.env.PATH, AUTOSKILL_API_KEY: "ours", THEIRS: fakeKey() };
    const { output } = await call("shell", { command: "env" }, { context: { environment } });
    expect(output).toContain("THEIRS=[redacted:");
    expect(output).not.toContain("AUTOSKILL_API_KEY");
  });
});

describe("approval", () => {
  const always: AskPerson = async () => "yes";

  it.each([
    ["ask", "write_file", { path: "a", content: "" }, "needs_approval"],
    ["ask", "shell", { command: "true" }, "needs_approval"],
    ["ask", "read_file", { path: "there" }, undefined],
    ["auto-edit", "write_file", { path: "a", content: "" }, undefined],
    ["auto-edit", "edit", { path: "there", old_string: "t", new_string: "T" }, undefined],
    ["auto-edit", "write_file", { path: ".git/hooks/pre-commit", content: "" }, "needs_approval"],
    ["auto-edit", "write_file", { path: ".autoskill/config.json", content: "{}" }, "needs_approval"],
    ["auto-edit", "shell", { command: "true" }, "needs_approval"],
    ["yolo", "shell", { command: "true" }, undefined],
    ["yolo", "write_file", { path: "../out", content: "" }, "outside_project"],
    ["yolo", "read_file", { path: "/etc/hostname" }, "outside_project"],
    ["yolo", "read_file", { path: "~/secret" }, "outside_project"],
    ["yolo", "ls", { path: "way-out" }, "outside_project"],
    ["yolo", "write_file", { path: "way-out/new", content: "" }, "outside_project"],
  ] as const)("in mode %s, %s %j is refused for: %s", async (mode, tool, input, code) => {
    put("there", "t");
    symlinkSync(folder, join(root, "way-out"));
    const result = await call(tool, input, { mode });
    expect(result.refusal?.code).toBe(code);
    expect(result.status).toBe(code === undefined ? "ok" : "cancelled");
    // The same call goes through when a person says so.
    if (code !== undefined) expect((await call(tool, input, { mode, ask: always })).refusal).toBeUndefined();
  });

  it("lets the person open further folders beforehand", async () => {
    const context = { folders: { root, alsoAllowed: [folder], userHome: folder } };
    expect((await call("write_file", { path: "../out", content: "1" }, { context })).status).toBe("ok");
  });

  it("lets skills be read where they lie, and nothing written there", async () => {
    const skills = join(folder, "skills");
    mkdirSync(skills);
    writeFileSync(join(skills, "SKILL.md"), "Be kind.");
    const context = { folders: { root, alsoAllowed: [], readable: [skills], userHome: folder } };
    expect((await call("read_file", { path: "../skills/SKILL.md" }, { context })).output).toBe("Be kind.");
    expect((await call("write_file", { path: "../skills/SKILL.md", content: "" }, { context })).refusal?.code).toBe(
      "outside_project",
    );
    expect((await call("read_file", { path: "../other" }, { context })).refusal?.code).toBe("outside_project");
  });

  it("asks once where the answer was `always`, and for each other kind again", async () => {
    const asked: PermissionRequest[] = [];
    const decide = createPermissions("ask", async (request) => {
      asked.push(request);
      return request.action === "run" ? "no" : "always";
    });
    const inside = { tool: "write_file", action: "write", target: "a", outside: false, delicate: false } as const;
    expect(await decide(inside)).toEqual({ allowed: true });
    expect(await decide({ ...inside, target: "b" })).toEqual({ allowed: true });
    expect(await decide({ ...inside, outside: true })).toEqual({ allowed: true });
    expect(await decide({ ...inside, tool: "shell", action: "run" })).toMatchObject({ code: "denied_by_person" });
    expect(asked).toHaveLength(3);
  });
});
