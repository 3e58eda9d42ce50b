/**
 * Chance in tests, drawn from one seed: the same seed gives the same draws in every run and on every machine.
 *
 * `AUTOSKILL_TEST_SEED` is the seed; without it `DEFAULT_TEST_SEED`. `vitest.config.ts` turns `random` into a number before
 * any test runs, so that a failure can be repeated. fast-check draws from the same seed (`scripts/seeded-fast-check.ts`).
 */
import { createHash, randomInt } from "node:crypto";
import process from "node:process";

export const DEFAULT_TEST_SEED = 20261129;

/** A whole number. Throws when the variable is neither a whole number nor `random`. */
export function testSeed(): number {
  const wish = process.env.AUTOSKILL_TEST_SEED;
  if (wish === undefined || wish === "") return DEFAULT_TEST_SEED;
  if (wish === "random") return randomInt(2 ** 31);
  const seed = Number(wish);
  if (!Number.isSafeInteger(seed)) throw new Error(`AUTOSKILL_TEST_SEED: expected a whole number, found "${wish}"`);
  return seed;
}

/** Numbers in [0, 1). Streams of different names have nothing in common, so a draw more in one shifts no other. */
export function seededNumbers(stream: string): () => number {
  const seed = testSeed();
  let draws = 0;
  return () => {
    const digest = createHash("sha256").update(`${seed}\n${stream}\n${draws}`).digest();
    draws += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

export const HEX = "0123456789abcdef";
export const BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Text that looks generated; every call gives another one. */
export function seededText(random: () => number, length: number, alphabet = BASE62): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}
