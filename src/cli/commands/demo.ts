/** `demo`: the main job, step by step, on a bundled session. */
import pc from "picocolors";
import { type DemoReport, demo } from "../../operations/index.ts";
import type { RegisterCommands, Render } from "../command.ts";
import { SUPPORT_WORDS } from "../render/support-words.ts";
import { count, heading, indent, shorten } from "../render/text.ts";

export const registerDemoCommand: RegisterCommands = (command, runner) => {
  command("demo")
    .option("--folder <dir>", "scratch folder (default: a new temporary one)")
    .action((options: { folder?: string }) =>
      runner.run(demo, options, {
        render: renderDemo,
        exitCode: ({ skills }) => (skills.length > 0 ? 0 : 1),
      }),
    );
};

/** Of each rule; `autoskill why` shows all. */
const EVIDENCE_SHOWN = 3;

const renderDemo: Render<DemoReport> = (report) => {
  const { check, learned } = report;
  const session = learned.sessions[0];
  const skipped = Object.entries(check.skipped).map(([reason, number]) => `${number} ${reason.replaceAll("_", " ")}`);
  const lines = [
    step(1, "Session read"),
    `  ${report.sessionPath}`,
    `  ${check.kind}, ${count(check.userTurns, "turn")} by a person, ${count(check.toolCalls, "tool call")}; ` +
      `${check.kept} of ${check.records} records kept${skipped.length === 0 ? "" : ` (skipped: ${skipped.join(", ")})`}`,
    step(2, "Gate"),
    `  ${session?.decision ?? "skip"}: ${session?.reason.replaceAll("_", " ") ?? ""}`,
    step(3, "Found, without a model"),
    ...foundLines(report),
    step(4, "Written"),
    ...report.skills.flatMap(({ skill }) => [
      `  ${skill.directory}/SKILL.md`,
      indent(pc.dim(skill.text.trimEnd()), 4),
      "",
    ]),
    step(5, "Where agents find it"),
    ...learned.published.flatMap((item) => [
      `  ${item.path}`,
      ...item.links.filter((link) => link.state === "linked").map((link) => `  ${link.path} ${pc.dim("(link)")}`),
    ]),
    step(6, "Why is each rule there?"),
    ...report.skills.map(
      ({ skill }) => `  npx autoskill why ${skill.name} --home ${report.home} --project ${report.projectRoot}`,
    ),
    "",
    `On your own sessions: ${pc.bold("npx autoskill learn")}   ${pc.dim("(asks before anything is published)")}`,
  ];
  return lines.join("\n");
};

function step(number: number, name: string): string {
  return `${number > 1 ? "\n" : ""}${heading(`${number}. ${name}`)}`;
}

function foundLines(report: DemoReport): string[] {
  const lines: string[] = [];
  for (const { explanation } of report.skills) {
    for (const rule of explanation.rules) {
      if (rule.evidence.length === 0) continue;
      lines.push(`  ${pc.dim(`${rule.section}:`)} ${shorten(rule.text, 100)}`);
      for (const evidence of rule.evidence.slice(0, EVIDENCE_SHOWN)) {
        const mark = evidence.status === "verified" ? pc.green("✓") : pc.yellow("?");
        const how = `${SUPPORT_WORDS[evidence.support] ?? evidence.support} in turn ${evidence.turn}`;
        lines.push(`      ${mark} ${pc.dim(`${how}: “${shorten(evidence.quote, 90)}”`)}`);
      }
    }
  }
  return lines;
}
