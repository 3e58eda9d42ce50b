/**
 * What a check's own summary line says. Test runners and compilers end with fixed wordings; they tell whether a check
 * passed where its exit code is hidden by a pipe (`npm test | tail`).
 */
import { boundedMemo } from "./bounded-memo.ts";
import type { CheckKind } from "./shell/checks.ts";

export type Verdict = "passed" | "failed";

/** A pattern can only match a text that holds one of its words: looking for those first spares most texts the pattern. */
interface Wording {
  words: readonly string[];
  pattern: RegExp;
}

interface SummaryRule {
  kinds: readonly CheckKind[];
  failed: Wording;
  passed: Wording;
}

const says = (words: string, pattern: RegExp): Wording => ({ words: words.split("|"), pattern });

const RULES: readonly SummaryRule[] = [
  // Vitest, Jest
  {
    kinds: ["test"],
    failed: says(
      "Tests|Test Files|Test Suites",
      /^\s*(?:Tests|Test Files|Test Suites):?\s+(?:.*[,|] *)?[1-9]\d* failed/m,
    ),
    passed: says("Tests|Test Files|Test Suites", /^\s*(?:Tests|Test Files|Test Suites):?\s+(?:.*[,|] *)?\d+ passed/m),
  },
  // pytest, with and without its rulers
  {
    kinds: ["test"],
    failed: says(" failed| error", /(?<=^(?:=+ )?|, )[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/m),
    passed: says(" passed", /(?<=^(?:=+ )?|, )\d+ passed\b.* in [\d.]+s/m),
  },
  // Cargo
  {
    kinds: ["test"],
    failed: says("test result: FAILED|error: test failed", /^test result: FAILED|^error: test failed/m),
    passed: says("test result: ok.", /^test result: ok\./m),
  },
  // Go
  {
    kinds: ["test"],
    failed: says("FAIL", /^(?:FAIL\b|--- FAIL:)/m),
    passed: says("ok", /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/m),
  },
  // node --test, TAP
  {
    kinds: ["test"],
    failed: says(" fail ", /^(?:#|ℹ) fail [1-9]/m),
    passed: says(" fail 0", /^(?:#|ℹ) fail 0\b/m),
  },
  // Mocha
  {
    kinds: ["test"],
    failed: says(" failing", /^\s*[1-9]\d* failing\b/m),
    passed: says(" passing", /^\s*\d+ passing\b/m),
  },
  // Python unittest
  {
    kinds: ["test"],
    failed: says("FAILED (", /^FAILED \((?:failures|errors)=/m),
    passed: says("OK", /^OK(?: \(skipped=\d+\))?\s*$/m),
  },
  // ExUnit, RSpec, minitest
  {
    kinds: ["test"],
    failed: says(" failure| error", /^\d+ (?:tests?|examples?|runs)\b.*, [1-9]\d* (?:failures?|errors?)\b/m),
    passed: says(", 0 failure", /^\d+ (?:doctests?, )?(?:\d+ )?(?:tests?|examples?|runs)\b.*, 0 failures?\b/m),
  },
  // PHPUnit
  {
    kinds: ["test"],
    failed: says("FAILURES!|ERRORS!", /^(?:FAILURES|ERRORS)!/m),
    passed: says("OK (", /^OK \(\d+ tests?/m),
  },
  // .NET
  {
    kinds: ["test"],
    failed: says("Failed!", /^\s*Failed!\s+- Failed:/m),
    passed: says("Passed!", /^\s*Passed!\s+- Failed:\s+0/m),
  },
  // Playwright
  {
    kinds: ["test"],
    failed: says(" failed", /^\s+[1-9]\d* failed\s*$/m),
    passed: says(" passed (", /^\s+\d+ passed \(/m),
  },
  // Maven, Gradle
  {
    kinds: ["test", "build"],
    failed: says("BUILD FAIL", /\bBUILD (?:FAILURE|FAILED)\b/),
    passed: says("BUILD SUCCESS", /\bBUILD (?:SUCCESS|SUCCESSFUL)\b/),
  },
  // TypeScript, mypy, pyright
  {
    kinds: ["typecheck", "build"],
    failed: says("error TS|Found ", /\berror TS\d+:|^Found [1-9]\d* errors? in /m),
    passed: says("Success: no issues found|0 errors, ", /^Success: no issues found|^0 errors, /m),
  },
  {
    kinds: ["typecheck"],
    failed: says(" warning", /^[1-9]\d* errors?, \d+ warnings?/m),
    passed: says("0 errors, ", /^0 errors, \d+ warnings?/m),
  },
  // ESLint, Ruff, Biome
  {
    kinds: ["lint"],
    failed: says("✖ |Found ", /✖ \d+ problems? \([1-9]\d* errors?|^Found [1-9]\d* errors?\b/m),
    passed: says(
      "All checks passed!|No fixes applied",
      /^All checks passed!|^Checked \d+ files? in .*No fixes applied/m,
    ),
  },
  // Cargo, rustc
  {
    kinds: ["build", "typecheck", "lint"],
    failed: says("could not compile|aborting due to", /^error(?:\[E\d+\])?: (?:could not compile|aborting due to)/m),
    passed: says("Finished ", /^\s*Finished `?(?:dev|release|test)/m),
  },
];

const LOOKED = 16_000;
const ESCAPE = "\u001b";

/** The verdict in a check's output, or undefined when it has no summary that is known. */
export function summaryVerdict(kind: CheckKind, output: string): Verdict | undefined {
  const rules = rulesFor(kind);
  const matches = matcherOf(output);
  if (rules.some(({ failed }) => matches(failed))) return "failed";
  return rules.some(({ passed }) => matches(passed)) ? "passed" : undefined;
}

/** Whether that verdict is "failed"; costs half as much. */
export function saysFailed(kind: CheckKind, output: string): boolean {
  const matches = matcherOf(output);
  return rulesFor(kind).some(({ failed }) => matches(failed));
}

function rulesFor(kind: CheckKind): SummaryRule[] {
  return RULES.filter(({ kinds }) => kinds.includes(kind));
}

function matcherOf(output: string): (wording: Wording) => boolean {
  const end = output.length > LOOKED ? output.slice(-LOOKED) : output;
  const text = end.includes(ESCAPE) ? end.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "") : end;
  const has = boundedMemo(100, (word) => text.includes(word));
  return ({ words, pattern }) => words.some(has) && pattern.test(text);
}
