/** `lint PATH…`: exit 1 when there are errors. */
import pc from "picocolors";
import { type LintReport, lint } from "../../operations/index.ts";
import type { RegisterCommands, Render } from "../command.ts";
import { count } from "../render/text.ts";

export const registerLintCommand: RegisterCommands = (command, runner) => {
  command("lint").action((paths: string[]) =>
    runner.run(lint, { paths }, { render: renderLint, exitCode: (report) => (report.errors > 0 ? 1 : 0) }),
  );
};

const renderLint: Render<LintReport> = (report) => {
  const lines: string[] = [];
  for (const file of report.files) {
    if (file.exception !== undefined) lines.push(pc.bold(file.path), `  ${pc.red("error")}  ${file.exception.message}`);
    if (file.findings.length === 0) continue;
    lines.push(pc.bold(file.path));
    for (const finding of file.findings) {
      const severity = finding.severity === "error" ? pc.red("error ") : pc.yellow("advice");
      lines.push(`  ${severity} ${pc.dim(`line ${finding.line}`)}  ${finding.message} ${pc.dim(`[${finding.code}]`)}`);
      lines.push(`         ${pc.dim(`fix: ${finding.fix}`)}`);
    }
  }
  const mark = report.errors > 0 ? pc.red("✗") : pc.green("✓");
  const checked = count(report.files.length, "skill");
  lines.push(`${mark} ${checked} checked: ${count(report.errors, "error")}, ${report.advice} advice`);
  return lines.join("\n");
};
