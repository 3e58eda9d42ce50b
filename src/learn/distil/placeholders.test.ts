import { describe, expect, test } from "vitest";
import { createPlaceholders } from "./placeholders.ts";
import { readShell } from "./shell-units.ts";

const ROOT = "/home/ana/work/shop";

function written(
  command: string,
  context: { projectRoot?: string; writtenFiles?: Set<string> } = { projectRoot: ROOT },
) {
  const placeholders = createPlaceholders(context);
  return readShell(command).units.map((unit) => placeholders.command(unit));
}

describe("commands with what is incidental replaced", () => {
  test.each([
    ["bd update shop-a1b.3 --status in_progress", "bd update <issue> --status in_progress"],
    ["bd close shop-a1b --reason='All 12 tests pass'", 'bd close <issue> --reason="<reason>"'],
    ["git push --set-upstream origin shop-a1b", "git push --set-upstream origin <branch>"],
    ["git push origin main", "git push origin main"],
    ["git add lib/a.ex lib/b.ex .beads/", "git add <files>"],
    [`git commit -m "$(cat <<'EOF'\nfeat: x\nEOF\n)"`, 'git commit -m "<message>"'],
    ["git checkout -b fix/price-42", "git checkout -b <branch>"],
    ["mix test test/shop/price_test.exs:42", "mix test <test-file>:<line>"],
    ["mix test test/a_test.exs test/b_test.exs", "mix test <test-file>"],
    ["pytest tests/test_price.py::test_round -k rounding", 'pytest <test-file>::<test> -k "<pattern>"'],
    [`python3 -m pytest ${ROOT}/tests/test_price.py -v`, "python3 -m pytest <test-file> -v"],
    ["mix ash.codegen add_state_to_orders --yes", "mix ash.codegen <name> --yes"],
    ["npx tsc --noEmit -p tsconfig.json", "npx tsc --noEmit -p tsconfig.json"],
    ["npx eslint src", "npx eslint src"],
    ["npm install left-pad@1.3.0", "npm install left-pad@<version>"],
    ["curl -s http://localhost:4173/api/orders/91", "curl -s http://localhost:<port>/api/orders/<id>"],
    ["curl https://example.org/x", "curl <url>"],
    ["kubectl apply -f deploy/app.yaml -n shop", "kubectl apply -f <file> -n shop"],
    ["docker build -t registry.example.org/shop:1.2.3 .", 'docker build -t "<image>" .'],
    ["gh pr view 12", "gh pr view <pr>"],
    ["./scripts/release.sh 1.4.0", "./scripts/release.sh <version>"],
    ["DATABASE_URL=postgres://u:p@h/db CI=1 npm test", "DATABASE_URL=<value> CI=1 npm test"],
    ["npm run deploy -- --token [redacted:npm-token]", "npm run deploy -- --token <secret>"],
    ["cd web && npm test", "cd web && npm test"],
    [`cd ${ROOT} && npm test`, "npm test"],
    ["cargo test --workspace", "cargo test --workspace"],
    ["go test ./...", "go test ./..."],
    ["npx playwright test login.spec.ts", "npx playwright test <test-file>"],
    ["go run ./cmd/server", "go run ./cmd/server"],
    ["docker compose exec -T web pytest tests/test_a.py", "docker compose exec -T web pytest <test-file>"],
    [
      "docker compose exec web python manage.py migrate --settings=shop.settings.test",
      "docker compose exec web python manage.py migrate --settings=shop.settings.test",
    ],
    [
      "helm upgrade api ./charts/api -n staging --set image.tag=1.4.2",
      "helm upgrade api ./charts/api -n staging --set image.tag=<version>",
    ],
    ["kubectl rollout status deployment/api", "kubectl rollout status deployment/<name>"],
    ["pnpm --filter @shop/web build", "pnpm --filter <package> build"],
    ["npm run dev -- --port 5174", "npm run dev -- --port <port>"],
    ["git commit -am 'Round prices'", 'git commit -am "<message>"'],
    ["make flash PORT=/dev/ttyUSB0", "make flash PORT=<path>"],
  ])("%s", (command, expected) => {
    expect(written(command)).toEqual([expected]);
  });

  test("gives one value one placeholder throughout a session", () => {
    const placeholders = createPlaceholders({ projectRoot: ROOT });
    const [first, second] = readShell("git checkout -b price-fix && gh pr create --head price-fix").units.map((unit) =>
      placeholders.command(unit),
    );
    expect([first, second]).toEqual(["git checkout -b <branch>", "gh pr create --head <branch>"]);
  });

  test("does not name a script that the session itself wrote", () => {
    expect(written("python3 reproduce.py", { writtenFiles: new Set(["reproduce.py"]) })).toEqual(["python3 <file>"]);
  });
});

describe("sentences with what is incidental replaced", () => {
  const { prose } = createPlaceholders({ projectRoot: ROOT });
  test.each([
    [`Put it in ${ROOT}/lib/price.ex`, "Put it in lib/price.ex"],
    ["Logs are in /var/log/shop/today.log", "Logs are in <path>"],
    ["see /Users/bob/notes.txt", "see <path>"],
    ["mail ana@example.org about it", "mail <email> about it"],
    ["use /help and either/or", "use /help and either/or"],
    ["commit 3f2a9bc1 broke it", "commit <id> broke it"],
    ["日志在 /home/ana/log 里", "日志在 <path> 里"],
    ["Always use pnpm, never npm.", "Always use pnpm, never npm."],
  ])("%s", (text, expected) => {
    expect(prose(text)).toBe(expected);
  });
});
