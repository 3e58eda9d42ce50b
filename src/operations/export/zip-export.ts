/** A zip archive with the same bytes for the same files: sorted, no times, fixed compression. */

export interface ExportedFile {
  /** Relative, with `/`. */
  path: string;
  bytes: Uint8Array;
  executable: boolean;
}

const UNIX = 3;
/** The earliest time that the format can hold; `Date` in local time, as the library writes it. */
const NO_TIME = new Date(1980, 0, 1);

export async function zipOf(files: readonly ExportedFile[]): Promise<Uint8Array> {
  const { zipSync } = await import("fflate");
  return zipSync(
    Object.fromEntries(
      files.map(({ path, bytes, executable }) => {
        const mode = executable ? 0o100755 : 0o100644;
        return [path, [bytes, { level: 6, mtime: NO_TIME, os: UNIX, attrs: (mode << 16) >>> 0 }]] as const;
      }),
    ),
  );
}
