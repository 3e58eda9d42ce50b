/** Sessions made by hand, and a condensed text taken apart again. */
import type { Step } from "../facts/facts.test-helper.ts";
import type { Message } from "../model.ts";

export function messagesOf(steps: readonly (Step | Step[])[]): Message[] {
  return steps.flat().map((step, index) => ({
    ...step.message,
    id: `m${index}`,
    spans: [{ start: index * 10, end: index * 10 + 9 }],
  }));
}

const HEADING =
  /^\[(T\d+\.\d+) (?:sub-agent )?(?:person|model(?: thinks| calls [\p{L}\p{N}_.:/+-]+)?|host|result|attached: )[^[\]]*\]$/u;
const MARKER = /^\[(T\d+\.\d+) goes on: (\d+) characters are cut here\]$/;
const GAP = /^\[(T\d+\.\d+)(?: to (T\d+\.\d+))? omitted: (?:(\d+) messages, )?(\d+) characters\]$/;
const FIRST = /^\[transcript of a [a-z-]+ session: \d+ turns of a person, \d+ messages[a-z ,:]*\]$/;
const SECOND = /^\[Lines with "\|" quote the session,.*\]$/;
const LAST =
  /^\[end of the transcript: (\d+) messages whole, (\d+) cut, (\d+) omitted; (\d+) of (\d+) characters are not shown\]$/;

export interface TakenApart {
  /** Lines that are neither quoted nor of the frame. */
  strange: string[];
  /** Ids in the order of their headings. */
  headings: string[];
  /** Quoted lines below each heading, by id. */
  quoted: Map<string, string[]>;
  /** Characters that the frame declares as not shown, summed up. */
  declared: number;
  closing: { whole: number; cut: number; omitted: number; hidden: number; characters: number };
}

export function takeApart(text: string): TakenApart {
  const lines = text.split("\n");
  const parts: TakenApart = {
    strange: lines.pop() === "" ? [] : ["no line end"],
    headings: [],
    quoted: new Map(),
    declared: 0,
    closing: { whole: -1, cut: -1, omitted: -1, hidden: -1, characters: -1 },
  };
  let id = "";
  lines.forEach((line, index) => {
    if (line.startsWith("|")) {
      parts.quoted.get(id)?.push(line);
      if (id === "") parts.strange.push(line);
      return;
    }
    const heading = HEADING.exec(line);
    const marker = MARKER.exec(line);
    const gap = GAP.exec(line);
    const last = index === lines.length - 1 ? LAST.exec(line) : null;
    if (gap !== null) parts.declared += Number(gap[4]);
    else if (marker !== null) {
      parts.declared += Number(marker[2]);
      if (marker[1] !== id) parts.strange.push(line);
    } else if (last !== null) {
      const [whole = -1, cut = -1, omitted = -1, hidden = -1, characters = -1] = last.slice(1).map(Number);
      parts.closing = { whole, cut, omitted, hidden, characters };
    } else if (heading !== null) {
      id = heading[1] ?? "";
      if (parts.headings.at(-1) !== id) parts.headings.push(id);
      if (!parts.quoted.has(id)) parts.quoted.set(id, []);
      for (const [, beside] of line.matchAll(/; (\d+) more characters of this message omitted/g)) {
        parts.declared += Number(beside);
      }
      for (const [, result] of line.matchAll(/; result T\d+\.\d+(?: ok| failed)?, (\d+) characters omitted/g)) {
        parts.declared += Number(result);
      }
      for (const [, kept, all] of line.matchAll(/; the record keeps (\d+) of (\d+) characters/g)) {
        parts.declared += Number(all) - Number(kept);
      }
    } else if (!(index === 0 && FIRST.test(line)) && !(index === 1 && SECOND.test(line))) parts.strange.push(line);
  });
  return parts;
}
