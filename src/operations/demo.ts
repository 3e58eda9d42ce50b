/**
 * `demo`: the main job on a bundled session, in a scratch folder that nothing else uses, so that it can be tried before
 * anything is trusted.
 */
import { access, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AutoskillError, makeFolder } from "../base/index.ts";
import { checkTranscript, type FileCheck } from "../session/index.ts";
import { createOperationContext } from "./context.ts";
import { type LearnReport, learn, learnInput } from "./learn/learn.ts";
import { defineOperation } from "./operation.ts";
import { type ShownSkill, show } from "./show.ts";
import { SUMMARIES } from "./summaries.ts";
import { type Explanation, why } from "./why.ts";

const DEMO_SESSION = "examples/sessions/claude-code-parcel-api.jsonl";

export interface DemoReport {
  sessionPath: string;
  home: string;
  projectRoot: string;
  check: FileCheck;
  learned: LearnReport;
  skills: { skill: ShownSkill; explanation: Explanation }[];
}

export const demo = defineOperation({
  name: "demo",
  summary: SUMMARIES.demo,
  readOnly: false,
  input: z.object({ folder: z.string().optional().describe("Scratch folder; default: a new one for temporary files") }),
  handler: async (context, input): Promise<DemoReport> => {
    const folder = input.folder ?? (await mkdtemp(join(tmpdir(), "autoskill-demo-")));
    const home = join(folder, "home");
    const projectRoot = join(folder, "parcel-api");
    makeFolder(projectRoot);
    const sessionPath = await bundledSession();
    const scratch = createOperationContext({
      home,
      userHome: folder,
      workingDirectory: projectRoot,
      environment: {},
      clock: context.clock,
      progress: (event) => context.progress(event),
      signal: context.signal,
    });
    try {
      const check = await checkTranscript(sessionPath);
      const input = learnInput.parse({ paths: [sessionPath], project: projectRoot, publish: true });
      const learned = await learn.handler(scratch, input);
      const skills: DemoReport["skills"] = [];
      for (const { name } of learned.published) {
        const reference = { name, scope: "project" as const, project: projectRoot };
        skills.push({
          skill: await show.handler(scratch, { ...reference, drafts: false }),
          explanation: await why.handler(scratch, reference),
        });
      }
      return { sessionPath, home, projectRoot, check, learned, skills };
    } finally {
      await scratch.close();
    }
  },
});

/** The package's root lies two folders above this file, in `src/` as in `dist/`. */
async function bundledSession(): Promise<string> {
  const path = fileURLToPath(new URL(`../../${DEMO_SESSION}`, import.meta.url));
  try {
    await access(path);
    return path;
  } catch (cause) {
    throw new AutoskillError({
      code: "DEMO_SESSION_MISSING",
      message: `The bundled session is not where it should be: ${path}.`,
      next: "Reinstall the package.",
      cause,
    });
  }
}
