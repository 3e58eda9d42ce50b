/** Our own checkers, written from what the rules say: did the work of a round keep a rule, and did it apply it? */
import type { DatedRound, RuleName, Task } from "./rounds.ts";
import type { WorkDone, Workspace } from "./task-set.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/;

/** True when the work shows the rule, whether the round's check asks for it or not. */
export function shows(
  rule: RuleName,
  round: DatedRound & { task: Task },
  done: WorkDone,
  workspace: Workspace,
): boolean {
  const text = workspace.get(done.target) ?? "";
  switch (rule) {
    case "time":
      return timesIn(text, round.task).every((time) => ISO.test(time));
    case "naming":
      return new RegExp(`^${round.date.replaceAll("-", "")}_[a-z0-9]+(?:_[a-z0-9]+)*\\.\\w+$`).test(
        done.target.split("/").at(-1) ?? "",
      );
    case "metadata":
      return ["created_at", "author", "status"].every((field) => text.includes(field));
    case "backup":
      return (
        (workspace.get(`${done.target}.bak`) ?? "").length > 0 &&
        done.written.indexOf(`${done.target}.bak`) < done.written.indexOf(done.target)
      );
    case "log": {
      const last = (workspace.get("done.log") ?? "").trimEnd().split("\n").at(-1) ?? "";
      const parts = /^\[DONE\] (\S+) \| (\S+) \| \S/.exec(last);
      return (
        done.written.includes("done.log") &&
        parts !== null &&
        ISO.test(parts[1] ?? "") &&
        (round.task.logPrefix === undefined || (parts[2] ?? "").startsWith(round.task.logPrefix))
      );
    }
  }
}

function timesIn(text: string, task: Task): string[] {
  if (task.extension !== "json")
    return [/at (\S+)$|AT = "([^"]+)"/m.exec(text)].map((match) => match?.[1] ?? match?.[2] ?? "");
  const data = JSON.parse(text) as Record<string, unknown>;
  return (task.timeFields.length === 0 ? ["generated_at"] : task.timeFields).map((field) => String(data[field] ?? ""));
}
