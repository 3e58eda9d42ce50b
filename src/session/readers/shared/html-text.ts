/** The words of an HTML fragment that a program wrote: good enough to read what a model answered. */

const BLOCK = /<\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|pre|blockquote|table|hr|details|summary)\b[^<>]*>/gi;
const TAG = /<[^<>]*>/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Tags are taken out, blocks become lines, entities characters. Linear in time whatever the text. */
export function htmlText(html: string): string {
  return html
    .replace(BLOCK, "\n")
    .replace(TAG, "")
    .replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    })
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
