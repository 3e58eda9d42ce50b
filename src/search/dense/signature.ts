import { canonicalJson, sha256 } from "../../base/index.ts";

/**
 * Name of the vectors of one embedder: `<provider>-<model>-d<dimensions>-<10 hex of the settings>`, as the AutoSkill
 * paper's files have it. `settings` is everything else that changes a vector. Safe as a file name everywhere.
 *
 * @example embedderSignature("ollama", "nomic-embed-text", 768, {}) // "ollama-nomic-embed-text-d768-44136fa355"
 */
export function embedderSignature(provider: string, model: string, dimensions: number, settings: object): string {
  const name = model
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
  const digest = sha256(canonicalJson({ provider, model, dimensions, settings })).slice(0, 10);
  return `${provider}-${name === "" ? "model" : name}-d${dimensions}-${digest}`;
}
