/**
 * What a simple command is for: the stage of work it belongs to, and how a person would say it. One table, so that a
 * tool is added in one place. Commands that only look around, move files about or print have no kind.
 */
import type { ShellUnit } from "./shell-units.ts";

/** In the order in which work usually goes; the order of steps comes from the session, not from here. */
export const STAGES = [
  "read_issue",
  "claim_issue",
  "branch",
  "setup",
  "generate",
  "migrate",
  "format",
  "build",
  "typecheck",
  "lint",
  "test",
  "run",
  "probe",
  "stage",
  "commit",
  "push",
  "pull_request",
  "close_issue",
  "release",
  "deploy",
  "tool",
] as const;
export type Stage = (typeof STAGES)[number];

export interface CommandKind {
  stage: Stage;
  /** Program and subcommand, e.g. `npm run build`, `mix test`, `bd close`: what two calls of one kind share. */
  key: string;
  /** The tool that a person would name, e.g. `pnpm`, `mix`, `docker`. */
  tool: string;
  /** Imperative, without the command: `Run the tests`. */
  phrase: string;
}

interface KindRow {
  match: RegExp;
  stage: Stage;
  phrase: string;
}

const row = (stage: Stage, phrase: string, ...patterns: string[]): KindRow => ({
  match: new RegExp(`^(?:${patterns.join("|")})(?= |$)`),
  stage,
  phrase,
});

const JS = "(?:npm|pnpm|yarn|bun)(?: run| run-script)?";
const RUNNER = "(?:npx |pnpm exec |pnpm |yarn |bunx |uv run |poetry run |bundle exec |python3? -m )?";

/** First match wins, so the narrower rows stand first. Patterns are matched against `program sub sub`. */
const ROWS: KindRow[] = [
  row("claim_issue", "Mark the issue as being worked on", "bd update", "bd claim", "gh issue edit", "jira issue move"),
  row("close_issue", "Close the issue", "bd close", "gh issue close", "glab issue close", "jira issue close"),
  row(
    "read_issue",
    "Read the issue",
    "bd show",
    "gh issue view",
    "glab issue view",
    "jira issue view",
    "linear issue view",
  ),
  row("read_issue", "Look for the next issue that is ready", "bd ready"),
  row("tool", "Bring the issue tracker up to date", "bd sync"),
  row("tool", "File an issue", "bd create", "gh issue create", "glab issue create", "jira issue create"),
  row("pull_request", "Open a pull request", "gh pr create", "glab mr create", "hub pull-request"),
  row("branch", "Create a branch", "git checkout -b", "git switch -c", "git switch --create", "git worktree add"),
  row("stage", "Stage the files that belong to the change", "git add"),
  row("commit", "Commit", "git commit"),
  row("push", "Push", "git push"),
  row("branch", "Bring the branch up to date", "git pull", "git rebase", "git merge"),
  row("release", "Tag the release", "git tag"),
  row(
    "release",
    "Publish the package",
    "(?:npm|pnpm|yarn|bun) publish",
    "cargo publish",
    "(?:python3? -m )?twine upload",
    "uv publish",
    "poetry publish",
    "mix hex.publish",
    "gem push",
  ),
  row(
    "release",
    "Create the release",
    "gh release create",
    "glab release create",
    "goreleaser",
    "semantic-release",
    "npx semantic-release",
    "changeset publish",
  ),
  row(
    "release",
    "Raise the version",
    "(?:npm|pnpm|yarn) version",
    "poetry version",
    "cargo release",
    "bump2version",
    "changeset version",
    "npx changeset version",
  ),
  row(
    "deploy",
    "Deploy",
    "kubectl apply",
    "kubectl rollout",
    "helm (?:upgrade|install)",
    "terraform apply",
    "tofu apply",
    "fly(?:ctl)? deploy",
    "(?:npx )?vercel",
    "(?:npx )?netlify deploy",
    "(?:npx )?wrangler (?:pages )?deploy",
    "ansible-playbook",
    "(?:npx )?(?:serverless|sls) deploy",
    "(?:npx )?cdk deploy",
    "gcloud \\S+ deploy",
    "aws s3 sync",
    "firebase deploy",
    "heroku \\S+",
    "cap \\S+ deploy",
    `${JS} deploy(?::\\S+)?`,
  ),
  row("deploy", "Check the plan", "terraform plan", "tofu plan", "helm diff", "(?:npx )?cdk diff"),
  row("deploy", "Push the image", "(?:docker|podman) push"),
  row(
    "build",
    "Build the container image",
    "(?:docker|podman|container|buildah)(?: buildx| image)? build",
    "(?:docker compose|docker-compose|podman-compose) build",
  ),
  row("run", "Start the services", "(?:docker compose|docker-compose|podman-compose) (?:up|start)"),
  row("run", "Run the container", "(?:docker|podman|container) run"),
  row(
    "run",
    "Run it in the container",
    "(?:docker|podman|container) exec",
    "(?:docker compose|docker-compose) (?:exec|run)",
    "kubectl exec",
  ),
  row(
    "migrate",
    "Apply the database migrations",
    "mix (?:ecto|ash)\\S*\\.(?:migrate|setup)",
    "mix ecto\\.setup",
    "(?:bin/)?rails db:(?:migrate|setup|prepare)",
    `${RUNNER}rake db:\\S+`,
    `${RUNNER}alembic upgrade`,
    "(?:python3? |\\./)manage\\.py migrate",
    `${RUNNER}prisma (?:migrate \\S+|db push)`,
    `${RUNNER}drizzle-kit (?:migrate|push)`,
    `${RUNNER}(?:knex|sequelize|typeorm|mikro-orm|sqlx|diesel)(?:-cli)? \\S*migrat\\S*(?: \\S+)?`,
    "flyway migrate",
    "goose up",
    "dbmate (?:up|migrate)",
    "php artisan migrate",
    "dotnet ef database update",
    `${JS} (?:db:)?migrate(?::\\S+)?`,
  ),
  row(
    "generate",
    "Generate the migration",
    "mix ash\\.codegen",
    "mix ecto\\.gen\\.migration",
    "(?:bin/)?rails (?:g|generate) migration",
    `${RUNNER}alembic revision`,
    "(?:python3? |\\./)manage\\.py makemigrations",
    `${RUNNER}drizzle-kit generate`,
    "dotnet ef migrations add",
    "php artisan make:migration",
  ),
  row(
    "generate",
    "Generate the code",
    "mix (?:\\S+\\.)?gen\\.\\S+",
    "mix igniter\\.\\S+",
    "(?:bin/)?rails (?:g|generate) \\S+",
    `${RUNNER}prisma generate`,
    "go generate",
    "buf generate",
    "protoc",
    `${RUNNER}openapi\\S*(?: generate)?`,
    `${RUNNER}graphql-codegen`,
    `${JS} (?:codegen|generate|gen)(?::\\S+)?`,
    "dart run build_runner build",
    "xcodegen",
  ),
  row(
    "generate",
    "Create the project",
    "(?:npm|pnpm|yarn|bun) (?:create|init) \\S+",
    "(?:npx|bunx) create-\\S+",
    "cargo (?:new|init)",
    "mix (?:phx\\.)?new",
    "rails new",
    "django-admin startproject",
    "uv init",
    "flutter create",
    "dotnet new",
    "composer create-project",
    "ng new",
  ),
  row(
    "setup",
    "Install the dependencies",
    "(?:npm|pnpm|bun) (?:ci|install|i)",
    "yarn(?: install)?$",
    "mix deps\\.get",
    "mix setup",
    "bundle install",
    "composer install",
    "poetry install",
    "uv sync",
    "(?:uv )?pip3? install",
    "python3? -m pip install",
    "pipenv (?:install|sync)",
    "conda env (?:create|update)",
    "go mod (?:download|tidy)",
    "cargo fetch",
    "dotnet restore",
    "flutter pub get",
    "dart pub get",
    "pod install",
    "(?:\\./)?gradlew? dependencies",
    "(?:npx )?playwright install",
    "pre-commit install",
  ),
  row("setup", "Rebuild the dependencies", "mix deps\\.compile"),
  row("setup", "Create the virtual environment", "python3? -m venv", "uv venv", "virtualenv"),
  row(
    "typecheck",
    "Check the types",
    `${RUNNER}(?:tsc|vue-tsc|mypy|pyright|basedpyright|pyre|ty check|flow check|srb tc)`,
    "mix dialyzer",
    "cargo check",
    `${JS} (?:type-?check|check-types|check:types|types|tsc)(?::\\S+)?`,
  ),
  row(
    "lint",
    "Run the linter",
    `${RUNNER}(?:eslint|oxlint|stylelint|flake8|pylint|rubocop|standard|markdownlint\\S*|shellcheck|hadolint|actionlint|yamllint|ktlint|phpstan|psalm|detekt|swiftlint|depcruise)`,
    `${RUNNER}biome (?:check|lint|ci)`,
    `${RUNNER}ruff check`,
    "mix (?:credo|quality|sobelow)",
    "cargo clippy",
    "golangci-lint run",
    "go vet",
    "pre-commit run",
    `${JS} (?:lint|check|boundaries)(?::\\S+)?`,
    "make lint",
    "just lint",
    "helm lint",
    "terraform validate",
  ),
  row(
    "format",
    "Format the code",
    `${RUNNER}(?:prettier|black|isort|dprint fmt)`,
    `${RUNNER}biome format`,
    `${RUNNER}ruff format`,
    "gofmt",
    "go fmt",
    "goimports",
    "cargo fmt",
    "rustfmt",
    "mix format",
    "clang-format",
    "terraform fmt",
    `${JS} (?:format|fmt|prettier)(?::\\S+)?`,
    "make (?:format|fmt)",
    "just (?:format|fmt)",
    "dart format",
  ),
  row(
    "test",
    "Run the tests",
    `${JS} (?:test|tests|t|e2e|spec|cit|coverage)(?:[:-]\\S+)?`,
    `${RUNNER}(?:vitest|jest|mocha|ava|tap|karma|pytest|unittest|nose2|rspec|phpunit|pest|tox|nox|bats|busted|codecept)`,
    `${RUNNER}(?:playwright test|cypress run)`,
    "node --test",
    "bun test",
    "deno test",
    "cargo (?:test|nextest)",
    "go test",
    "mix test",
    "(?:bin/)?rails test",
    "rake (?:test|spec)",
    "dotnet test",
    "(?:\\./)?gradlew? \\S*(?:test|check)",
    "(?:\\./)?mvnw?(?: \\S+)* (?:test|verify)",
    "ctest",
    "make (?:test|tests|check|ci)",
    "just (?:test|check|ci)",
    "task (?:test|check)",
    "swift test",
    "flutter test",
    "dart test",
    "xcodebuild test",
    "sbt test",
    "lein test",
    "(?:python3? |\\./)manage\\.py test",
    "stack test",
    "cabal test",
    "zig build test",
    "bazel test",
    "nx test",
    "turbo test",
    "php artisan test",
  ),
  row(
    "build",
    "Build",
    `${JS} (?:build|compile|bundle)(?:[:-]\\S+)?`,
    "cargo build",
    "go build",
    "go install",
    "mix compile",
    "mix assets\\.\\S+",
    "mix release",
    "make(?: build| all)?$",
    "just build",
    "cmake",
    "ninja",
    "meson \\S+",
    "(?:\\./)?gradlew? \\S*(?:build|assemble)\\S*",
    "(?:\\./)?mvnw?(?: \\S+)* (?:package|compile|install)",
    "dotnet (?:build|publish)",
    `${RUNNER}(?:webpack|vite build|next build|rollup|esbuild|tsup|parcel build|ng build|astro build)`,
    "swift build",
    "xcodebuild",
    "flutter build",
    "hugo",
    `${RUNNER}mkdocs build`,
    `${RUNNER}sphinx-build`,
    "latexmk",
    "(?:pdf|xe|lua)latex",
    "bazel build",
    "nx build",
    "turbo build",
    "(?:python3? -m )?build$",
    "uv build",
    "poetry build",
    "zig build",
    "wasm-pack build",
    "sbt (?:compile|package)",
    "deno (?:task build|compile)",
  ),
  row(
    "run",
    "Start the application",
    `${JS} (?:start|dev|serve|preview|storybook)(?:[:-]\\S+)?`,
    "mix phx\\.server",
    "iex -S mix",
    "(?:bin/)?rails (?:s|server)",
    "(?:python3? |\\./)manage\\.py runserver",
    `${RUNNER}(?:uvicorn|gunicorn|flask run|hypercorn|streamlit run|fastapi (?:dev|run))`,
    "cargo run",
    "go run",
    "dotnet run",
    "flutter run",
    "php artisan serve",
    "deno (?:run|task \\S+)",
    "(?:npx )?(?:vite|next dev|astro dev|expo start|serve|http-server)",
    "python3? -m http\\.server",
  ),
  row(
    "run",
    "Run the project's script",
    `${JS} \\S+`,
    "make \\S+",
    "just \\S+",
    "task \\S+",
    "rake \\S+",
    "\\./\\S+",
    "(?:bash|sh|zsh|python3?|node|ruby|tsx|npx tsx|uv run|deno run|bun) (?:\\./)?(?:scripts?|bin|tools?|dev|ci|\\.ci)/\\S+",
  ),
  row("probe", "Check that the service answers", "curl", "http", "wget"),
];

const NOISE = new Set(
  `ls ll cat head tail less more grep egrep fgrep rg ag ack fd find tree pwd echo printf which whereis type file stat wc
  sort uniq cut awk sed diff cmp comm env printenv whoami id hostname date sleep cd pushd popd true false test [ [[ : export
  unset source . set ps top htop df du free uname kill pkill killall lsof netstat ss clear history man jq yq xxd hexdump od
  base64 md5sum sha1sum sha256sum shasum cp mv rm mkdir rmdir touch chmod chown ln tee tar unzip zip gzip gunzip open
  xdg-open read exit wait jobs fg bg bat realpath readlink basename dirname tr xargs seq yes nc ping nl strings column dig
  nslookup host ifconfig ip alias ulimit trap return eval let declare local cls dir where copy move del Get-ChildItem
  Get-Content Set-Location Select-String apply_patch str_replace_editor edit_anthropic submit tmux screen pgrep nproc
  lscpu watch expect crontab systemctl service journalctl apt apt-get yum dnf apk brew snap pacman port choco winget claude
  codex gemini qwen opencode aider patch ffprobe identify time sqlite3 psql mysql redis-cli mongosh
  ssh scp sftp rsync su useradd mount umount mkfs dd shutdown reboot`.split(/\s+/),
);

/** Subcommands that only look. `git` shows them most; the rest share the words. */
const LOOKING: Record<string, RegExp> = {
  git: /^(?:status|log|diff|show|branch|rev-parse|rev-list|remote|ls-files|ls-tree|ls-remote|blame|config|reflog|describe|cat-file|fetch|stash|grep|shortlog|init|clone|checkout|switch|restore|reset|rm|mv|apply|cherry-pick|revert|clean|bisect|notes|worktree|for-each-ref|check-ignore|submodule|hash-object|show-ref|merge-base|symbolic-ref|help|am|archive)$/,
  "*": /^(?:ls|list|view|info|show|get|describe|logs?|ps|images|inspect|outdated|why|config|whoami|search|status|top|help|version|diff|events|tree|explain|env|doctor|history|cache|bin|root|prefix|audit|fund|ping|stats|port|pull|login|logout|kill|stop|rm|rmi|down|prune|delete|remove|uninstall|add|link|unlink|exec|dlx|eval|repo|api|auth|run list|cat)$/,
};
/** Look-ups that are real steps all the same. */
const STEP_SUBCOMMANDS =
  /^(?:git checkout -b|git switch (?:-c|--create)|git worktree add|git tag|bd (?:show|sync)|docker exec|gh issue view|glab issue view|linear issue view|container exec|podman exec|kubectl exec)(?= |$)/;

const WITH_SUBCOMMANDS = new Set(
  `git npm pnpm yarn bun npx bunx cargo go docker podman container docker-compose podman-compose kubectl helm terraform tofu gh
  glab mix bundle rails rake make just task poetry uv pip pip3 pipenv conda gradle gradlew mvn mvnw dotnet flutter dart swift
  composer php deno bd jira linear node python python3 ruby alembic prisma drizzle-kit nx turbo bazel zig fly flyctl vercel
  netlify wrangler firebase gcloud aws az heroku twine hugo mkdocs biome ruff playwright cypress pre-commit changeset buf goose
  dbmate flyway diesel sqlx cap ng ansible serverless sls cdk sbt lein stack cabal meson manage.py xcodebuild tsx bash sh zsh
  streamlit flask fastapi ty golangci-lint dprint django-admin cmake iex bump2version`.split(/\s+/),
);

const DYNAMIC_HEAD = /[$`*{}<>()]/;

/** The kind of a command, or nothing when it only looks around or cannot be told. */
export function commandKind(unit: ShellUnit): CommandKind | undefined {
  const [head, ...rest] = unit.words;
  if (head === undefined || head.dynamic || DYNAMIC_HEAD.test(head.value) || unit.program === "") return undefined;
  const values = rest.map((word) => word.value);
  if (values.some((value) => value === "--help" || value === "--version" || value === "-V")) return undefined;
  if (values.length === 1 && (values[0] === "-h" || values[0] === "-v" || values[0] === "version")) return undefined;
  if (NOISE.has(unit.program)) return undefined;
  const program = /^\.\.?\//.test(head.value) ? head.value : unit.program;
  const text = [program, ...values].join(" ");
  if (isInlineProgram(unit.program, values)) return undefined;
  const sub = subcommandOf(unit.program, values);
  if (isLooking(unit.program, sub) && !STEP_SUBCOMMANDS.test(text)) return undefined;
  const found = ROWS.find((candidate) => candidate.match.test(text));
  const key = keyOf(program, values, found);
  const tool = toolOf(unit.program, values);
  if (found !== undefined) return { stage: found.stage, key, tool, phrase: phraseOf(found, values) };
  if (/\.(?:py|js|mjs|ts|rb|php|pl)$/.test(sub ?? "")) return undefined;
  if (["python", "python3", "node", "ruby", "perl", "php", "bash", "sh", "zsh", "git"].includes(unit.program))
    return undefined;
  if (!/^[A-Za-z][\w.-]*$/.test(unit.program)) return undefined;
  return { stage: "tool", key, tool, phrase: `Run ${tool}` };
}

function phraseOf(found: KindRow, values: string[]): string {
  if (found.stage === "setup" && isAddingPackages(values)) return "Add the dependency";
  if (found.stage === "build" && values[0] === "compile") return "Compile";
  return found.phrase;
}

/** `npm install left-pad`: adds a package, which is a change of its own and not the set-up of the project. */
export function isAddingPackages(values: string[]): boolean {
  const at = values.findIndex((value) => value === "install" || value === "i" || value === "add");
  if (at < 0) return false;
  const named = values.slice(at + 1).filter((value, index, all) => {
    if (value.startsWith("-")) return false;
    const option = all[index - 1] ?? "";
    return !/^(?:-r|--requirement|-e|--editable|-c|--prefix|--filter)$/.test(option);
  });
  return named.some((value) => !/^[.]|^\.\[|requirements/.test(value) && value !== "chromium");
}

const INLINE_OPTIONS: Record<string, RegExp> = {
  python: /^(?:-c|-)$/,
  node: /^(?:-e|-p|-pe|--eval|--print|-)$/,
  ruby: /^(?:-e|-ne|-pe)$/,
  perl: /^-[a-z]*e$/,
  php: /^-r$/,
  mix: /^(?:-e|eval)$/,
  elixir: /^-e$/,
  deno: /^eval$/,
  bun: /^(?:-e|--eval)$/,
  tsx: /^(?:-e|--eval)$/,
};

/** A program typed on the command line: a one-off, never a step. */
function isInlineProgram(program: string, values: string[]): boolean {
  const options = INLINE_OPTIONS[program.replace(/3$/, "")];
  return options !== undefined && values.some((value) => options.test(value));
}

function isLooking(program: string, sub: string | undefined): boolean {
  if (sub === undefined) return false;
  return (LOOKING[program] ?? LOOKING["*"])?.test(sub) ?? false;
}

function subcommandOf(program: string, values: string[]): string | undefined {
  const words = values.filter((value) => !value.startsWith("-"));
  if (program === "docker" && words[0] === "compose") return words[1];
  return words[0];
}

function keyOf(program: string, values: string[], found: KindRow | undefined): string {
  if (!WITH_SUBCOMMANDS.has(program)) {
    const sub = values[0];
    const isWord = found === undefined && sub !== undefined && /^[a-z][a-z:-]{1,20}$/.test(sub);
    return isWord ? `${program} ${sub}` : program;
  }
  const words = values.filter((value) => !value.startsWith("-"));
  const moduleAt = values.indexOf("-m");
  if (/^python3?$/.test(program) && moduleAt === 0) return `python -m ${values[1] ?? ""}`;
  if (program === "git" && /^(?:checkout|switch)$/.test(words[0] ?? "")) return "git checkout -b";
  const depth =
    words[0] === "run" || words[0] === "compose" || program === "gh" || program === "docker-compose" ? 2 : 1;
  return [program, ...words.slice(0, depth)].join(" ");
}

const SCRIPT_RUNNERS = /^(?:python3?|node|ruby|php|bash|sh|zsh|tsx)$/;

/** How many words after the program are part of its name (`npm run build`: 2) and never a value. */
export function subcommandCount(unit: ShellUnit): number {
  if (!WITH_SUBCOMMANDS.has(unit.program) || SCRIPT_RUNNERS.test(unit.program)) return 0;
  const words = unit.words
    .slice(1)
    .map((word) => word.value)
    .filter((value) => !value.startsWith("-"));
  return /^(?:run|compose|exec|rollout|image|buildx)$/.test(words[0] ?? "") || unit.program === "gh" ? 2 : 1;
}

/** The name of the tool that does the work: the module or package behind a runner such as `npx` or `python -m`. */
function toolOf(program: string, values: string[]): string {
  const words = values.filter((value) => !value.startsWith("-"));
  if (/^(?:npx|bunx)$/.test(program)) return words[0] ?? program;
  if (/^python3?$/.test(program) && values[0] === "-m") return values[1] ?? program;
  if ((program === "uv" || program === "poetry") && words[0] === "run") return words[1] ?? program;
  if (program === "bundle" && words[0] === "exec") return words[1] ?? program;
  if (program === "gradlew") return "gradle";
  if (program === "mvnw") return "maven";
  if (program === "docker-compose") return "docker compose";
  if (program === "docker" && words[0] === "compose") return "docker compose";
  if (program === "bd") return "bd";
  return program;
}
