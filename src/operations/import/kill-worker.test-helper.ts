/**
 * An import whose process kills itself (SIGKILL) between two reads of the file, once something of it is recorded.
 * Arguments: home, file.
 */
import process from "node:process";
import { createOperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { importArchives } from "./import.ts";

const [home = "", file = ""] = process.argv.slice(2);
const context = createOperationContext({
  home,
  userHome: home,
  workingDirectory: home,
  environment: {},
  progress: ({ message }) => {
    if (/^[1-9]\d* done/.test(message)) process.kill(process.pid, "SIGKILL");
  },
});
await runOperation(importArchives, context, { paths: [file], user: true, review: false });
