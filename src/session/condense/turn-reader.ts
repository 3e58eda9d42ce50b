/**
 * The way back to what was cut: any message or turn of a session by its id, quoted as in the condensed text, page by page.
 *
 * Contract: pages are whole lines, so no page can begin inside a quoted line and pass for something else. Nothing is held:
 * each call reads the session up to the turn asked for.
 */
import { messageReading } from "./conversation.ts";
import { heading } from "./headings.ts";
import type { Conversation } from "./model.ts";
import { createOutline } from "./outline.ts";
import { quote } from "./quote.ts";

export const PAGE_LINES = 200;
export const MOST_PAGE_LINES = 1_000;
/** A page ends before it has more characters than this, whatever its limit; it has at least one line. */
export const PAGE_CHARACTERS = 24_000;

export interface TurnPageOptions {
  /** First line, from 0. Default 0. */
  offset?: number;
  /** Lines. Default 200, at most 1,000. */
  limit?: number;
}

export interface TurnPage {
  id: string;
  text: string;
  /** Lines of the whole turn or message. */
  total: number;
  /** Offset of the next page; absent at the end. */
  next?: number;
}

export interface TurnProblem {
  code: "BAD_TURN_ID" | "NO_SUCH_TURN" | "BAD_OFFSET";
  message: string;
  next: string;
}

export interface TurnReader {
  /** @param id `T3` for a turn, `T3.2` for a message. Rejects only where reading the session fails. */
  readTurn(id: string, options?: TurnPageOptions): Promise<TurnPage | TurnProblem>;
}

export function createTurnReader(conversation: Conversation): TurnReader {
  const read = messageReading(conversation);

  return {
    async readTurn(id, options = {}) {
      const wanted = /^T(\d{1,9})(?:\.(\d{1,9}))?$/.exec(id.trim());
      if (wanted === null) return badId();
      const turn = Number(wanted[1]);
      const messageId = wanted[2] === undefined ? undefined : `T${turn}.${Number(wanted[2])}`;
      const offset = Math.max(0, Math.floor(options.offset ?? 0));
      const limit = Math.min(MOST_PAGE_LINES, Math.max(1, Math.floor(options.limit ?? PAGE_LINES)));
      const page = createPage(offset, limit);
      const outline = createOutline(conversation.header);
      let lastId: string | undefined;
      await read((message) => {
        const outlined = outline(message);
        if (outlined.turn > turn) return false;
        lastId = outlined.id;
        if (outlined.turn !== turn || (messageId !== undefined && messageId !== outlined.id)) return true;
        page.meet();
        for (const piece of outlined.pieces) {
          page.add(heading(outlined.id, piece.label, ""));
          for (const line of quote(piece.text)) page.add(line.text);
        }
        return messageId === undefined;
      });
      if (!page.met()) return noSuchTurn(messageId ?? `T${turn}`, lastId);
      return page.finish(messageId ?? `T${turn}`);
    },
  };
}

function createPage(offset: number, limit: number) {
  const lines: string[] = [];
  let met = false;
  let total = 0;
  let characters = 0;
  let full = false;
  return {
    meet(): void {
      met = true;
    },
    met: () => met,
    add(line: string): void {
      const index = total++;
      if (index < offset || full) return;
      if (lines.length === limit || (lines.length > 0 && characters + line.length + 1 > PAGE_CHARACTERS)) {
        full = true;
        return;
      }
      lines.push(line);
      characters += line.length + 1;
    },
    finish(id: string): TurnPage | TurnProblem {
      if (offset > 0 && offset >= total) return badOffset(id, offset, total);
      const end = offset + lines.length;
      const text = lines.map((line) => `${line}\n`).join("");
      return { id, text, total, ...(end < total ? { next: end } : {}) };
    },
  };
}

function badId(): TurnProblem {
  return {
    code: "BAD_TURN_ID",
    message: "That is no id of a turn or message.",
    next: "Give an id as it stands in the transcript: T3 for a turn, T3.2 for a message.",
  };
}

function noSuchTurn(id: string, last: string | undefined): TurnProblem {
  const next =
    last === undefined ? "The session has no message before that." : `The last message up to there is ${last}.`;
  return { code: "NO_SUCH_TURN", message: `The session has no ${id}.`, next };
}

function badOffset(id: string, offset: number, total: number): TurnProblem {
  return {
    code: "BAD_OFFSET",
    message: `${id} has ${total} lines; ${offset} lies behind the last.`,
    next: `Give an offset from 0 to ${Math.max(0, total - 1)}.`,
  };
}
