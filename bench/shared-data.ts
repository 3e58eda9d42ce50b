/** Data beside the project that is not part of it; scripts that need it stop with a message where it is absent. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of a file in `../shared`. Ends the process (code 0) where it is not there. */
export function sharedFile(path: string): string {
  const file = fileURLToPath(new URL(`../../shared/${path}`, import.meta.url));
  if (!existsSync(file)) {
    console.log(`skipped: ../shared/${path} is not here`);
    process.exit(0);
  }
  return file;
}
