/**
 * Which kinds of command prove something about the work: tests, type checks, linters, builds. Data only; extend here.
 * A pattern is tried on the kind (`npm run test:unit`), then, where it names flags, on the kind and its flags.
 */
import { boundedMemo } from "../bounded-memo.ts";
import type { CheckFact } from "../model.ts";

export type CheckKind = CheckFact["kind"];

const CHECK_PATTERNS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    "test",
    /^(?:npm|pnpm|yarn|bun|deno|cargo|go|mix|rails|dotnet|mvn|gradle|swift|flutter|dart|sbt|lein|stack|cabal|nx|turbo|bazel|make|just|task|rake|composer|ng|playwright|hatch|tox|pdm|zig|meson) (?:t|test|tests|check|spec|nextest|e2e|unit|verify|cov|coverage|pytest|install-test|install-ci-test)$/,
  ],
  [
    "test",
    /^(?:npm|pnpm|yarn|bun|make|just|task|composer|rake|nx|turbo) (?:run )?(?:test|tests|spec|e2e|unit|vitest|jest|pytest)(?:[:._-]\S*)?$/,
  ],
  [
    "test",
    /^(?:pytest|vitest|jest|mocha|ava|tap|jasmine|karma|rspec|phpunit|pest|ctest|tox|nox|bats|behave|nosetests|cypress run|node --test|python -m unittest|python -m doctest|python manage\.py test|php artisan test|busted|gotestsum|trunk test|cucumber|minitest|bun test|npm cit)$/,
  ],
  [
    "typecheck",
    /^(?:tsc|vue-tsc|svelte-check|mypy|pyright|basedpyright|pyre|ty|flow|cargo check|go vet|dart analyze|flutter analyze|phpstan|psalm|mix dialyzer|sorbet|srb|deno check|astro check)$/,
  ],
  [
    "typecheck",
    /^(?:npm|pnpm|yarn|bun|make|just|task|nx|turbo) (?:run )?(?:type-?checks?|check-?types?|types?|tsc|mypy|pyright|check:types?|check:ts|ts:check|type:check)(?:[:._-]\S*)?$/,
  ],
  [
    "lint",
    /^(?:eslint|oxlint|flake8|pylint|golangci-lint|cargo clippy|cargo fmt --check|rubocop|mix credo|mix format --check-formatted|shellcheck|stylelint|markdownlint|markdownlint-cli2|hadolint|ktlint|swiftlint|checkstyle|pre-commit run|biome (?:check|lint|ci)|ruff check|ruff format --check|prettier (?:--check|-c)|black --check|isort --check|isort --check-only|dprint check|yamllint|actionlint|tflint|depcruise|knip|clang-tidy|cpplint|standard|xo|next lint|terraform fmt)$/,
  ],
  [
    "lint",
    /^(?:npm|pnpm|yarn|bun|make|just|task|nx|turbo|composer) (?:run )?(?:lint|eslint|format:check|check:format|fmt:check|check-format|prettier:check|style|ruff|clippy|check:lint)(?:[:._-]\S*)?$/,
  ],
  [
    "build",
    /^(?:npm|pnpm|yarn|bun|make|just|task|nx|turbo|rush|lerna) (?:run )?(?:build|compile|bundle|dist|all|package)(?:[:._-]\S*)?$/,
  ],
  [
    "build",
    /^(?:make|cargo build|go build|go install|vite build|next build|nuxt build|astro build|ng build|webpack|rollup|esbuild|tsup|unbuild|parcel|cmake --build|mvn (?:package|install|compile)|gradle (?:build|assemble|jar|bootJar)|dotnet (?:build|publish)|docker build|docker compose build|podman build|swift build|xcodebuild|mix compile|gcc|g\+\+|clang|clang\+\+|cc|javac|rustc|bazel build|ninja|meson compile|hugo|mkdocs build|sphinx-build|zig build|flutter build|ant|sbt (?:compile|package)|stack build|cabal build|poetry build|uv build|python -m build|tsc -b|tsc --build)$/,
  ],
  [
    "other",
    /^(?:bash -n|sh -n|node --check|python -m py_compile|python -m compileall|terraform (?:validate|plan)|helm lint|docker compose config|ansible-lint|npm run (?:check|verify|ci|validate)|pnpm (?:run )?(?:check|verify|ci|validate)|yarn (?:run )?(?:check|verify|validate)|bun run (?:check|verify)|just (?:ci|validate)|make (?:ci|verify|validate)|cargo deny|npm audit)$/,
  ],
];

/** Flags that make a kind of their own of a program, tried in this order. */
const TELLING_FLAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["node", ["--test", "--check"]],
  ["prettier", ["--check", "-c"]],
  ["black", ["--check"]],
  ["isort", ["--check", "--check-only"]],
  ["ruff format", ["--check"]],
  ["cargo fmt", ["--check"]],
  ["mix format", ["--check-formatted"]],
  ["cmake", ["--build"]],
  ["tsc", ["--build", "-b"]],
  ["bash", ["-n"]],
  ["sh", ["-n"]],
]);

/** The kind with a flag that changes what the command is (`node --test`), else the kind as given. */
export function withTellingFlag(kind: string, flags: readonly string[]): string {
  const telling = TELLING_FLAGS.get(kind)?.find((flag) => flags.includes(flag));
  return telling === undefined ? kind : `${kind} ${telling}`;
}

/** What a kind of command checks, or undefined when it is no check. */
export const checkKindOf = boundedMemo(
  1_000,
  (kind): CheckKind | undefined => CHECK_PATTERNS.find(([, pattern]) => pattern.test(kind))?.[0],
);
