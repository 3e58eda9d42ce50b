/**
 * fast-check that draws from the one seed of the run; `vitest.config.ts` puts it where a test imports "fast-check". A setup
 * file would load fast-check in every test file, and most have no use for it.
 */
import fc from "fast-check";
import { testSeed } from "../src/base/seeded.test-helper.ts";

fc.configureGlobal({ seed: testSeed() });

export * from "fast-check";
export default fc;
