/**
 * A copy of a short text that holds no reference to the long text it was cut from: engines keep a slice as a view of
 * its parent, so that a 200-character fact would keep a megabyte alive.
 */
export function ownCopy(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${wholeCharacters(text, maxLength - 1)}…` : text;
  // One byte a character where that is enough: most commands and paths take half the room.
  const encoding = WIDE.test(cut) ? "utf16le" : "latin1";
  return Buffer.from(cut, encoding).toString(encoding);
}

const WIDE = /[^\u0000-\u00ff]/;

/** The first `length` code units, one less where that would split a surrogate pair. */
export function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
