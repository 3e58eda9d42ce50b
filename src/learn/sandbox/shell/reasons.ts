/** Why well-known programs are refused, so that a refusal ends the matter instead of inviting a variation. */
import type { AutoskillError } from "../../../base/index.ts";
import { refuse } from "../refusal.ts";
import { excerpt } from "./words.ts";

const GROUPS: readonly { code: string; programs: RegExp; why: string; instead: string }[] = [
  {
    code: "SHELL_CHANGES",
    programs:
      /^(?:rm|rmdir|mv|cp|ln|link|unlink|touch|mkdir|mkfifo|mknod|mktemp|chmod|chown|chgrp|chattr|truncate|dd|tee|install|rsync|shred|split|csplit|patch|tar|zip|unzip|gzip|gunzip|bzip2|xz|zstd|cpio|ed|ex|sponge|apply_patch|mount|umount|setfacl|fallocate)$/,
    why: "changes files, and nothing here may",
    instead:
      "To write a skill use `write_file` or `edit`; to read one use `read_file`. No other spelling of this will work.",
  },
  {
    code: "SHELL_NETWORK",
    programs:
      /^(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|ftp|telnet|ping|dig|nslookup|host|openssl|gh|glab|aws|gcloud|az|kubectl|docker|podman)$/,
    why: "talks to other machines, and there is no network here",
    instead: "Work from the session and the files of the project; nothing can be fetched or sent.",
  },
  {
    code: "SHELL_ENVIRONMENT",
    programs:
      /^(?:env|printenv|set|export|declare|typeset|local|readonly|unset|compgen|hostname|id|whoami|who|last|ps|top|lsof|history)$/,
    why: "shows or changes the environment, which is none of a skill's business",
    instead: "Name a variable in the skill where one is needed; its value is not shown here, by any command.",
  },
  {
    code: "SHELL_RUNS_CODE",
    programs:
      /^(?:eval|exec|source|\.|builtin|command|enable|alias|unalias|trap|coproc|sh|zsh|dash|ksh|fish|busybox|perl|ruby|php|lua|node|deno|bun|tsx|python[\d.]*|Rscript|java|go|cargo|make|just|npm|npx|pnpm|yarn|pip|uv|sudo|su|doas|nohup|setsid|timeout|time|nice|watch|parallel|script|strace|ltrace|gdb|at|cron|crontab|entr|expect|flock|unshare|nsenter|chroot|bwrap|stdbuf|ionice|taskset|find2perl|m4|bc|dc)$/,
    why: "runs other code",
    instead: "Read the file instead. What a run printed stands in the session: fetch it with `read_turn`.",
  },
  {
    code: "SHELL_INTERACTIVE",
    programs: /^(?:less|more|most|man|info|vi|vim|view|nvim|nano|emacs|pico|pg|w3m|lynx|screen|tmux|read|select|fzf)$/,
    why: "waits for keys, and can start other programs",
    instead: "Use `read_file`, or `head`, `tail` and `sed -n` in the shell.",
  },
  {
    code: "SHELL_DISGUISE",
    programs: /^(?:base64|base32|basenc|xxd|od|hexdump|hd|rev|iconv|uuencode|ascii2uni)$/,
    why: "writes contents in another form, in which a secret would not be recognised",
    instead: "Read text with `read_file`; what is not text is no matter for a skill.",
  },
];

export function refusedProgram(name: string): AutoskillError {
  const group = GROUPS.find(({ programs }) => programs.test(name));
  if (group !== undefined) return refuse(group.code, `\`${name}\` ${group.why}.`, group.instead);
  return refuse(
    "SHELL_UNKNOWN",
    `${excerpt(name)} is not among the programs that are known to only read.`,
    "Use ls, cat, head, tail, grep, rg, find, wc, sort, uniq, cut, sed -n, awk, jq, diff or git log; or `read_file`.",
  );
}
