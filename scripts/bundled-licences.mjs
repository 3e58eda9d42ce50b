/** The licence texts of the packages that are bundled into `dist/`, which their licences ask us to hand on. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * @param moduleIds paths of all bundled files, ours among them
 * @returns one text, by name of the package
 * @throws Error for a package without a licence text
 */
export function bundledLicences(moduleIds) {
  const folders = new Set(
    moduleIds.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []),
  );
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
    if (file === undefined) throw new Error(`${name} is bundled, but has no licence text to hand on.`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
  });
  return `dist/ contains code of these packages.\n\n${texts.sort().join(`\n${"-".repeat(80)}\n\n`)}`;
}
