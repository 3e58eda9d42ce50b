/** Text between tags such as `<user_query>…</user_query>`, found in linear time however odd the text is. */

export interface TaggedBlock {
  /** Offsets of the block, tags included. */
  start: number;
  end: number;
  /** What stands between the tags, trimmed. */
  inner: string;
}

/** The blocks of a tag without attributes, in order and not nested. One that is never closed is none. */
export function taggedBlocks(text: string, tag: string): TaggedBlock[] {
  const opening = `<${tag}>`;
  const closing = `</${tag}>`;
  const blocks: TaggedBlock[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const close = start < 0 ? -1 : text.indexOf(closing, start + opening.length);
    if (close < 0) return blocks;
    at = close + closing.length;
    blocks.push({ start, end: at, inner: text.slice(start + opening.length, close).trim() });
  }
}

/** The text without the given blocks, as they came from `taggedBlocks`, trimmed. */
export function withoutBlocks(text: string, blocks: readonly TaggedBlock[]): string {
  let rest = "";
  let at = 0;
  for (const block of blocks) {
    rest += text.slice(at, block.start);
    at = block.end;
  }
  return (rest + text.slice(at)).trim();
}
