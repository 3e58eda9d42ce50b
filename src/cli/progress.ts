/** Shows progress: a bar that redraws itself on a terminal, a line now and then elsewhere. */
import type { ProgressEvent } from "../operations/index.ts";
import { printable } from "./render/printable.ts";
import type { Terminal } from "./terminal.ts";

const BAR_WIDTH = 24;
const LINE_INTERVAL_MS = 2_000;

export interface ProgressView {
  show(event: ProgressEvent): void;
  /** Takes the bar off the screen. */
  clear(): void;
}

export function createProgressView(terminal: Terminal, now: () => number = Date.now): ProgressView {
  let drawn = false;
  let lastLineAt = now();
  return {
    show(told) {
      const event = { ...told, message: printable(told.message) };
      if (terminal.redraws) {
        terminal.err(`\r\u001b[K${barLine(event, terminal.columns)}`);
        drawn = true;
      } else if (now() - lastLineAt >= LINE_INTERVAL_MS) {
        lastLineAt = now();
        terminal.err(`${countOf(event)}${event.message}\n`);
      }
    },
    clear() {
      if (drawn) terminal.err("\r\u001b[K");
      drawn = false;
    },
  };
}

function countOf(event: ProgressEvent): string {
  if (event.done === undefined) return "";
  const of = event.total === undefined ? "" : `/${event.total}`;
  return `${event.done}${of}${event.unit === undefined ? "" : ` ${event.unit}`}  `;
}

function barLine(event: ProgressEvent, columns: number): string {
  const bar =
    event.done === undefined || event.total === undefined || event.total === 0
      ? ""
      : `${"━".repeat(Math.round((BAR_WIDTH * event.done) / event.total)).padEnd(BAR_WIDTH, "─")}  `;
  const head = bar + countOf(event);
  const room = Math.max(0, columns - head.length - 1);
  return head + (event.message.length > room ? `…${event.message.slice(-Math.max(0, room - 1))}` : event.message);
}
