#!/usr/bin/env node
/**
 * The `autoskill` command. Checks the Node version before anything else is loaded, so that an old Node gives one clear
 * line instead of a stack trace.
 */
const MINIMUM = [22, 13] as const;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  process.stderr.write(
    `autoskill needs Node ${MINIMUM.join(".")} or newer; this is ${process.version}.\n` +
      "Next: in a checkout, use `npx autoskill …` (npm brings a current Node), or install a newer Node.\n",
  );
  process.exit(1);
}

// Compiled code is kept between runs, in the system's temporary folder: most of a short command is loading.
const { enableCompileCache } = await import("node:module");
enableCompileCache();
// Stack traces then name the sources. Otherwise nobody sees one, and reading the maps takes time.
if (process.env.AUTOSKILL_DEBUG !== undefined) process.setSourceMapsEnabled(true);

const { runCommandLine } = await import("./run-command-line.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
