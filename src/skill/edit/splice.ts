/** One change of a text: the characters `[start, end)` give way to `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

export function applySplice(text: string, splice: Splice): string {
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end);
}

/** The splice that takes `splice` back, once it was applied to `text`. */
export function inverseOf(text: string, splice: Splice): Splice {
  return { start: splice.start, end: splice.start + splice.text.length, text: text.slice(splice.start, splice.end) };
}
