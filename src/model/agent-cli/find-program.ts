/** Finds a person's own program on the PATH: what a project brings along (`node_modules/.bin`, by npm) is not meant. */
import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

export async function findProgram(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const extensions = process.platform === "win32" ? (environment.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  for (const directory of (environment.PATH ?? "").split(delimiter)) {
    // A relative entry would mean another program in every folder.
    if (!isAbsolute(directory) || directory.split(/[\\/]/).includes("node_modules")) continue;
    for (const extension of extensions) {
      const path = join(directory, name + extension);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
