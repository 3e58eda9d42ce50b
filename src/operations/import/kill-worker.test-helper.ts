/**
 * One import in a process of its own. Arguments: home, file, and `dies` for a process that kills itself (SIGKILL) between two
 * reads of the file, once something of it is recorded.
 */
import process from "node:process";
import { createOperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { importArchives } from "./import.ts";

const [home = "", file = "", dies] = process.argv.slice(2);
const context = createOperationContext({
  home,
  userHome: home,
  workingDirectory: home,
  environment: {},
  progress: ({ message }) => {
    if (dies === "dies" && /^[1-9]\d* done/.test(message)) process.kill(process.pid, "SIGKILL");
  },
});
const report = await runOperation(importArchives, context, { paths: [file], user: true, review: false });
await context.close();
process.stdout.write(`${JSON.stringify({ units: report.units, waiting: report.waiting })}\n`);
