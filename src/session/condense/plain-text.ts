/** Text without the control sequences of a terminal. */
import { redactText } from "../../base/index.ts";
import { ANSI } from "../facts/failure.ts";

/** What the sequences kept apart is looked at again for secrets. */
export function plainText(text: string): string {
  if (!text.includes("\u001b")) return text;
  const plain = text.replaceAll(ANSI, "");
  return plain === text ? text : redactText(plain);
}
