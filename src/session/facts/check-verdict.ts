/**
 * What a check's own summary line says. Test runners and compilers end with fixed wordings; they tell whether a check
 * passed where its exit code is hidden by a pipe (`npm test | tail`).
 */
import type { CheckKind } from "./shell/checks.ts";

export type Verdict = "passed" | "failed";

interface SummaryRule {
  kinds: readonly CheckKind[];
  failed: RegExp;
  passed: RegExp;
}

const RULES: readonly SummaryRule[] = [
  // Vitest, Jest
  {
    kinds: ["test"],
    failed: /^\s*(?:Tests|Test Files|Test Suites):?\s+(?:.*[,|] *)?[1-9]\d* failed/m,
    passed: /^\s*(?:Tests|Test Files|Test Suites):?\s+(?:.*[,|] *)?\d+ passed/m,
  },
  // pytest, with and without its rulers
  {
    kinds: ["test"],
    failed: /^(?:=+ )?(?:.*, )?[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/m,
    passed: /^(?:=+ )?(?:.*, )?\d+ passed\b.* in [\d.]+s/m,
  },
  // Cargo
  { kinds: ["test"], failed: /^test result: FAILED|^error: test failed/m, passed: /^test result: ok\./m },
  // Go
  {
    kinds: ["test"],
    failed: /^(?:FAIL\b|--- FAIL:)/m,
    passed: /^ok {2}\t?\S+\s+(?:[\d.]+s|\(cached\))|^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/m,
  },
  // node --test, TAP
  { kinds: ["test"], failed: /^(?:#|ℹ) fail [1-9]/m, passed: /^(?:#|ℹ) fail 0\b/m },
  // Mocha
  { kinds: ["test"], failed: /^\s*[1-9]\d* failing\b/m, passed: /^\s*\d+ passing\b/m },
  // Python unittest
  { kinds: ["test"], failed: /^FAILED \((?:failures|errors)=/m, passed: /^OK(?: \(skipped=\d+\))?\s*$/m },
  // ExUnit, RSpec, minitest
  {
    kinds: ["test"],
    failed: /^\d+ (?:tests?|examples?|runs)\b.*, [1-9]\d* (?:failures?|errors?)\b/m,
    passed: /^\d+ (?:doctests?, )?(?:\d+ )?(?:tests?|examples?|runs)\b.*, 0 failures?\b/m,
  },
  // PHPUnit
  { kinds: ["test"], failed: /^(?:FAILURES|ERRORS)!/m, passed: /^OK \(\d+ tests?/m },
  // .NET
  { kinds: ["test"], failed: /^\s*Failed!\s+- Failed:/m, passed: /^\s*Passed!\s+- Failed:\s+0/m },
  // Playwright
  { kinds: ["test"], failed: /^\s+[1-9]\d* failed\s*$/m, passed: /^\s+\d+ passed \(/m },
  // Maven, Gradle
  { kinds: ["test", "build"], failed: /\bBUILD (?:FAILURE|FAILED)\b/, passed: /\bBUILD (?:SUCCESS|SUCCESSFUL)\b/ },
  // TypeScript, mypy, pyright
  {
    kinds: ["typecheck", "build"],
    failed: /\berror TS\d+:|^Found [1-9]\d* errors? in /m,
    passed: /^Success: no issues found|^0 errors, /m,
  },
  { kinds: ["typecheck"], failed: /^[1-9]\d* errors?, \d+ warnings?/m, passed: /^0 errors, \d+ warnings?/m },
  // ESLint, Ruff, Biome
  {
    kinds: ["lint"],
    failed: /✖ \d+ problems? \([1-9]\d* errors?|^Found [1-9]\d* errors?\b/m,
    passed: /^All checks passed!|^Checked \d+ files? in .*No fixes applied/m,
  },
  // Cargo, rustc
  {
    kinds: ["build", "typecheck", "lint"],
    failed: /^error(?:\[E\d+\])?: (?:could not compile|aborting due to)/m,
    passed: /^\s*Finished `?(?:dev|release|test)/m,
  },
];

const LOOKED = 16_000;

/** The verdict in a check's output, or undefined when it has no summary that is known. */
export function summaryVerdict(kind: CheckKind, output: string): Verdict | undefined {
  const text = (output.length > LOOKED ? output.slice(-LOOKED) : output).replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
  let passed = false;
  for (const rule of RULES) {
    if (!rule.kinds.includes(kind)) continue;
    if (rule.failed.test(text)) return "failed";
    passed ||= rule.passed.test(text);
  }
  return passed ? "passed" : undefined;
}
