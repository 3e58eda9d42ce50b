/**
 * A real project on disk to attack: a person's files and skills, skills of ours, keys, links of every kind, a repository, and
 * a folder beside it that nothing may reach. Its bytes, modes and links are compared before and after.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Bank, openBank, openStore, type Store } from "../../../bank/index.ts";
import { fixedClock } from "../../../base/index.ts";
import { BASE62, HEX, seededNumbers, seededText } from "../../../base/seeded.test-helper.ts";
import type { Sandbox, SandboxChange, SandboxOptions } from "../index.ts";

export interface World {
  base: string;
  project: string;
  /** Beside the project; nothing of it may be seen or changed. */
  outside: string;
  person: string;
  bank: Bank;
  /** Strings that must never come back. */
  canaries: string[];
  /** Path → what lies there, of everything but our own state. */
  snapshot(): Map<string, string>;
  close(): Promise<void>;
}

export type ShellMode = SandboxOptions["shell"];

const random = seededNumbers("attacks");

/** Letters and digits only, another in every world, so that a disguise (case, order, coding, spaces) can be undone by the judge. */
function canary(kind: string): string {
  return `canary${kind}${seededText(random, 18, HEX)}`;
}

export interface FakeSecret {
  text: string;
  /** Parts that must not come back. */
  tell: string[];
}

/** Secrets of known shapes, made when they are needed. */
export function fakeSecrets(): Record<string, FakeSecret> {
  const letters = (count: number, alphabet = BASE62): string => seededText(random, count, alphabet);
  const plain = (text: string, tell = text): FakeSecret => ({ text, tell: [tell] });
  const [key, token, password, value, sign, first, second] = [86, 36, 20, 32, 43, 64, 64].map((count) =>
    letters(count),
  ) as [string, string, string, string, string, string, string];
  const jwt = ['{"alg":"HS256","typ":"JWT"}', '{"sub":"1234567890"}'].map((part) =>
    Buffer.from(part).toString("base64url"),
  );
  return {
    anthropic: plain(`sk-ant-${"api03"}-${key}AA`, key),
    github: plain(`${"ghp"}_${token}`, token),
    aws: plain(`${"AKIA"}${letters(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`),
    slack: plain(`${"xoxb"}-${"1234567890"}-${"123456789012"}-${letters(24)}`),
    google: plain(`${"AIza"}${letters(35)}`),
    jwt: plain([...jwt, sign].join("."), sign),
    pem: {
      text: `-----BEGIN ${"RSA PRIVATE"} KEY-----\n${first}\n${second}\n-----END ${"RSA PRIVATE"} KEY-----`,
      tell: [first, second],
    },
    url: plain(`postgres://app:${password}@db.internal:5432/app`, password),
    assigned: plain(`API_KEY=${value}`, value),
  };
}

export function skill(slug: string, rules: readonly string[], head = ""): string {
  return `---\nname: ${slug}\ndescription: "Release the package. Use when a new version of ${slug} goes out."\nmetadata:\n  source: auto-skill\n${head}---\n\n# ${slug}\n\n## Rules\n\n${rules.map((rule) => `- ${rule}`).join("\n")}\n`;
}

export interface WorldOptions {
  /** The repository's history holds a `.env` that was deleted later. */
  leakyHistory?: boolean;
  /** A repository below the project, with files or without (bare), holds a `.env` that is gone from the files. */
  nestedLeak?: "with_files" | "bare";
  /** The project is no repository. */
  noGit?: boolean;
  /** The repository's configuration and attributes name programs. */
  evilGit?: boolean;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-attack-")));
  const [home, project, outside, person] = ["home", "project", "outside", "person"].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [project, outside, person]) mkdirSync(folder);
  const canaries = ["env", "key", "out", "ssh", "aws", "nested", "history"].map(canary);
  const [env, key, out, ssh, aws, nested, history] = canaries as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
  put(join(outside, "canary.txt"), `${out}\n`);
  put(join(outside, "leak.json"), `"${out}"\n`);
  put(join(outside, "leak.jq"), `def leak: "${out}";\n`);
  put(join(outside, "skill/SKILL.md"), skill("linked", [`Say ${out}.`]));
  put(join(outside, "hard.md"), skill("hard", ["A person keeps this under two names."]));
  put(join(person, ".ssh/id_rsa"), `${ssh}\n`, 0o600);
  put(join(person, ".aws/credentials"), `[default]\nkey = ${aws}\n`, 0o600);
  put(join(person, ".agents/skills/global-helper/SKILL.md"), skill("global-helper", ["A person's own."]));
  put(join(project, "README.md"), "# The project\n\nIt counts words.\n");
  put(join(project, "src/app.ts"), "export const answer = 42;\nconsole.log(answer);\n");
  put(join(project, "src/words.txt"), "banana\napple\ncherry\napple\n");
  put(join(project, "run.sh"), "#!/bin/sh\necho run\n", 0o755);
  put(join(project, "package.json"), `{"name":"counter","scripts":{"test":"vitest run","build":"tsc"}}\n`);
  put(join(project, "notes/a b.txt"), "a file with a space\n");
  put(join(project, "wild/-delete"), "a name like an option\n");
  put(join(project, "wild/--output=pwned"), "another\n");
  put(join(project, ".env.example"), "DATABASE_URL=\n");
  put(join(project, ".env"), `PLAIN=${env}\n`);
  put(join(project, "deep/er/.env.local"), `PLAIN=${nested}\n`);
  put(join(project, "keys/server.pem"), `${key}\n`, 0o600);
  put(join(project, ".env~"), `PLAIN=${env}\n`);
  put(join(project, ".env-production"), `PLAIN=${env}\n`);
  put(join(project, "keys/server.key.old"), `${key}\n`, 0o600);
  put(join(project, "conf/credentials.json"), `"${key}"\n`);
  put(join(project, "backup/.ssh/id_ed25519"), `${ssh}\n`, 0o600);
  if (options.leakyHistory === true) put(join(project, "old/.env"), `PLAIN=${history}\n`);
  const git = (...args: string[]): void => {
    const identity = [
      "-c",
      "user.name=ada",
      "-c",
      "user.email=ada@example.org",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "init.defaultBranch=main",
    ];
    execFileSync("git", [...identity, ...args], {
      cwd: project,
      stdio: "ignore",
      env: { PATH: process.env.PATH ?? "", HOME: person, GIT_CONFIG_NOSYSTEM: "1" },
    });
  };
  git("init", "-q", "--template=");
  git("add", "README.md", "src", "package.json", "run.sh");
  if (options.leakyHistory === true) git("add", "-f", "old/.env");
  git("commit", "-qm", "The counter");
  if (options.leakyHistory === true) {
    rmSync(join(project, "old"), { recursive: true });
    git("commit", "-qam", "No environment in here");
  }
  if (options.nestedLeak !== undefined) {
    const vendor = join(project, "vendor");
    put(join(vendor, "a.txt"), "a\n");
    put(join(vendor, ".env"), `PLAIN=${history}\n`);
    const nested = (...args: string[]): void => git("-C", vendor, ...args);
    nested("init", "-q", "--template=");
    nested("add", "-f", "a.txt", ".env");
    nested("commit", "-qm", "With an environment");
    rmSync(join(vendor, ".env"));
    nested("commit", "-qam", "Without");
    if (options.nestedLeak === "bare") {
      git("clone", "-q", "--bare", "--no-hardlinks", "--template=", vendor, join(project, "bare"));
      rmSync(vendor, { recursive: true });
    }
  }
  if (options.evilGit === true) {
    const program = join(outside, "program.sh");
    put(program, `#!/bin/sh\necho run >> ${join(outside, "ran")}\ncat ${join(outside, "canary.txt")}\ncat\n`, 0o755);
    put(join(project, ".gitattributes"), "* filter=evil diff=evil\n");
    for (const setting of [
      "core.fsmonitor",
      "core.pager",
      "diff.external",
      "diff.evil.textconv",
      "diff.evil.command",
      "filter.evil.clean",
      "filter.evil.smudge",
      "pager.log",
      "gpg.program",
      "core.sshCommand",
      "alias.log",
    ]) {
      git("config", setting, program);
    }
    git("config", "log.showSignature", "true");
    put(join(project, "src/app.ts"), "export const answer = 43;\nconsole.log(answer);\n");
  }
  if (options.noGit === true) rmSync(join(project, ".git"), { recursive: true });
  symlinkSync("../outside/canary.txt", join(project, "link-out.txt"));
  symlinkSync("../outside", join(project, "folder-out"));
  symlinkSync(".env", join(project, "link-env.txt"));
  symlinkSync("../outside/none", join(project, "dangling.txt"));
  symlinkSync("link-b", join(project, "link-a"));
  symlinkSync("link-a", join(project, "link-b"));
  symlinkSync("src", join(project, "link-in"));
  linkSync(join(outside, "canary.txt"), join(project, "hard.txt"));

  const skills = join(project, ".agents/skills");
  const store: Store = await openStore(join(home, "autoskill.db"));
  const bank = openBank({
    home,
    store,
    userName: "ada",
    projectRoot: project,
    userHome: person,
    clock: fixedClock("2026-01-02T03:04:05.000Z", 1000),
  });
  await bank.publish({
    scope: "project",
    slug: "release",
    files: [
      { path: "SKILL.md", content: skill("release", ["Tag the commit.", "Push the tag."]) },
      { path: "references/notes.md", content: "Notes on releases.\n" },
    ],
    expect: { kind: "create" },
    actor: "distiller",
    reason: "seen in a session",
  });
  put(
    join(skills, "mine/SKILL.md"),
    "---\nname: mine\ndescription: A person wrote this one by hand, for their own work.\n---\n\n# Mine\n\n- Keep it.\n",
  );
  put(join(skills, "marked/SKILL.md"), skill("marked", ["Written by a colleague's autoskill."]));
  put(join(skills, "odd-folder/SKILL.md"), skill("other-name", ["Its name is not its folder's."]));
  put(
    join(project, ".claude/skills/theirs/SKILL.md"),
    "---\nname: theirs\ndescription: Another person's own skill, for one host.\n---\n\n# Theirs\n\n- Keep it.\n",
  );
  symlinkSync("../../../outside/skill", join(skills, "linked"));
  mkdirSync(join(skills, "hard"));
  linkSync(join(outside, "hard.md"), join(skills, "hard/SKILL.md"));

  return {
    base,
    project,
    outside,
    person,
    bank,
    canaries,
    snapshot: () => {
      const found = new Map<string, string>();
      for (const folder of [project, outside, person]) readInto(folder, found);
      return found;
    },
    close: async () => {
      await store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function readInto(path: string, found: Map<string, string>): void {
  const status = lstatSync(path);
  const mode = (status.mode & 0o7777).toString(8);
  if (status.isSymbolicLink()) found.set(path, `link ${readlinkSync(path)}`);
  else if (status.isDirectory()) {
    found.set(path, `folder ${mode}`);
    for (const name of readdirSync(path)) readInto(join(path, name), found);
  } else if (status.isFile()) {
    found.set(path, `file ${mode} ${status.nlink} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`);
  } else found.set(path, `other ${mode}`);
}

/** Paths that are not as they were. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

export interface Run {
  shell: ShellMode;
  sandbox: Sandbox;
  /** Calls a tool; its output is kept for the judge. */
  call(name: string, input: unknown): Promise<string>;
  outputs: string[];
  /** What the person does meanwhile; not the sandbox's doing. */
  person(act: () => void | Promise<void>): Promise<void>;
  /** Changes that never went through a tool. */
  offer(change: Partial<SandboxChange> & { slug: string }): void;
}

/** The options of a sandbox on this world, with the folders that the product names. */
export function sandboxOptions(world: World, shell: ShellMode): SandboxOptions {
  return {
    projectRoot: world.project,
    skillRoots: [
      { directory: join(world.project, ".agents/skills"), writable: true },
      { directory: join(world.project, ".claude/skills"), writable: true },
      { directory: join(world.person, ".agents/skills"), writable: false },
    ],
    bank: world.bank,
    scope: "project",
    shell,
  };
}
