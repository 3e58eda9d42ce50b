import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./scripts/slowest-first.ts";
import { testSeed } from "./src/base/seeded.test-helper.ts";

// Settled once: the processes of the tests and of what they start inherit it.
process.env.AUTOSKILL_TEST_SEED = String(testSeed());

const seeded = fileURLToPath(new URL("scripts/seeded-fast-check.ts", import.meta.url));

export default defineConfig({
  plugins: [
    {
      name: "one-seed",
      enforce: "pre",
      resolveId: (source, importer) => (source === "fast-check" && importer !== seeded ? seeded : undefined),
    },
  ],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Left to itself, vitest keeps one core free: on two cores one test file would run at a time.
    maxWorkers: "100%",
    sequence: { sequencer: SlowestFirst },
    reporters: ["default", "./scripts/closing-line-reporter.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: "1" },
  },
});
