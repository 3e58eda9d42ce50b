/** DOCX as units, by way of the HTML that mammoth makes of it. */
import { readZip } from "../../base/index.ts";
import { DOCUMENT_BOUNDS } from "./model.ts";
import { readHtml } from "./read-html.ts";
import type { TreeUnits } from "./units-from-tree.ts";

/** @throws AutoskillError `ARCHIVE_INVALID`, `ARCHIVE_TOO_LARGE` */
export async function readDocx(bytes: Uint8Array, name: string): Promise<TreeUnits> {
  // The library unpacks whatever it finds; so it only gets what holds what it declares, and not too much.
  const { entries } = readZip(bytes, name, { totalBytes: DOCUMENT_BOUNDS.unpackedBytes });
  for (const entry of entries) if (/\.(?:xml|rels)$/.test(entry.path)) entry.read();
  const { default: mammoth } = await import("mammoth");
  const noImages = mammoth.images.imgElement(async () => ({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage: noImages });
  const { title, units } = readHtml(value);
  return {
    ...(title === undefined ? {} : { title }),
    units: units.map((unit) => ({ ...unit, span: { start: 0, end: 0 } })),
  };
}
