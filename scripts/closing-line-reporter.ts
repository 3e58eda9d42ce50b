/**
 * Prints one plain closing line, `N passed, N failed, N skipped`, which CI systems that do not know vitest can read, and
 * before it the seed that the tests drew from.
 */
import type { Reporter, TestModule } from "vitest/node";
import { DEFAULT_TEST_SEED, testSeed } from "../src/base/seeded.test-helper.ts";

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    let skipped = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === "passed") passed += 1;
        else if (state === "skipped") skipped += 1;
        else failed += 1;
      }
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) failed += 1;
    }
    const seed = testSeed();
    if (failed > 0 || seed !== DEFAULT_TEST_SEED) console.log(`\nTo draw the same again: AUTOSKILL_TEST_SEED=${seed}`);
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
