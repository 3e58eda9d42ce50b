/**
 * The order of test files: the ones that take longest begin first, so that no core waits for them at the end. A fresh clone
 * knows no durations, and vitest then begins with the largest files, which these are not.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Parts of paths; attacks on the sandbox, and whatever starts many processes. */
const SLOWEST = [
  "sandbox/attacks/",
  "bank/stress.",
  "agent/e2e/case-1",
  "agent/e2e/",
  "review/kill.",
  "bank/crash.",
  "import/kill.",
  "operations/evolve/",
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = SLOWEST.findIndex((part) => moduleId.includes(part));
      return at === -1 ? SLOWEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
