/** `find`, without what writes, deletes or runs. */
import { refuse } from "../refusal.ts";
import type { ProgramRule } from "./model.ts";
import { excerpt } from "./words.ts";

const TESTS = new Set(
  "! ( ) , -not -a -and -o -or -empty -prune -print -print0 -ls -depth -xdev -mount -true -false -readable -writable -executable -nouser -nogroup -noleaf -daystart -ignore_readdir_race".split(
    " ",
  ),
);

const TESTS_WITH_VALUE = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -links -inum -uid -gid -printf -lname -ilname -used -fstype".split(
    " ",
  ),
);

const TESTS_WITH_PATH = new Set(["-newer", "-anewer", "-cnewer", "-samefile"]);

export const findRule: ProgramRule = (call) => {
  let at = 0;
  const { args } = call;
  while (at < args.length && (args[at]?.value === "-P" || args[at]?.value === "-H")) at += 1;
  while (at < args.length) {
    const argument = args[at];
    if (argument === undefined || /^[-(!,]/.test(argument.value)) break;
    call.path(argument);
    at += 1;
  }
  while (at < args.length) {
    const argument = args[at];
    if (argument === undefined) break;
    const { value } = argument;
    if (TESTS.has(value)) at += 1;
    else if (TESTS_WITH_VALUE.has(value) && args[at + 1] !== undefined) at += 2;
    else if (TESTS_WITH_PATH.has(value) && args[at + 1] !== undefined) {
      call.path(args[at + 1] as (typeof args)[number]);
      at += 2;
    } else throw refused(value);
  }
  return undefined;
};

function refused(value: string): Error {
  if (/^-(?:exec|ok)/.test(value)) {
    return refuse(
      "SHELL_RUNS_CODE",
      `\`find ${value}\` runs a program for every file.`,
      "Let `find` print the names, then read the files with `read_file` or `grep`.",
    );
  }
  if (/^-(?:delete|f(?:print|ls))/.test(value)) {
    return refuse(
      "SHELL_CHANGES",
      `\`find ${value}\` changes files, and nothing here may.`,
      "Let `find` print the names; skills are written with `write_file` and `edit`.",
    );
  }
  return refuse(
    "SHELL_OPTION",
    `${excerpt(value)} is not among the tests of \`find\` that only look.`,
    "Use -name, -path, -type, -maxdepth, -size, -mtime and the like.",
  );
}
