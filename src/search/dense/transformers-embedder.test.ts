import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTransformersEmbedder } from "./transformers-embedder.ts";

/** A package with the part of transformers.js that is used; it writes what it was asked into its vectors. */
const PACKAGE = `
export const env = { allowRemoteModels: true, allowLocalModels: false, localModelPath: "" };
export async function pipeline(task, model, options) {
  if (env.allowRemoteModels || task !== "feature-extraction" || !options.local_files_only) throw new Error("would download");
  if (model === "broken") throw new Error("no such weights: " + env.localModelPath);
  return async (texts, { pooling, normalize }) => {
    if (!normalize || pooling === "none") throw new Error("not pooled");
    const data = Float32Array.from(texts.flatMap((text) => [text.length, pooling === "cls" ? 1 : 0, 2]));
    return { dims: [texts.length, 3], data };
  };
}
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "autoskill-transformers-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function installPackage(): void {
  const folder = join(root, "node_modules/@huggingface/transformers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"@huggingface/transformers","type":"module","main":"index.js"}');
  writeFileSync(join(folder, "index.js"), PACKAGE);
}

function makeModel(name: string, weights = "weights"): string {
  const directory = join(root, "models", name);
  mkdirSync(join(directory, "onnx"), { recursive: true });
  writeFileSync(join(directory, "config.json"), '{"hidden_size":3}');
  writeFileSync(join(directory, "onnx/model.onnx"), weights);
  return directory;
}

describe("the transformers.js embedder", () => {
  it("embeds with a local model and downloads nothing", async () => {
    installPackage();
    const embedder = await createTransformersEmbedder({ directory: makeModel("mini"), searchFrom: root });
    expect(embedder.dimensions).toBe(3);
    const vectors = await embedder.embed(["four", ""]);
    expect(vectors[0]?.[0]).toBeCloseTo(4 / Math.hypot(4, 2), 5);
    expect([...(vectors[1] ?? [])]).toEqual([0, 0, 0]);
  });

  it("has another signature for other weights or another pooling, not for another place", async () => {
    installPackage();
    const signatureOf = async (directory: string, pooling: "mean" | "cls" = "mean"): Promise<string> =>
      (await createTransformersEmbedder({ directory, pooling, searchFrom: root })).signature;
    const first = await signatureOf(makeModel("mini"));
    expect(first).toMatch(/^transformers-mini-d3-[0-9a-f]{10}$/);
    expect(await signatureOf(makeModel("elsewhere/mini"))).toBe(first);
    expect(await signatureOf(makeModel("mini"), "cls")).not.toBe(first);
    expect(await signatureOf(makeModel("mini", "other weights"))).not.toBe(first);
  });

  it("says what to install when the package is missing", async () => {
    const embedder = createTransformersEmbedder({ directory: makeModel("mini"), searchFrom: root });
    await expect(embedder).rejects.toMatchObject({
      code: "EMBEDDER_PACKAGE_MISSING",
      next: expect.stringContaining("npm install @huggingface/transformers"),
    });
  });

  it("says what a model directory has to hold", async () => {
    installPackage();
    await expect(createTransformersEmbedder({ directory: join(root, "none"), searchFrom: root })).rejects.toMatchObject(
      {
        code: "EMBEDDER_MODEL_NOT_FOUND",
        next: expect.stringContaining("onnx/model.onnx"),
      },
    );
    await expect(
      createTransformersEmbedder({ directory: makeModel("broken"), searchFrom: root }),
    ).rejects.toMatchObject({ code: "EMBEDDER_MODEL_UNUSABLE", message: expect.stringContaining("no such weights") });
  });

  it("stops between batches when it is told to", async () => {
    installPackage();
    const embedder = await createTransformersEmbedder({ directory: makeModel("mini"), searchFrom: root });
    await expect(embedder.embed(["x"], AbortSignal.abort())).rejects.toMatchObject({ code: "EMBEDDER_CANCELLED" });
  });
});
