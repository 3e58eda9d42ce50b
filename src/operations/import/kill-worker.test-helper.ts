/** One import in a process of its own, which a test kills at any instant. Arguments: home, file. */
import { createOperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { importArchives } from "./import.ts";

const [home = "", file = ""] = process.argv.slice(2);
const context = createOperationContext({ home, userHome: home, workingDirectory: home, environment: {} });
const report = await runOperation(importArchives, context, { paths: [file], user: true, review: false });
await context.close();
process.stdout.write(`${JSON.stringify({ units: report.units, waiting: report.waiting })}\n`);
