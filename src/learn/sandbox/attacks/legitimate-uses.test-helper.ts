/** What a review does on an honest day: all of it must work. */
import type { Run, World } from "./world.test-helper.ts";
import { skill } from "./world.test-helper.ts";

export interface Use {
  name: string;
  /** Does the work; true when it came out right. */
  work(run: Run, world: World): Promise<boolean>;
}

const shell = (command: string, expected: string | RegExp): Use => ({
  name: command,
  work: async (run) => {
    const output = await run.call("shell", { command });
    return typeof expected === "string" ? output.includes(expected) : expected.test(output);
  },
});

const RELEASE = ".agents/skills/release/SKILL.md";

export const LEGITIMATE_USES: readonly Use[] = [
  shell("ls -la src", "app.ts"),
  shell("cat src/app.ts", "answer = 42"),
  shell("cat README.md src/words.txt | head -3", "# The project"),
  shell("grep -rn 'answer' src", "app.ts:1"),
  shell('grep -n "answer);$" src/app.ts', "console.log"),
  shell("find src -name '*.ts' -type f | sort", "src/app.ts"),
  shell("find . -maxdepth 1 -not -name '.*' -print", "./README.md"),
  shell("sort src/words.txt | uniq -c | sort -rn | head -1", "2 apple"),
  shell("wc -l < src/words.txt", "4"),
  shell("sed -n '2,3p' src/words.txt", "apple"),
  shell("sed 's/apple/pear/g' src/words.txt", "pear"),
  shell("awk -F: '{ print NR \": \" $1 }' src/words.txt", "1: banana"),
  shell("awk '$1 > \"b\" { n++ } END { print n }' src/words.txt", "2"),
  shell("jq -r '.scripts | keys[]' package.json", "build"),
  shell("cut -c1-3 src/words.txt", "ban"),
  shell("tr 'a-z' 'A-Z' < src/words.txt", "BANANA"),
  shell("diff src/words.txt src/words.txt && echo same", "same"),
  shell("diff <(sort src/words.txt) <(sort -r src/words.txt) | head -2", "| >"),
  shell("cd src && ls", "words.txt"),
  shell("bash -c 'ls src | wc -l'", "2"),
  shell("cat ./src/*.ts 2>/dev/null", "answer"),
  shell("cat 'notes/a b.txt'", "a file with a space"),
  shell("test -f package.json && echo there", "there"),
  shell("stat -c %a run.sh", "755"),
  shell("git log --oneline -5", "The counter"),
  shell("git status --short", "??"),
  shell("git show --stat HEAD", "src/app.ts"),
  shell("git show HEAD:src/app.ts", "answer = 42"),
  shell("git log -p -1 -- src | grep answer", "answer"),
  shell("git diff HEAD --stat", /nothing was printed/),
  shell("git blame -L 1,1 src/app.ts", "answer"),
  shell("git ls-files | wc -l", "5"),
  shell("git branch --show-current", "main"),
  shell("grep -c apple src/words.txt && (pwd; ls) | wc -l", "2"),
  shell("cat .env.example", "DATABASE_URL"),
  shell("ls nothing-here", /exit code 2/),
  {
    name: "ls of the project, of the skills, of one skill through a host's folder",
    work: async (run) => {
      const outputs = [
        await run.call("ls", {}),
        await run.call("ls", { path: ".agents/skills" }),
        await run.call("ls", { path: ".claude/skills/release" }),
      ];
      return (
        outputs[0]?.includes("src/") === true &&
        outputs[1]?.includes("release/") === true &&
        outputs[2]?.includes("SKILL.md") === true
      );
    },
  },
  {
    name: "read_file by a relative, an absolute and a dotted path, and through a link that stays inside",
    work: async (run, world) => {
      const paths = ["src/app.ts", `${world.project}/src/app.ts`, "./src/app.ts", "link-in/app.ts"];
      for (const path of paths) if (!(await run.call("read_file", { path })).includes("answer = 42")) return false;
      return true;
    },
  },
  {
    name: "read_file of a part, with the way on",
    work: async (run) =>
      /^2\| apple\n\[lines 2 to 2 of 4; go on with offset 3\]$/.test(
        await run.call("read_file", { path: "src/words.txt", offset: 2, limit: 1 }),
      ),
  },
  {
    name: "reading a person's skill, and a skill of the user's level",
    work: async (run) => {
      const outputs = [
        await run.call("read_file", { path: ".agents/skills/mine/SKILL.md" }),
        await run.call("read_file", { path: "@skills/global-helper/SKILL.md" }),
        await run.call("read_file", { path: ".claude/skills/theirs/SKILL.md" }),
      ];
      return outputs.every((output) => output.includes("not ours"));
    },
  },
  {
    name: "a new skill with a support file",
    work: async (run) => {
      await run.call("write_file", {
        path: ".agents/skills/count-words/SKILL.md",
        content:
          "---\nname: count-words\ndescription: Counts the words of a text with the counter, when somebody asks for it.\n---\n\n# Count words\n\n## Steps\n\n1. Run `npm run build`.\n2. Run `node dist/app.js FILE`.\n",
        evidence: [{ rule: "Run `npm run build`.", turns: ["T1"] }],
      });
      await run.call("write_file", {
        path: ".agents/skills/count-words/references/formats.md",
        content: "Plain text and Markdown.\n",
      });
      return accepted(run, "count-words", 1);
    },
  },
  {
    name: "a new skill in the words of the seeds' template, by way of a host's folder",
    work: async (run) => {
      await run.call("write_file", {
        path: ".qwen/skills/check-types/SKILL.md",
        content:
          '---\nname: check-types\ndescription: Checks the types of the counter before a commit, when code has changed.\nsource: auto-skill\nextracted_at: "2026-01-01T00:00:00Z"\n---\n\n# Check types\n\n- Run `npx tsc --noEmit`.\n',
      });
      return accepted(run, "check-types", 0);
    },
  },
  {
    name: "a new skill in another script",
    work: async (run) => {
      await run.call("write_file", {
        path: ".agents/skills/fabu/SKILL.md",
        content:
          "---\nname: fabu\ndescription: 发布新版本时，先检查再打标签。当用户要求发布时使用。\n---\n\n# 发布\n\n## 规则\n\n- 先运行测试。\n- 再打标签。\n",
      });
      return accepted(run, "fabu", 0);
    },
  },
  {
    name: "a refused draft, corrected",
    work: async (run) => {
      const path = ".agents/skills/corrected/SKILL.md";
      const text = skill("corrected", ["Run the checks first."]);
      const first = await run.call("write_file", { path, content: text.replace("name: corrected", "name: other") });
      await run.call("write_file", { path, content: text });
      return first.startsWith("Refused") && accepted(run, "corrected", 0);
    },
  },
  {
    name: "an edit of a skill of ours that was read",
    work: async (run) => {
      await run.call("read_file", { path: RELEASE });
      await run.call("edit", {
        path: RELEASE,
        old_string: "- Push the tag.",
        new_string: "- Push the tag.\n- Wait for the checks.",
      });
      return run.sandbox.changes()[0]?.text.includes("Wait for the checks.") === true && accepted(run, "release", 0);
    },
  },
  {
    name: "two edits one after the other, one of the description",
    work: async (run) => {
      await run.call("read_file", { path: ".claude/skills/release/SKILL.md" });
      await run.call("edit", {
        path: RELEASE,
        old_string: "- Tag the commit.",
        new_string: "- Tag the merged commit.",
      });
      await run.call("edit", {
        path: RELEASE,
        old_string: "Release the package.",
        new_string: "Release the package to the registry.",
      });
      return (await run.call("read_file", { path: RELEASE })).includes("merged commit") && accepted(run, "release", 0);
    },
  },
  {
    name: "a support file for a skill of ours, and an edit of one that was there",
    work: async (run) => {
      await run.call("read_file", { path: RELEASE });
      await run.call("write_file", {
        path: ".agents/skills/release/references/registry.md",
        content: "The registry is the public one.\n",
      });
      await run.call("read_file", { path: ".agents/skills/release/references/notes.md" });
      await run.call("edit", {
        path: ".agents/skills/release/references/notes.md",
        old_string: "Notes",
        new_string: "More notes",
      });
      return accepted(run, "release", 2);
    },
  },
  {
    name: "a skill that a person edited by hand is read again and edited",
    work: async (run, world) => {
      const { writeFileSync } = await import("node:fs");
      await run.call("read_file", { path: RELEASE });
      await run.person(() =>
        writeFileSync(
          `${world.project}/${RELEASE}`,
          skill("release", ["Tag the commit.", "Push the tag.", "By hand."]),
        ),
      );
      const refused = await run.call("edit", {
        path: RELEASE,
        old_string: "- Push the tag.",
        new_string: "- Push it.",
      });
      await run.call("read_file", { path: RELEASE });
      await run.call("edit", {
        path: RELEASE,
        old_string: "- Push the tag.",
        new_string: "- Push the tag to the origin.",
      });
      return refused.includes("CHANGED_SINCE_READ") && accepted(run, "release", 0);
    },
  },
  {
    name: "read_turn, page by page",
    work: async (run) =>
      (await run.call("read_turn", { id: "T1", offset: 0, limit: 1 })).includes("go on with offset 1"),
  },
];

function accepted(run: Run, slug: string, files: number): boolean {
  const change = run.sandbox.changes().find((candidate) => candidate.slug === slug);
  return (
    change !== undefined && change.files.length === files && run.sandbox.refusals.every(({ code }) => code !== "DEFECT")
  );
}
