import { describe, expect, it } from "vitest";
import { saysFailed, summaryVerdict } from "./check-verdict.ts";
import { checkKindOf } from "./shell/checks.ts";

describe("the summary line of a check", () => {
  it.each([
    ["test", " Tests  3 passed (3)", "passed"],
    ["test", " Tests  1 failed | 2 passed (3)", "failed"],
    ["test", "Tests:       1 failed, 2 passed, 3 total", "failed"],
    ["test", "Tests:       3 passed, 3 total", "passed"],
    ["test", "3 passed, 1 warning in 0.10s", "passed"],
    ["test", "=== 1 failed, 2 passed in 0.10s ===", "failed"],
    ["test", "test result: ok. 3 passed; 0 failed", "passed"],
    ["test", "test result: FAILED. 2 passed; 1 failed", "failed"],
    ["test", "ok  \tgithub.com/a/b\t0.012s", "passed"],
    ["test", "--- FAIL: TestX (0.00s)\nFAIL", "failed"],
    ["test", "# pass 3\n# fail 0", "passed"],
    ["test", "ℹ fail 2", "failed"],
    ["test", "5 tests, 0 failures", "passed"],
    ["test", "5 tests, 2 failures", "failed"],
    ["typecheck", "a.ts(1,2): error TS2304: no", "failed"],
    ["lint", "✖ 3 problems (1 error, 2 warnings)", "failed"],
    ["build", "[INFO] BUILD SUCCESS", "passed"],
  ] as const)("%s %j is %s", (kind, output, verdict) => {
    expect(summaryVerdict(kind, output)).toBe(verdict);
    expect(saysFailed(kind, output)).toBe(verdict === "failed");
  });

  it("counts a number at the beginning of a line or after a comma, not one in a sentence", () => {
    expect(summaryVerdict("test", "in all 3 failed in 2.1s")).toBeUndefined();
    expect(summaryVerdict("test", "x\n2 deselected, 3 failed, 1 passed in 2.1s")).toBe("failed");
  });

  it("is unknown for output without one", () => {
    expect(summaryVerdict("test", "everything went fine, all tests pass")).toBeUndefined();
  });
});

describe("kinds of check", () => {
  it.each([
    ["npm test", "test"],
    ["npm run test:unit", "test"],
    ["pnpm lint", "lint"],
    ["yarn run typecheck", "typecheck"],
    ["tsc", "typecheck"],
    ["cargo build", "build"],
    ["make", "build"],
    ["make test", "test"],
    ["ruff check", "lint"],
    ["npm run check", "other"],
  ])("%s is %s", (kind, check) => {
    expect(checkKindOf(kind)).toBe(check);
  });

  it.each(["npm install", "git commit", "npm run dev", "python script", "docker compose up", "ls"])(
    "%s is none",
    (kind) => {
      expect(checkKindOf(kind)).toBeUndefined();
    },
  );
});
