/**
 * What a how-to must not carry: trouble of one machine or one moment, quarrels with the agent program itself, and
 * commands that destroy, raise rights or run what they download.
 */
import type { ShellReading, ShellUnit } from "./shell-units.ts";

/** The machine, the network or the sandbox was at fault: true here and now, and useless elsewhere. */
const ENVIRONMENT_TROUBLE = new RegExp(
  [
    "command not found",
    "not recognized as an internal or external command",
    "no such file or directory: ['\"]?(?:/usr|/bin|/opt|/bin/)",
    "(?:^|\\W)(?:bash|sh|zsh): (?:line \\d+: )?[^:]*: (?:no such file or directory|not found|permission denied)",
    "executable file not found|executable doesn't exist|not installed on this|is not installed|cannot find (?:the )?(?:binary|executable)",
    "enoent.*spawn|spawn .* enoent",
    "enospc|no space left|disk (?:is )?full|quota exceeded",
    "enotfound|econnrefused|econnreset|etimedout|eai_again|ehostunreach|enetunreach",
    "could not resolve host|temporary failure in name resolution|network is unreachable|connection (?:refused|reset|timed out)",
    "timed? ?out|deadline exceeded|operation not permitted|permission denied|access is denied|eacces|eperm|read-only file system",
    "sandbox|rate limit|too many requests|\\b(?:429|502|503|504)\\b|unauthori[sz]ed|authentication (?:failed|required)|could not read username",
    "out of memory|heap out of memory|oomkilled|killed\\b|segmentation fault|bus error",
    "certificate|ssl handshake|proxy error|no route to host|device or resource busy|address already in use|eaddrinuse",
    "externally-managed-environment|no module named pip|cannot connect to the docker daemon|xcode-select|glibc",
    "未找到命令|找不到命令|没有那个文件或目录|权限不够|权限被拒绝|网络不可达|连接超时|连接被拒绝|磁盘空间不足",
  ].join("|"),
  "i",
);

/** The agent's own tools complained: about reading first, about strings not found, about a person's refusal. */
const HOST_TROUBLE =
  /tool_use_error|has not been read|file has been (?:unexpectedly )?modified|string to replace not found|user doesn't want to proceed|tool use was rejected|interrupted by user|request interrupted|old_string|inputvalidationerror|exceeds maximum allowed tokens|cancelled: parallel tool call|sibling tool call errored|blocked by (?:a )?hook|requires? approval|<system>|command was aborted|background (?:command|task)/i;

export function isEnvironmentTrouble(errorText: string): boolean {
  return ENVIRONMENT_TROUBLE.test(errorText);
}

export function isHostTrouble(errorText: string): boolean {
  return HOST_TROUBLE.test(errorText);
}

const DESTRUCTIVE = [
  /^(?:rm|shred|mkfs\S*|dd|fdisk|truncate|dropdb|shutdown|reboot|killall|pkill)\b/,
  /^git (?:reset --hard|clean|checkout -- |checkout \.|restore |branch -[dD]|stash (?:drop|clear)|filter-branch|update-ref -d|worktree remove|push .*--delete)/,
  /^git push\b.*(?:\s--force\b|\s-f\b|\s--force-with-lease|\s\+\w)/,
  /\b(?:db:drop|db:reset|ecto\.drop|ecto\.reset|migrate:fresh|migrate reset|--accept-data-loss|--force-reset)\b/,
  /^(?:terraform|tofu|cdk|pulumi|serverless|sls)\b.*\b(?:destroy|remove)\b/,
  /^(?:kubectl|helm|gcloud|aws|az|gh|heroku|fly|flyctl)\b.*\b(?:delete|uninstall|terminate\S*|destroy|rb|rm)\b/,
  /^(?:docker|podman|container)\b.*\b(?:prune|rm|rmi|down -v|down --volumes)\b/,
  /^(?:npm|yarn|pnpm) (?:unpublish|deprecate)\b/,
  /\b(?:drop (?:table|database|schema)|truncate table|delete from)\b/i,
  /(?:^|\s)(?:--no-verify|--dangerously\S*|--yolo|--privileged|--no-gpg-sign|--break-system-packages|--insecure|-k)(?=\s|$)/,
  /^chmod (?:-R )?[0-7]*777/,
];
/** `-k` is "insecure" for these only; elsewhere it selects tests. */
const INSECURE_K = /^(?:curl|wget)\b/;

/** A command that nobody should run from a written procedure without thinking. */
export function isHazard(unit: ShellUnit, reading: ShellReading): boolean {
  if (reading.pipesDownload || unit.elevated) return true;
  const text = unit.words.map((word) => word.value).join(" ");
  return DESTRUCTIVE.some((pattern) => {
    if (!pattern.test(text)) return false;
    const onlyK = /\s-k(?=\s|$)/.test(text) && !/--(?:no-verify|dangerously|yolo|privileged|insecure)/.test(text);
    return !(pattern.source.includes("no-verify") && onlyK && !INSECURE_K.test(text));
  });
}
