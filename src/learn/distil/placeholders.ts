/**
 * Replaces what belongs to one day, one machine or one person by named placeholders: `<project-root>`, `<test-file>`,
 * `<branch>`, `<issue>`, `<date>`, `<url>`, …
 *
 * Contract:
 * - The same value gets the same placeholder everywhere in one session, so that steps can be read together, unless its
 *   place in a command says what it is there: an issue id that names a branch is `<branch>` behind `git push`.
 * - What belongs to the project stays as it is: well-known files, conventional folders, the project's own scripts.
 * - No absolute path, user name, e-mail address or host of the session survives in any output.
 */

import { carriedCommand, commandKind, subcommandCount } from "./command-kinds.ts";
import type { ShellUnit, ShellWord } from "./shell-units.ts";
import { baseName } from "./shell-units.ts";

export interface PlaceholderContext {
  projectRoot?: string;
  /** Files that the session itself wrote, as their base names: never named as if the project had them. */
  writtenFiles?: ReadonlySet<string>;
}

export interface Placeholders {
  /** The command as a person would write it in a how-to, or nothing when it says nothing without its values. */
  command(unit: ShellUnit): string | undefined;
  /** A sentence of a person or an error text, with paths, ids, addresses and dates replaced. */
  prose(text: string): string;
}

const WELL_KNOWN_FILES = new Set(
  `package.json package-lock.json pnpm-lock.yaml yarn.lock tsconfig.json Cargo.toml Cargo.lock go.mod go.sum pyproject.toml
  requirements.txt requirements-dev.txt setup.py setup.cfg tox.ini noxfile.py Makefile justfile Justfile Taskfile.yml Dockerfile
  Containerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml mix.exs mix.lock Gemfile Gemfile.lock Rakefile
  composer.json composer.lock pom.xml build.gradle build.gradle.kts settings.gradle CMakeLists.txt README.md CHANGELOG.md
  CONTRIBUTING.md AGENTS.md CLAUDE.md GEMINI.md LICENSE .env.example .gitignore .dockerignore .editorconfig .nvmrc .tool-versions
  manage.py alembic.ini schema.prisma vite.config.ts vitest.config.ts jest.config.js jest.config.ts playwright.config.ts
  eslint.config.js eslint.config.mjs .eslintrc.json biome.json prettier.config.js .prettierrc tailwind.config.js
  tailwind.config.ts next.config.js next.config.ts next.config.mjs webpack.config.js rollup.config.js svelte.config.js
  wrangler.toml fly.toml vercel.json netlify.toml serverless.yml terraform.tfvars Chart.yaml values.yaml mkdocs.yml
  .pre-commit-config.yaml .gitlab-ci.yml .travis.yml turbo.json nx.json deno.json pubspec.yaml Package.swift build.sbt
  phpunit.xml pytest.ini conftest.py main.tf variables.tf openapi.yaml openapi.json`.split(/\s+/),
);

const CONVENTIONAL_FOLDERS = new Set(
  `src test tests lib docs doc app apps scripts script spec specs e2e packages cmd internal pkg bin build dist public assets
  config priv migrations web frontend backend server client api examples example bench benches benchmarks tools ci .github
  .ci include core common shared components pages db charts deploy infra terraform k8s helm . ./... ./ .. __tests__ integration
  unit`.split(/\s+/),
);

const DEFAULT_BRANCHES = new Set(["main", "master", "develop", "trunk", "HEAD", "origin", "upstream"]);

const TEST_FILE =
  /(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:test|tests|spec|e2e|cy)s?\.[a-z]+|[^/]*(?:Test|Tests|Spec|_test)\.[a-z]+)$/;
/** `shop.settings.test` is a module, `login.spec.ts` a file. */
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|exs?|php|swift|cs|c|cpp|h|vue|svelte|md|json|ya?ml|toml|html|css|sh|sql|txt|csv|xml)$/i;
const FILE_NAME = /[^/\s]\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const HASH = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/g;
const REDACTED = /\[redacted:[\w-]+\]/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}/g;
const ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g;
const STAMP = /\b20\d{12}\b|\b20\d{6}(?:[-_T]\d{4,6})?\b|\b1[5-9]\d{8}(?:\d{3})?\b/g;
const VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.]+)?$/;
const URL_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)\]]+/gi;
const LOCAL_URL = /^(https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(\/[^\s]*)?$/;
const HOME_PATH = /(?:~|\$HOME|\/(?:home|Users|root)(?:\/[\w.-]+)?)(?:\/[\w.@+-]+)*\/?/;
const ABSOLUTE_PATH = /(?:^|(?<=[\s"'`(=:,[]))(?:~|\$HOME|[A-Za-z]:\\|\/)(?:[\w.@+~-]+[/\\])*[\w.@+~-]+[/\\]?/g;

/** Options whose value is written anew each time; the name of the placeholder follows the option. */
const FREE_TEXT_OPTIONS: Record<string, string> = {
  "-m": "<message>",
  "--message": "<message>",
  "--title": "<title>",
  "-t": "<title>",
  "--body": "<text>",
  "-b": "<text>",
  "--description": "<description>",
  "-d": "<description>",
  "--reason": "<reason>",
  "--notes": "<notes>",
  "--comment": "<comment>",
  "-k": "<pattern>",
  "--grep": "<pattern>",
  "-g": "<pattern>",
  "--filter": "<pattern>",
  "--testNamePattern": "<pattern>",
  "--test-name-pattern": "<pattern>",
  "-run": "<pattern>",
  "--name": "<name>",
  "-n": "<name>",
  "--export-name": "<name>",
  "--parent": "<issue>",
  "--author": "<author>",
  "--env-file": "<file>",
};
/** Programs in which these short options mean something else. */
const SHORT_OPTION_PROGRAMS: Record<string, RegExp> = {
  "-m": /^(?:git|gh|bd|alembic|jj|hg|svn)$/,
  "-t": /^(?:vitest|jest|gh|bd|docker|podman|container|npx|npm|pnpm|yarn)$/,
  "-b": /^gh$/,
  "-d": /^bd$/,
  "-k": /^(?:pytest|python|python3|uv|poetry|manage\.py)$/,
  "-g": /^(?:mocha|playwright|npx)$/,
  "-n": /^$/,
  "-run": /^go$/,
};

export function createPlaceholders(context: PlaceholderContext): Placeholders {
  const known = new Map<string, string>();
  const root = context.projectRoot?.replace(/\/+$/, "");

  const remember = (value: string, placeholder: string): string => {
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    known.set(value, placeholder);
    return placeholder;
  };

  const relative = (value: string): string => {
    if (root === undefined || root === "") return value;
    if (value === root) return ".";
    return value.startsWith(`${root}/`) ? value.slice(root.length + 1) : value;
  };

  const pathWord = (value: string, unit: ShellUnit, isProgram: boolean): string => {
    const line = /^(.*?):(\d+)(?::\d+)?$/.exec(value);
    if (line?.[1] !== undefined && FILE_NAME.test(line[1])) return `${pathWord(line[1], unit, false)}:<line>`;
    const node = /^(.+?\.py)(::.+)$/.exec(value);
    if (node?.[1] !== undefined) return `${pathWord(node[1], unit, false)}::<test>`;
    const path = relative(value);
    if (/^(?:~|\$HOME|\/|[A-Za-z]:\\)/.test(path))
      return remember(value, FILE_NAME.test(path) ? "<file>" : "<directory>");
    const clean = path.replace(/^\.\//, "").replace(/\/$/, "");
    const name = baseName(clean);
    if (isProgram || isProjectScript(clean)) {
      return context.writtenFiles?.has(name) && !isProjectScript(clean) ? remember(value, "<script>") : path;
    }
    if (WELL_KNOWN_FILES.has(name) && clean.split("/").length <= 2) return path;
    if (CONVENTIONAL_FOLDERS.has(clean) || CONVENTIONAL_FOLDERS.has(path)) return path;
    if (isProjectFolder(clean) && !AIMED.has(commandKind(unit)?.stage ?? "")) return path;
    if (TEST_FILE.test(clean)) return remember(value, "<test-file>");
    if (FILE_NAME.test(name)) return remember(value, "<file>");
    if (clean.includes("*")) return CONVENTIONAL_FOLDERS.has(clean.split("/")[0] ?? "") ? path : "<files>";
    return remember(value, clean.split("/").length > 1 || value.endsWith("/") ? "<directory>" : "<name>");
  };

  const valueWord = (word: ShellWord, option: string | undefined, unit: ShellUnit): string => {
    const { value } = word;
    const text = option === undefined ? undefined : freeText(option, unit.program, value);
    if (text !== undefined && !value.startsWith("-"))
      return /^<(?:issue|file|package|port)>$/.test(text) ? text : `"${text}"`;
    if (word.dynamic) return "<value>";
    const role = roleOf(value, unit);
    if (role !== undefined) {
      const named = known.get(value) === "<branch>" || role === "<files>" || role === "<version>";
      if (!named) known.set(value, role);
      return role;
    }
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    if (LOCAL_URL.test(value)) {
      const path = LOCAL_URL.exec(value)?.[2] ?? "";
      return `http://localhost:<port>${path.replace(/\?.*$/, "").replace(/\/(?:\d+|[0-9a-f-]{8,})(?=\/|$)/g, "/<id>")}`;
    }
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return remember(value, "<url>");
    if (/^[\w.-]+@[\w.-]+:.+/.test(value)) return remember(value, "<url>");
    if (full(EMAIL, value)) return remember(value, "<email>");
    if (full(UUID, value)) return remember(value, "<id>");
    if (full(DATE, value) || full(STAMP, value)) return remember(value, "<date>");
    if (full(ADDRESS, value)) return remember(value, "<host>");
    if (full(HASH, value)) return remember(value, unit.program === "git" ? "<commit>" : "<id>");
    if (VERSION.test(value)) return remember(value, "<version>");
    const pair = /^([A-Za-z][\w.-]*)=(.+)$/s.exec(value);
    if (pair?.[2] !== undefined && /^(?:[/~]|[A-Za-z]:\\)/.test(pair[2])) return `${pair[1]}=<path>`;
    if (pair?.[1] !== undefined) return `${pair[1]}=${valueWord({ ...word, value: pair[2] ?? "" }, undefined, unit)}`;
    const resource = /^([a-z]+)\/([a-z][\w-]*)$/.exec(value);
    if (resource?.[1] !== undefined && unit.program === "kubectl" && option !== "-f") return `${resource[1]}/<name>`;
    const scoped = /^(@?[\w./-]+)@(\d[\w.^~-]*|latest)$/.exec(value);
    if (scoped?.[1] !== undefined) return scoped[2] === "latest" ? value : `${scoped[1]}@<version>`;
    const image = /^([\w./-]+):([\w.-]+)$/.exec(value);
    if (image?.[1] !== undefined && /^(?:docker|podman|container)$/.test(unit.program))
      return `${remember(image[1], "<image>")}:<tag>`;
    if (/\s/.test(value)) return `"${remember(value, "<text>")}"`;
    if (/^[a-z_]\w*(?:\.[a-z_]\w*){2,}$/i.test(value) && !SOURCE_FILE.test(value)) return value;
    if (looksLikePath(value)) return pathWord(value, unit, false);
    if (/^\d{2,}$/.test(value)) return remember(value, "<number>");
    if (/^[a-z0-9]+(?:_[a-z0-9]+){2,}$/i.test(value)) return remember(value, "<name>");
    if (value.length > 40) return remember(value, "<value>");
    return value;
  };

  const command = (unit: ShellUnit): string | undefined => {
    const carried = carriedCommand(unit);
    if (carried !== undefined) {
      const carrier = command({ ...unit, words: unit.words.slice(0, carried.at) });
      const inner = command({ ...carried.unit, directory: "." });
      return carrier === undefined || inner === undefined ? undefined : `${carrier} ${inner}`;
    }
    const [head, ...rest] = unit.words;
    if (head === undefined) return undefined;
    const out: string[] = [];
    for (const { name, value } of unit.assignments) {
      out.push(`${name}=${/^[\w.-]{1,12}$/.test(value) && !/\d{3,}/.test(value) ? value : "<value>"}`);
    }
    out.push(head.value.includes("/") ? pathWord(head.value, unit, true) : head.value);
    let option: string | undefined;
    let subcommands = subcommandCount(unit);
    for (const word of rest) {
      const assigned = /^(--?[\w-]+)=(.*)$/s.exec(word.value);
      if (assigned?.[1] !== undefined) {
        const inner = { ...word, value: assigned[2] ?? "" };
        out.push(`${assigned[1]}=${valueWord(inner, assigned[1], unit)}`);
        option = undefined;
      } else if (/^-/.test(word.value) && !word.quoted) {
        out.push(/^-[nu]?\d{1,5}$/.test(word.value) ? word.value.replace(/\d+/, "<number>") : word.value);
        option = word.value;
      } else if (subcommands > 0 && option === undefined && /^[a-z][\w.:-]*$/i.test(word.value)) {
        out.push(word.value);
        subcommands -= 1;
      } else {
        out.push(valueWord(word, option, unit));
        subcommands = 0;
        option = undefined;
      }
    }
    const text = mergeRepeats(out).join(" ").replace(REDACTED, "<secret>");
    const directory = unit.directory === undefined ? undefined : relative(unit.directory).replace(/^\.\/|\/$/g, "");
    if (directory === undefined || directory === "." || directory === "" || /^(?:~|\/|\$|\.\.|-)/.test(directory))
      return text;
    return `cd ${directory.split("/").length <= 2 && !/\d{3,}/.test(directory) ? directory : "<directory>"} && ${text}`;
  };

  const prose = (text: string): string => {
    let result = text;
    if (root !== undefined && root.length > 3)
      result = result.split(`${root}/`).join("").split(root).join("<project-root>");
    for (const [value, placeholder] of known) {
      if (value.length >= 5 && /[\d_./-]/.test(value) && placeholder !== "<text>")
        result = result.split(value).join(placeholder);
    }
    return result
      .replace(URL_PATTERN, (url) =>
        LOCAL_URL.test(url) ? "http://localhost:<port>" : url.replace(/\/\/[^/@]*@/, "//"),
      )
      .replace(EMAIL, "<email>")
      .replace(new RegExp(HOME_PATH, "g"), (path) => (path === "/" || path === "~" ? path : "<path>"))
      .replace(ABSOLUTE_PATH, (path) => (isShortSlashWord(path) ? path : "<path>"))
      .replace(UUID, "<id>")
      .replace(ADDRESS, (address) => (/^(?:127\.0\.0\.1|0\.0\.0\.0)$/.test(address) ? address : "<host>"))
      .replace(HASH, "<id>");
  };

  return { command, prose };
}

/** Checks and formatters that are given a folder are aimed at a part, which differs from day to day. */
const AIMED = new Set(["test", "lint", "typecheck", "format"]);

/** `charts/api`, `cmd/server`: a place of the project, and not of one day. */
function isProjectFolder(path: string): boolean {
  const [top = "", ...rest] = path.split("/");
  return (
    CONVENTIONAL_FOLDERS.has(top) &&
    rest.length > 0 &&
    rest.length <= 2 &&
    rest.every((part) => /^[a-z][a-z-]{1,20}$/i.test(part))
  );
}

function freeText(option: string, program: string, value: string): string | undefined {
  if (/^(?:--filter|-F|--workspace)$/.test(option) && /^(?:pnpm|npm|yarn|turbo|nx|bun)$/.test(program))
    return "<package>";
  if (option === "--port" || option === "-p") return /^\d+$/.test(value) ? "<port>" : undefined;
  if (program === "git" && /^-[a-z]*m$/.test(option)) return "<message>";
  const text = FREE_TEXT_OPTIONS[option];
  if (text === undefined) return undefined;
  const programs = SHORT_OPTION_PROGRAMS[option];
  if (programs !== undefined && !programs.test(program)) return undefined;
  return option === "-t" && /^(?:docker|podman|container)$/.test(program)
    ? "<image>"
    : option === "-t" && program !== "gh" && program !== "bd"
      ? "<pattern>"
      : text;
}

/** What a bare word stands for because of the command it is in. */
function roleOf(value: string, unit: ShellUnit): string | undefined {
  const words = unit.words.map((word) => word.value);
  const sub = words[1] ?? "";
  if (/^[A-Z][A-Z0-9]+-\d+$/.test(value)) return "<issue>";
  if (/^(?:bd|jira|linear)$/.test(unit.program)) {
    return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?:\.\d+)*$/i.test(value) && value !== sub ? "<issue>" : undefined;
  }
  if (/^(?:gh|glab)$/.test(unit.program) && /^#?\d+$/.test(value))
    return sub === "pr" || sub === "mr" ? "<pr>" : "<issue>";
  if (unit.program === "go" && /^(?:get|install)$/.test(sub) && /\.\w+\//.test(value)) return "<package>";
  if (unit.program !== "git" || value === sub) return undefined;
  if (sub === "add" || sub === "commit") return "<files>";
  if (sub === "tag") return "<version>";
  if (sub === "worktree") return value === "add" ? undefined : /\//.test(value) ? "<directory>" : "<branch>";
  if (/^(?:checkout|switch|push|pull|merge|rebase)$/.test(sub) && !DEFAULT_BRANCHES.has(value)) {
    return /^origin\/(?:main|master)$/.test(value) ? undefined : "<branch>";
  }
  return undefined;
}

function looksLikePath(value: string): boolean {
  return /[/\\]/.test(value) || FILE_NAME.test(value) || value === "." || CONVENTIONAL_FOLDERS.has(value);
}

function isProjectScript(path: string): boolean {
  return /^(?:\.\/)?(?:scripts?|bin|tools?|dev|ci|\.ci)\/[\w./-]+$/.test(path);
}

/** `<test-file> <test-file>` reads as one: a person puts in as many as there are. */
function mergeRepeats(words: string[]): string[] {
  return words.filter((word, index) => !(word.startsWith("<") && word === words[index - 1]));
}

function full(pattern: RegExp, value: string): boolean {
  return new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace("g", "")).test(value);
}

/** `/help`, `and/or`: a slash word and not a path. */
function isShortSlashWord(path: string): boolean {
  return /^\/[\w-]{1,20}$/.test(path) && !/^\/(?:home|Users|root|tmp|etc|var|opt|mnt|usr|srv|private)$/.test(path);
}
