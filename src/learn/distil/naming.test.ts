import { describe, expect, test } from "vitest";
import { type CallSketch, factsOf, header } from "../facts.test-helper.ts";
import { distil } from "./distil.ts";

const ROOT = "/home/ana/shop";

/** Commands as strings; `!` marks a check, `+` a file that is edited. */
function calls(...lines: string[]): CallSketch[] {
  return lines.map((line): CallSketch => {
    if (line.startsWith("+")) return { edit: `${ROOT}/${line.slice(1)}` };
    if (!line.startsWith("!")) return { command: line };
    const command = line.slice(1);
    const check = /lint|clippy|credo|ruff|eslint|vet/.test(command)
      ? "lint"
      : /tsc|mypy|typecheck/.test(command)
        ? "typecheck"
        : /build|compile/.test(command)
          ? "build"
          : "test";
    return { command, check };
  });
}

function namesOf(lines: string[], words = ["Please fix issue 1234: TypeError in cart.ts line 88"]) {
  return distil({
    header: header({ projectRoot: ROOT }),
    facts: factsOf({ calls: calls(...lines), words, outcome: { status: "success", basis: "recorded" } }),
    sourcePath: "/tmp/s.jsonl",
  }).map((candidate) => candidate.slug);
}

describe("names say the class of the task", () => {
  test.each<[string, string[]]>([
    [
      "change-and-check-typescript-code-with-pnpm",
      ["pnpm install", "+src/cart.ts", "+src/cart.test.ts", "!pnpm lint", "!pnpm typecheck", "!pnpm test"],
    ],
    [
      "change-and-check-python-code-with-pytest",
      ["uv sync", "+app/cart.py", "+tests/test_cart.py", "!uv run ruff check .", "!uv run mypy app", "!uv run pytest"],
    ],
    [
      "change-and-check-rust-code-with-cargo",
      ["+src/cart.rs", "+src/lib.rs", "cargo fmt", "!cargo clippy --all-targets", "!cargo test"],
    ],
    [
      "change-and-check-go-code-with-go",
      ["+cart/cart.go", "+cart/cart_test.go", "gofmt -w .", "!go vet ./...", "!go test ./..."],
    ],
    [
      "change-and-check-java-code-with-gradle",
      [
        "+src/main/java/Cart.java",
        "+src/test/java/CartTest.java",
        "!./gradlew build",
        "!./gradlew lint",
        "!./gradlew test",
      ],
    ],
    [
      "change-database-schema-with-rails",
      [
        "bin/rails generate migration AddTotal",
        "+db/migrate/1_add_total.rb",
        "bin/rails db:migrate",
        "!bin/rails test",
      ],
    ],
    [
      "change-database-schema-with-alembic",
      ["alembic revision --autogenerate -m total", "alembic upgrade head", "!pytest", "!ruff check ."],
    ],
    [
      "deploy-with-kubectl",
      [
        "docker build -t shop:1.2 .",
        "docker push shop:1.2",
        "kubectl apply -f k8s/",
        "kubectl rollout status deploy/shop",
      ],
    ],
    [
      "deploy-with-terraform",
      ["terraform fmt", "terraform validate", "terraform plan", "terraform apply -auto-approve"],
    ],
    [
      "release-typescript-package-with-npm",
      ["!npm run lint", "!npx tsc --noEmit", "!npm test", "npm version patch", "git push --follow-tags", "npm publish"],
    ],
    [
      "release-python-package-with-twine",
      ["!pytest", "!python -m build", "twine upload dist/*", "gh release create v1.2.0"],
    ],
    [
      "build-and-run-container-with-docker-compose",
      [
        "docker compose build",
        "docker compose up -d",
        "docker compose exec web ./bin/seed",
        "curl http://localhost:8080/health",
      ],
    ],
    [
      "work-on-issue-with-bd-and-cargo",
      ["bd show shop-12", "bd update shop-12 --status in_progress", "+src/a.rs", "!cargo test", "bd close shop-12"],
    ],
  ])("%s", (slug, lines) => {
    expect(namesOf(lines)).toEqual([slug]);
  });

  test("never an issue number, an error or a file of the day", () => {
    const [name] = namesOf(["+src/cart.ts", "+src/tax.ts", "!npm run lint", "!npx tsc --noEmit", "!npm test -- cart"]);
    expect(name).not.toMatch(/1234|cart|typeerror|88/);
  });

  test("the same for sessions of one class that differ in what they touched", () => {
    const one = namesOf(["+src/a.ts", "+src/b.ts", "!npm run lint", "!npm run build", "!npm test"]);
    const two = namesOf([
      "npm ci",
      "+lib/c.ts",
      "+lib/d.ts",
      "!npm test",
      "!npm run lint",
      "git add .",
      'git commit -m "x"',
    ]);
    expect(one).toEqual(two);
  });
});
