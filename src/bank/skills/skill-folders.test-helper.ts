/** A project, a home and skills in them, gone after the test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { SkillManager, type SkillManagerOptions } from "./skill-manager.ts";

export interface SkillFolders {
  base: string;
  projectRoot: string;
  userHome: string;
  /** Writes `<path>/SKILL.md` below the base; other files are written as they are named. */
  write(path: string, text: string): string;
  manager(options?: Partial<SkillManagerOptions>): SkillManager;
}

export function skillFolders(): SkillFolders {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-skills-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [projectRoot, userHome] = [join(base, "project"), join(base, "home")];
  for (const folder of [projectRoot, userHome]) mkdirSync(folder);
  return {
    base,
    projectRoot,
    userHome,
    write(path, text) {
      const file = path.endsWith(".md") ? join(base, path) : join(base, path, "SKILL.md");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    manager: (options = {}) => new SkillManager({ projectRoot, userHome, ...options }),
  };
}

export function skillText(
  name: string,
  description = `Does ${name}.`,
  fields = "",
  body = "# Title\n\n- A rule.\n",
): string {
  return `---\nname: ${name}\ndescription: ${description}\n${fields}---\n${body}`;
}
