import { describe, expect, test } from "vitest";
import { commandKind } from "./command-kinds.ts";
import { readShell } from "./shell-units.ts";

function kindOf(command: string) {
  const [unit] = readShell(command).units;
  return unit === undefined ? undefined : commandKind(unit);
}

describe("what a command is for", () => {
  test.each([
    ["npm test", "test", "npm test", "npm"],
    ["npm run test:unit", "test", "npm run test:unit", "npm"],
    ["pnpm --filter web -r build", "build", "pnpm build", "pnpm"],
    ["npx vitest run", "test", "npx vitest run", "vitest"],
    ["python3 -m pytest -q", "test", "python -m pytest", "pytest"],
    ["uv run pytest -p no:cacheprovider", "test", "uv run pytest", "pytest"],
    ["docker compose exec -T web pytest", "test", "pytest", "pytest"],
    ["kubectl exec -n shop api-0 -- mix ecto.migrate", "migrate", "mix ecto.migrate", "mix"],
    ["cargo clippy --all-targets", "lint", "cargo clippy", "cargo"],
    ["./gradlew build", "build", "./gradlew build", "gradle"],
    ["make", "build", "make", "make"],
    ["go get example.org/x", "setup", "go get", "go"],
    ["npx prisma migrate dev", "migrate", "npx prisma migrate", "prisma"],
    ["docker compose up -d db", "run", "docker compose up", "docker compose"],
    ["git push -u origin x", "push", "git push", "git"],
    ["bd close shop-1", "close_issue", "bd close", "bd"],
    ["terraform apply", "deploy", "terraform apply", "terraform"],
  ])("%s is %s", (command, stage, key, tool) => {
    expect(kindOf(command)).toMatchObject({ stage, tool });
    expect(kindOf(command)?.key.startsWith(key)).toBe(true);
  });

  test.each([
    "ls -la",
    "git status",
    "git log --oneline",
    "git checkout main",
    "npm ls",
    "npm --version",
    "cat package.json",
    "python -c 'print(1)'",
    "node -e 'x()'",
    "npx tsx -e 'x()'",
    "docker ps",
    "kubectl get pods",
    "docker compose exec web ls",
    "python analyse.py",
    "$(cat cmd)",
    "cp a b",
  ])("%s is no part of a procedure", (command) => {
    expect(kindOf(command)).toBeUndefined();
  });

  test("says set-up and the adding of a package apart", () => {
    expect(kindOf("npm install")?.phrase).toBe("Install the dependencies");
    expect(kindOf("npm install -D left-pad")?.phrase).toBe("Add the dependency");
    expect(kindOf("pip install -r requirements.txt")?.phrase).toBe("Install the dependencies");
    expect(kindOf("pip install -e .")?.phrase).toBe("Install the dependencies");
  });
});
