/** Asks the person at the terminal whether a call of the agent is allowed. */
import type { AskPerson, PermissionAnswer, PermissionRequest } from "../../agent/index.ts";
import { printable } from "../render/printable.ts";

/** With arrow keys. Whoever leaves the question has said no. */
export const askWithPrompts: AskPerson = async (request) => {
  const { isCancel, select } = await import("@clack/prompts");
  const answer = await select<PermissionAnswer>({
    message: questionOf(request),
    options: [
      { value: "yes", label: "Yes" },
      { value: "always", label: "Yes, and do not ask again for this kind in this session" },
      { value: "no", label: "No" },
    ],
  });
  return isCancel(answer) ? "no" : answer;
};

/** With a typed line: y, a or n; everything else, also the end of the input, is no. */
export function askWithLine(ask: (question: string) => Promise<string | undefined>): AskPerson {
  return async (request) => {
    const answer = (await ask(`${questionOf(request)} [y]es, [a]lways, [n]o: `))?.trim().toLowerCase() ?? "";
    if (answer === "y" || answer === "yes") return "yes";
    return answer === "a" || answer === "always" ? "always" : "no";
  };
}

function questionOf({ action, target, outside, delicate }: PermissionRequest): string {
  const what = action === "run" ? "Run" : action === "write" ? "Write" : "Read";
  const where = outside ? " (outside of the project)" : delicate ? " (of Git or autoskill itself)" : "";
  return `${what} ${printable(target)}${where}?`;
}
