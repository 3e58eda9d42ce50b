import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "./scripts/closing-line-reporter.ts"],
    testTimeout: 60_000,
    env: { NO_COLOR: "1" },
  },
});
