/**
 * Seed 000, end-to-end case 8: the built command, headless, with its requests logged.
 * Runs on `dist/` as `npm run build` left it; skips where that is missing or older than the sources.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BUILT_CLI, whyNotBuilt } from "./built.test-helper.ts";
import {
  CHECK_PROMPT,
  hardWonWork,
  openScene,
  putCheckProject,
  WIRES,
  writeSkillCall,
} from "./end-to-end.test-helper.ts";

const reason = whyNotBuilt();
if (reason !== undefined) console.warn(`case 8 is skipped: ${reason}; run \`npm run build\``);

it.skipIf(reason !== undefined).each(WIRES)(
  "case 8: the built command over the wire of %s",
  { timeout: 120_000 },
  async (wire) => {
    const scene = await openScene({
      wire,
      cli: BUILT_CLI,
      settings: { approval: "auto" },
      script: {
        agent: hardWonWork(),
        review: [
          (request) => ({
            toolCalls: [writeSkillCall(request, ".qwen/skills/project-checks/SKILL.md", "project-checks")],
          }),
          { text: "Wrote project-checks." },
        ],
      },
    });
    try {
      putCheckProject(scene);
      const logs = join(scene.folder, "requests");
      const run = await scene.cli(
        "run",
        CHECK_PROMPT,
        "--approval-mode",
        "yolo",
        "--output-format",
        "json",
        "--log-requests",
        logs,
      );
      expect(run.code).toBe(0);
      const { ok, data } = JSON.parse(run.out);
      expect(ok).toBe(true);
      expect(data).toMatchObject({
        ended: "stop",
        text: "The check passes.",
        toolCalls: 20,
        refusals: [],
        approval: "yolo",
      });
      expect(data.skillReview).toMatchObject({ status: "scheduled", toolCalls: 20 });
      expect(scene.skillNames()).toEqual({ agents: ["project-checks"], qwen: ["project-checks"] });
      expect(scene.get("project/.qwen/skills/project-checks/SKILL.md")).toMatch(/source: "?auto-skill"?/);

      const entries = readdirSync(logs)
        .sort()
        .map((name) => ({ name, ...JSON.parse(readFileSync(join(logs, name), "utf8")) }));
      for (const { name } of entries) expect(statSync(join(logs, name)).mode & 0o777).toBe(0o600);
      expect(entries).toHaveLength(scene.server.requests.length);
      const first = entries.find(({ request }) => request.purpose === "agent");
      expect(first.request.system).toContain("Approval mode: yolo");
      expect(first.request.tools.map(({ name }: { name: string }) => name)).toEqual([
        "read_file",
        "write_file",
        "edit",
        "ls",
        "shell",
      ]);
      expect(first.request.tools[4].input).toMatchObject({ type: "object", required: ["command"] });
      const review = entries.find(({ request }) => request.purpose === "review");
      expect(review.request.system).toContain("Nothing to save.");
      expect(review.request.tools.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(["read_file", "ls", "read_turn", "write_file", "edit"]),
      );
      // What was logged is what was sent.
      const sent = scene.agentRequests()[0];
      expect(sent?.system.trim()).toBe(first.request.system.trim());
      expect(sent?.tools.map(({ name, schema }) => [name, Object.keys(schema.properties ?? {})])).toEqual(
        first.request.tools.map((tool: { name: string; input: { properties: object } }) => [
          tool.name,
          Object.keys(tool.input.properties),
        ]),
      );
      expect(JSON.stringify(entries)).not.toContain(scene.server.apiKey);
    } finally {
      await scene.close();
    }
  },
);
