/** Paths and links: what a tool is asked to read, list, write or edit that it must not. */
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Attack } from "./judge.test-helper.ts";
import { skill, type World } from "./world.test-helper.ts";

type Path = string | ((world: World) => string);

const pathOf = (path: Path, world: World): string => (typeof path === "string" ? path : path(world));
const nameOf = (path: Path): string =>
  JSON.stringify(typeof path === "string" ? path : path.toString().replace(/^[^`]*`|`$/g, ""));

const READ: readonly Path[] = [
  "../outside/canary.txt",
  "src/../../outside/canary.txt",
  "./../outside/canary.txt",
  "..//outside/canary.txt",
  ({ outside }) => `${outside}/canary.txt`,
  ({ project }) => `${project}/../outside/canary.txt`,
  ({ project }) => `${project}//../outside/canary.txt`,
  ({ person }) => `${person}/.ssh/id_rsa`,
  "/etc/passwd",
  "/proc/self/environ",
  "/proc/self/cwd/.env",
  "~/.ssh/id_rsa",
  "$HOME/.ssh/id_rsa",
  "file:///etc/passwd",
  "..\\outside\\canary.txt",
  "\u2025/outside/canary.txt",
  "\uff0e\uff0e/outside/canary.txt",
  "\uff0e\uff0e\uff0foutside\uff0fcanary.txt",
  "..\u2215outside\u2215canary.txt",
  "%2e%2e/outside/canary.txt",
  "README.md\u0000/../../outside/canary.txt",
  ".env\u0000.md",
  ".env",
  "./.env",
  ".//.env",
  ".ENV",
  ".env.",
  ".env ",
  ".env/",
  ".\uff45nv",
  ".e\u200bnv",
  "deep/er/.env.local",
  "deep//er/.env.local",
  "keys/server.pem",
  "KEYS/SERVER.PEM",
  "backup/.ssh/id_ed25519",
  "link-env.txt",
  "link-out.txt",
  "folder-out/canary.txt",
  "folder-out/../outside/canary.txt",
  "link-in/../.env",
  "dangling.txt",
  "link-a",
  "hard.txt",
  ".git/config",
  ".GIT/config",
  "src/../.git/HEAD",
  ".agents/skills/linked/SKILL.md",
  ".agents/skills/release/../../../.env",
  ".agents/skills/../../.env",
  ".claude/skills/release/../../../.env",
  "@skills/../../.ssh/id_rsa",
  "@skills/global-helper/../../../.ssh/id_rsa",
];

const LIST: readonly Path[] = [
  "..",
  "/",
  "~",
  "folder-out",
  "folder-out/",
  "backup/.ssh",
  ".git",
  "link-a",
  ({ person }) => `${person}/.ssh`,
  "/proc/self/fd",
  "src/../..",
  "@skills/..",
];

/** Where nothing is ever created. */
const WRITE: readonly Path[] = [
  "README.md",
  "src/new.ts",
  "AGENTS.md",
  "CLAUDE.md",
  ".env",
  ".git/hooks/pre-commit",
  ".claude/settings.json",
  ".claude/agents/x.md",
  ".claude/commands/x.md",
  ".vscode/tasks.json",
  ".mcp.json",
  "../outside/new/SKILL.md",
  ({ outside }) => `${outside}/new/SKILL.md`,
  ".agents/skills/SKILL.md",
  ".agents/skills/new/skill.md",
  ".agents/skills/new/README.md",
  ".agents/skills/new/sub/SKILL.md",
  ".agents/skills/new/references/SKILL.md",
  ".agents/skills/new/references/sub/skill.md",
  ".agents/skills/new/references/CLAUDE.md",
  ".agents/skills/new/scripts/.bashrc",
  ".agents/skills/new/.claude/settings.json",
  ".agents/skills/new/../mine/SKILL.md",
  ".agents/skills/../../pwned/SKILL.md",
  ".agents/skills/./mine/SKILL.md",
  ".agents/skills//mine/SKILL.md",
  ".agents/skills/New Skill/SKILL.md",
  ".agents/skills/Mine/SKILL.md",
  ".agents/skills/mine./SKILL.md",
  ".agents/skills/mine /SKILL.md",
  ".agents/skills/m\u0456ne/SKILL.md",
  ".agents/skills/\uff4dine/SKILL.md",
  ".agents/skills/min\u0065\u0301/SKILL.md",
  ".agents/skills/mine\u200b/SKILL.md",
  ".agents/skills/con/SKILL.md",
  ".agents/skills/a--b/SKILL.md",
  ".agents/skills/-a/SKILL.md",
  `.agents/skills/${"a".repeat(65)}/SKILL.md`,
  ".agents/skills/mine/SKILL.md",
  ".agents/skills/mine/references/new.md",
  ".agents/skills/marked/SKILL.md",
  ".agents/skills/marked/references/new.md",
  ".agents/skills/linked/SKILL.md",
  ".agents/skills/linked/references/new.md",
  ".agents/skills/hard/SKILL.md",
  ".agents/skills/release/SKILL.md",
  ".agents/skills/release/references/notes.md",
  ".agents/skills/release/references/unread.md",
  ".claude/skills/theirs/SKILL.md",
  ".claude/skills/theirs/references/x.md",
  "@skills/global-helper/SKILL.md",
  "@skills/new/SKILL.md",
  "folder-out/SKILL.md",
];

function slugIn(path: string): string {
  return /skills\/+([^/]+)\//.exec(path)?.[1] ?? "new";
}

export function pathAttacks(): Attack[] {
  return [
    ...READ.map(
      (path): Attack => ({
        group: "paths: read_file",
        name: nameOf(path),
        attempt: async (run, world) => {
          await run.call("read_file", { path: pathOf(path, world) });
        },
      }),
    ),
    ...LIST.map(
      (path): Attack => ({
        group: "paths: ls",
        name: nameOf(path),
        // Names outside are as private as contents.
        secrets: () => ["canary.txt", "id_ed25519", "id_rsa"],
        attempt: async (run, world) => {
          await run.call("ls", { path: pathOf(path, world) });
        },
      }),
    ),
    ...WRITE.map(
      (path): Attack => ({
        group: "paths: write_file",
        name: nameOf(path),
        attempt: async (run, world) => {
          const target = pathOf(path, world);
          await run.call("write_file", { path: target, content: skill(slugIn(target), ["Do it."]) });
        },
      }),
    ),
    ...[
      "README.md",
      ".agents/skills/mine/SKILL.md",
      ".agents/skills/marked/SKILL.md",
      ".agents/skills/linked/SKILL.md",
      ".agents/skills/hard/SKILL.md",
      ".claude/skills/theirs/SKILL.md",
      "@skills/global-helper/SKILL.md",
    ].map(
      (path): Attack => ({
        group: "paths: edit",
        name: nameOf(path),
        attempt: async (run) => {
          await run.call("read_file", { path });
          await run.call("edit", { path, old_string: "Keep", new_string: "Drop" });
          await run.call("edit", { path, old_string: "person", new_string: "model" });
          await run.call("edit", { path, old_string: "counts", new_string: "eats" });
          await run.call("edit", { path, old_string: "colleague", new_string: "model" });
        },
      }),
    ),
  ];
}

const RELEASE = ".agents/skills/release/SKILL.md";
const EDIT = { path: RELEASE, old_string: "- Tag the commit.", new_string: "- Tag the commit twice." };

/** What a person (or something else) does between two steps of the agent. Each on a world of its own. */
export function raceAttacks(): Attack[] {
  const file = (world: World): string => join(world.project, RELEASE);
  const folder = (world: World): string => join(world.project, ".agents/skills/release");
  const between = (name: string, act: (world: World) => void, mayBeAccepted: readonly string[] = []): Attack[] => [
    {
      group: "races",
      name: `${name}, between reading and editing`,
      mayBeAccepted,
      attempt: async (run, world) => {
        await run.call("read_file", { path: RELEASE });
        await run.person(() => act(world));
        await run.call("edit", EDIT);
      },
    },
    {
      group: "races",
      name: `${name}, between editing and publishing`,
      mayBeAccepted,
      attempt: async (run, world) => {
        await run.call("read_file", { path: RELEASE });
        await run.call("edit", EDIT);
        await run.person(() => act(world));
      },
    },
  ];
  const created = (name: string, act: (world: World) => void): Attack => ({
    group: "races",
    name,
    attempt: async (run, world) => {
      await run.call("write_file", { path: ".agents/skills/fresh/SKILL.md", content: skill("fresh", ["Do it."]) });
      await run.person(() => act(world));
    },
  });
  const write = (path: string, text: string): void => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
  };
  return [
    ...between("a person edits the skill", (world) =>
      writeFileSync(file(world), skill("release", ["Tag the commit.", "By hand."])),
    ),
    ...between("a person takes the mark out", (world) =>
      writeFileSync(file(world), skill("release", ["Tag the commit."]).replace("source: auto-skill", "source: me")),
    ),
    ...between("a person deletes the skill", (world) => rmSync(folder(world), { recursive: true })),
    ...between("a person edits a support file", (world) =>
      writeFileSync(join(folder(world), "references/notes.md"), "By hand.\n"),
    ),
    ...between("the file is replaced by a link", (world) => {
      rmSync(file(world));
      symlinkSync(join(world.outside, "hard.md"), file(world));
    }),
    ...between("the file gets a second name", (world) => linkSync(file(world), join(world.outside, "second.md"))),
    ...between("the folder is replaced by a link", (world) => {
      renameSync(folder(world), join(world.outside, "moved"));
      symlinkSync(join(world.outside, "moved"), folder(world));
    }),
    ...between("the folder of all skills is replaced by a link", (world) => {
      renameSync(join(world.project, ".agents/skills"), join(world.outside, "skills"));
      symlinkSync(join(world.outside, "skills"), join(world.project, ".agents/skills"));
    }),
    ...between("the parent folder is replaced by a link", (world) => {
      renameSync(join(world.project, ".agents"), join(world.outside, "agents"));
      symlinkSync(join(world.outside, "agents"), join(world.project, ".agents"));
    }),
    created("a person creates the same skill meanwhile", (world) =>
      write(join(world.project, ".agents/skills/fresh/SKILL.md"), skill("fresh", ["By hand."])),
    ),
    created("a person creates it in another agent's folder", (world) =>
      write(join(world.project, ".claude/skills/fresh/SKILL.md"), skill("fresh", ["By hand."])),
    ),
    created("a person creates it at the user's level", (world) =>
      write(join(world.person, ".agents/skills/fresh/SKILL.md"), skill("fresh", ["By hand."])),
    ),
    created("a person creates one of that name in another folder", (world) =>
      write(join(world.project, ".agents/skills/elsewhere/SKILL.md"), skill("fresh", ["By hand."])),
    ),
    created("a link is put where the skill would go", (world) =>
      symlinkSync(world.outside, join(world.project, ".agents/skills/fresh")),
    ),
    created("a dangling link is put where the skill would go", (world) =>
      symlinkSync(join(world.outside, "none"), join(world.project, ".agents/skills/fresh")),
    ),
    created("a file is put where the skill would go", (world) =>
      write(join(world.project, ".agents/skills/fresh"), "x"),
    ),
    ...[".claude/skills", ".qwen/skills", ".agents/skills"].map(
      (folder): Attack => ({
        group: "links",
        name: `the folder ${folder} is a link that leads out`,
        attempt: async (run, world) => {
          await run.person(() => {
            rmSync(join(world.project, folder), { recursive: true, force: true });
            mkdirSync(join(world.project, folder, ".."), { recursive: true });
            symlinkSync(world.outside, join(world.project, folder));
          });
          await run.call("ls", { path: folder });
          await run.call("ls", { path: `${folder}/skill` });
          await run.call("read_file", { path: `${folder}/skill/SKILL.md` });
          await run.call("edit", { path: `${folder}/skill/SKILL.md`, old_string: "Say", new_string: "Do" });
          await run.call("shell", { command: `cat ${folder}/skill/SKILL.md` });
          await run.call("shell", { command: `grep -rn canary ${folder}/` });
          if (folder === ".agents/skills") {
            await run.call("write_file", { path: `${folder}/fresh/SKILL.md`, content: skill("fresh", ["Do it."]) });
          }
        },
      }),
    ),
    {
      group: "races",
      name: "a file is replaced by a link to a secret between listing and reading",
      attempt: async (run, world) => {
        await run.call("ls", { path: "src" });
        await run.person(() => {
          rmSync(join(world.project, "src/words.txt"));
          symlinkSync("../.env", join(world.project, "src/words.txt"));
        });
        await run.call("read_file", { path: "src/words.txt" });
        await run.call("shell", { command: "cat src/words.txt" });
      },
    },
    {
      group: "races",
      name: "a folder is exchanged for a link outside, back and forth, while it is read",
      attempt: async (run, world) => {
        const real = join(world.project, "swap");
        const kept = join(world.project, "kept");
        await run.person(() => write(join(real, "canary.txt"), "harmless\n"));
        let on = true;
        const swapping = (async () => {
          while (on) {
            renameSync(real, kept);
            symlinkSync("../outside", real);
            await new Promise((resolve) => setImmediate(resolve));
            rmSync(real);
            renameSync(kept, real);
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        for (let round = 0; round < 60; round += 1) await run.call("read_file", { path: "swap/canary.txt" });
        // Without bubblewrap a command opens its files after they were checked: said in docs/sandbox.md.
        for (let round = 0; round < 3 && run.shell === "bwrap"; round += 1) {
          await run.call("shell", { command: "cat swap/canary.txt" });
        }
        on = false;
        await swapping;
      },
    },
    {
      group: "races",
      name: "two writes of one message to the same path",
      mayBeAccepted: ["fresh"],
      attempt: async (run) => {
        const path = ".agents/skills/fresh/SKILL.md";
        const content = (rule: string): string => skill("fresh", [rule]);
        await Promise.all([
          run.call("write_file", { path, content: content("First.") }),
          run.call("write_file", { path, content: content("Second, over the first.") }),
        ]);
        const [change] = run.sandbox.changes();
        if (change?.text.includes("Second") === true)
          run.offer({ slug: "overwritten", text: skill("overwritten", ["x"]) });
      },
    },
  ];
}
